import { isAllSlipping } from './all-slipping';

describe('An audience', () => {
  it('is everybody who is slipping away where that is the only condition', () => {
    expect(isAllSlipping({ lifecycle: ['slipping'], labels: null, min_score: null })).toBe(true);
    expect(isAllSlipping({ lifecycle: ['slipping'], min_score: 0.5 })).toBe(false);
    expect(isAllSlipping({ lifecycle: ['slipping', 'lost'] })).toBe(false);
    expect(isAllSlipping({})).toBe(false);
  });
});
