import { revenueVerdict } from './revenue-verdict';

const verdictOf = (expected: string, actual: string, p10: string | null = null, p90: string | null = null) =>
  revenueVerdict({ expected, actual, p10, p90 });

describe('The verdict on an expected revenue', () => {
  it('says by which share of the expectation more or less came', () => {
    expect(verdictOf('30812.00', '38930.00').off).toEqual({ kind: 'more', by: expect.closeTo(0.2635, 4) });
    expect(verdictOf('100.00', '80.00').off).toEqual({ kind: 'less', by: expect.closeTo(0.2, 9) });
    expect(verdictOf('100.00', '100.40').off).toMatchObject({ kind: 'same' });
    expect(verdictOf('0.00', '5.00').off).toBeNull();
  });

  it('says whether what came lies within the likely range, where it is known', () => {
    expect(verdictOf('100.00', '110.00', '90.00', '120.00').range).toBe('within');
    expect(verdictOf('100.00', '121.00', '90.00', '120.00').range).toBe('above');
    expect(verdictOf('100.00', '89.00', '90.00', '120.00').range).toBe('below');
    expect(verdictOf('100.00', '89.00').range).toBeNull();
  });
});
