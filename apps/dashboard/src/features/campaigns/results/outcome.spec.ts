import { type Compared, hasOrders, isUnclear, outcomeOf, points, resultExpectedAt } from './outcome';

const group = { n: 100, returned: 10, rate: 0.1, revenue: '0', matured: 100 };
const idle = { ...group, returned: 0, rate: 0, matured: 0 };
const nobody = { n: 0, returned: 0, rate: null, revenue: '0', matured: 0 };
const results = (input: Partial<Compared>): Compared => ({
  window_days: 60, treated: group, holdout: group, uplift: 0.07, ci95: [0.02, 0.12], conclusive: true, verdict: 'helps',
  power: null, revenue_uplift: null, ...input,
}); // prettier-ignore
const percent = 10;

describe('outcomeOf', () => {
  it('names an effect only if the API calls it conclusive', () => {
    const effect = { uplift: 0.07, low: 0.02, high: 0.12 };
    expect(outcomeOf(results({}), percent)).toEqual({ kind: 'works', ...effect });
    expect(outcomeOf(results({ uplift: -0.07, ci95: [-0.12, -0.02], verdict: 'harms' }), percent)).toMatchObject({ kind: 'harms' });
    expect(outcomeOf(results({ verdict: 'no_difference_seen', conclusive: false }), percent)).toEqual({
      kind: 'noDifference',
      effect,
    });
    expect(outcomeOf(results({ verdict: 'too_early', conclusive: false }), percent)).toEqual({ kind: 'early', effect });
  });

  it('gives no effect while nobody in either group has ordered', () => {
    const quiet = results({ treated: idle, holdout: idle, uplift: 0, ci95: [-0.184, 0.039], verdict: 'too_early' });
    expect([hasOrders(quiet), outcomeOf(quiet, percent)]).toEqual([false, { kind: 'early', effect: null }]);
    expect(outcomeOf({ ...quiet, verdict: 'no_difference_seen' }, percent)).toEqual({ kind: 'noDifference', effect: null });
    expect([hasOrders({ ...quiet, treated: group }), hasOrders({ ...quiet, holdout: group })]).toEqual([true, true]);
  });

  it('answers "unmeasurable" without a control group, and "early" while a control group is still empty', () => {
    const input = results({ holdout: nobody, verdict: 'too_early', uplift: null, ci95: null });
    expect(outcomeOf(input, 0)).toEqual({ kind: 'unmeasurable' });
    expect(outcomeOf(input, percent)).toEqual({ kind: 'early', effect: null });
    expect(outcomeOf(results({}), 0)).toMatchObject({ kind: 'works' });
  });

  it('is unclear while no effect shows, where a single campaign may show one', () => {
    const kinds = [{}, { verdict: 'no_difference_seen' as const }, { verdict: 'too_early' as const }, { verdict: 'harms' as const }];
    expect(kinds.map((input) => isUnclear(outcomeOf(results(input), percent)))).toEqual([false, true, true, false]);
  });

  it('writes differences with their sign, and zero without one', () => {
    expect([0.0712, -0.5, 0].map(points)).toEqual(['+7.1', '\u221250', '0']);
  });
});

describe('resultExpectedAt', () => {
  it('is the end of the time to come back, until that has passed for everybody', () => {
    const sent = { last_sent_at: '2026-11-23T09:00:00.000Z' };
    expect(resultExpectedAt(results({ treated: idle, holdout: idle }), sent)).toBe('2027-01-22T09:00:00.000Z');
    expect(resultExpectedAt(results({ treated: idle, window_days: null }), sent)).toBeNull();
    expect(resultExpectedAt(results({ treated: idle }), { last_sent_at: null })).toBeNull();
    expect(resultExpectedAt(results({}), sent)).toBeNull();
  });
});
