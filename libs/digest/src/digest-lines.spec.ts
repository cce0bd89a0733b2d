import { digestLines } from './digest-lines.js';
import type { Digest } from './read-digest.js';

const DIGEST: Digest = {
  week: '2026-W47',
  from: '2026-11-16',
  to: '2026-11-22',
  isOver: true,
  asOf: '2026-11-22',
  isWhole: true,
  currency: 'EUR',
  beganToSlip: 12,
  enteredHighRisk: 3,
  cameBack: { customers: 1, revenue: '310.00' },
  joined: 40,
  lost: 5,
  slipping: { customers: 34, revenueIfOrdered: '4200.40' },
  revenueAtRisk: '11465.00',
  revenueAtRiskChange: '-890.20',
  campaigns: { campaigns: 2, contacted: 340, effect: { verdict: 'helps', uplift: 0.0421 } },
  alarm: null,
  model: { quality: 'good', meanPredicted: 0.708, baseRate: 0.694, isReplay: false },
};

describe('the sentences of a digest', () => {
  it('say whom to win back, what has changed, what campaigns brought, and how good the scores are', () => {
    expect(digestLines(DIGEST)).toEqual([
      '34 customers were slipping away on 2026-11-22, 12 of them since this week. If all of them order again, that brings about €4,200.',
      'The revenue at risk is €11,465, €890 less than a week before.',
      '1 customer who slipped away or was lost came back and spent €310; 40 customers ordered for the first time, and 5 customers became lost.',
      '2 campaigns reached customers 340 times. Your campaigns help: contacted customers come back more often than those in the control group, by 4.2 percentage points.',
      'Of the predictions whose time has passed, 71 % of customers were expected to stay away, and 69 % did.',
    ]);
  });

  it('claim nothing that is not known', () => {
    const unknown: Digest = {
      ...DIGEST,
      isWhole: false,
      cameBack: null,
      joined: null,
      lost: null,
      revenueAtRiskChange: null,
      slipping: { customers: 0, revenueIfOrdered: '0.00' },
      campaigns: { campaigns: 0, contacted: 0, effect: null },
      model: null,
    };
    expect(digestLines(unknown)).toEqual([
      'No customer was slipping away on 2026-11-22.',
      'The revenue at risk is €11,465.',
      'No campaign was sent.',
      'Too little has happened yet to say how good the scores are.',
    ]);
    expect(digestLines({ ...unknown, slipping: null, revenueAtRisk: null })).toEqual(['Customers had no scores in this week yet.']);
    const inTwoCurrencies = digestLines({ ...DIGEST, cameBack: null, revenueAtRiskChange: null });
    expect(inTwoCurrencies).toContain('40 customers ordered for the first time, and 5 customers became lost.');
    const early = { ...DIGEST.campaigns, campaigns: 1, contacted: 1, effect: { verdict: 'too_early', uplift: 0.3 } } as const;
    expect(digestLines({ ...DIGEST, campaigns: early })).toContain(
      '1 campaign reached customers 1 time. It is too early to say whether your campaigns help.',
    );
  });
});
