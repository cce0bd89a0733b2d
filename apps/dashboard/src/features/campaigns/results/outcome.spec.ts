import type { CampaignResultsDto } from '../../../api/schema';
import { outcomeOf, points } from './outcome';

const group = { n: 100, returned: 10, rate: 0.1, revenue: '0', matured: 100 };
const results = (input: Partial<CampaignResultsDto>): CampaignResultsDto => ({
  campaign_id: 'c', window_days: 60, treated: group, holdout: group, uplift: 0.07, ci95: [0.02, 0.12], conclusive: true, verdict: 'conclusive',
  revenue_uplift: null, ...input,
}); // prettier-ignore

describe('outcomeOf', () => {
  it('names an effect only if the API calls it conclusive', () => {
    expect(outcomeOf(results({}))).toEqual({ kind: 'works', uplift: 0.07, low: 0.02, high: 0.12 });
    expect(outcomeOf(results({ uplift: -0.07, ci95: [-0.12, -0.02] }))).toMatchObject({ kind: 'harms' });
    expect(outcomeOf(results({ verdict: 'interval_includes_zero', conclusive: false }))).toMatchObject({ kind: 'noDifference' });
    expect(outcomeOf(results({ verdict: 'too_few', conclusive: false }))).toMatchObject({ kind: 'early', effect: { uplift: 0.07 } });
  });

  it('answers "early" if a group is empty', () => {
    expect(outcomeOf(results({ verdict: 'too_few', uplift: null, ci95: null }))).toEqual({ kind: 'early', effect: null });
  });

  it('writes differences with their sign, and zero without one', () => {
    expect([0.0712, -0.5, 0].map(points)).toEqual(['+7.1', '-50', '0']);
  });
});
