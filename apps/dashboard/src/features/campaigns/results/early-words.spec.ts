import { earlyWords } from './early-words';
import type { Compared } from './outcome';

const groupOf = (n: number, returned: number) => ({ n, returned, rate: returned / n, revenue: '0', matured: 0 });
const results = (treated: number, holdout: number, returned = 0): Compared => ({
  window_days: 60, treated: groupOf(treated, returned), holdout: groupOf(holdout, 0), uplift: 0, ci95: [-0.1, 0.1],
  conclusive: false, verdict: 'too_early', power: null, revenue_uplift: null,
}); // prettier-ignore
const campaign = { last_sent_at: '2026-11-23T09:00:00.000Z' };
const format = { date: (instant: string) => instant.slice(0, 10) };

describe('earlyWords', () => {
  it('say when the first result can be expected, and that nobody has ordered yet', () => {
    expect(earlyWords(results(95, 30), campaign, format)).toBe(
      'The first result comes by 2027-01-22. Nobody in either group has ordered yet.',
    );
    expect(earlyWords(results(95, 30, 1), campaign, format)).toBe('The first result comes by 2027-01-22.');
  });

  it('promise no date when a group is too small to give a result', () => {
    expect(earlyWords(results(95, 17), campaign, format)).toBe(
      'Too few customers for a result so far: 95 contacted and 17 in the control group. Each group needs 30.',
    );
  });
});
