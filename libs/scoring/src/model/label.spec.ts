import { DEFAULT_BANDS, labelOf } from './label.js';

describe('labels', () => {
  it.each([
    ['0.0001', 'low'],
    ['0.3999', 'low'],
    ['0.4000', 'medium'],
    ['0.6999', 'medium'],
    ['0.7000', 'high'],
    ['0.8999', 'high'],
    ['0.9000', 'critical'],
    ['0.9999', 'critical'],
  ])('call %s %s', (score, label) => {
    expect(labelOf(score, DEFAULT_BANDS)).toBe(label);
  });

  it('follow the bands of the tenant', () => {
    expect(labelOf('0.5000', { medium: 0.1, high: 0.2, critical: 0.5 })).toBe('critical');
  });
});
