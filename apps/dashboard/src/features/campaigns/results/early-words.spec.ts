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
  it('say that nobody has ordered, and when the first result can be expected', () => {
    expect(earlyWords(results(95, 30), campaign, format)).toBe(
      'Nobody in either group has ordered yet. We need 30 customers in each group whose time to come back has passed. So far: 0 contacted, 0 in the control group. You can expect the first result by 2027-01-22.',
    );
    expect(earlyWords(results(95, 30, 1), campaign, format)).toMatch(/^We need 30 .* by 2027-01-22\.$/);
  });

  it('promise no date when a group is too small to give a result', () => {
    expect(earlyWords(results(95, 17), campaign, format)).toMatch(
      /in the control group\. Waiting is not enough: the campaign has 95 contacted customers and 17 in the control group\. .*larger control group/,
    );
  });
});
