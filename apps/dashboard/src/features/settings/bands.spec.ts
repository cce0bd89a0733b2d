import { customersByBand } from './bands';

const counts = Array.from({ length: 101 }, (_, i) => (i === 40 ? 3 : i === 39 ? 2 : i === 90 ? 5 : i === 100 ? 1 : 0));

describe('The preview of the label limits', () => {
  it('counts the lower bound as part of the label', () => {
    expect(customersByBand(counts, { medium: 0.4, high: 0.7, critical: 0.9 })).toEqual([2, 3, 0, 6]);
    expect(customersByBand(counts, { medium: 0.39, high: 0.4, critical: 0.91 })).toEqual([0, 2, 8, 1]);
  });

  it('counts every customer once, wherever the bounds are', () => {
    for (const medium of [0.01, 0.29, 0.57]) {
      const bands = customersByBand(counts, { medium, high: 0.58, critical: 0.99 });
      expect(bands.reduce((sum, count) => sum + count, 0)).toBe(11);
    }
  });
});
