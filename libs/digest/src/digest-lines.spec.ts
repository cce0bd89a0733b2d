import { digestLines } from './digest-lines.js';
import { digestMail } from './digest-mail.js';
import type { Digest } from './read-digest.js';

const bin = (place: number, n: number, predicted: number, observed: number) => ({ bin: place, n, predicted, observed });

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
  slipping: { customers: 34, revenueIfOrdered: '4200.40', revenueAtRisk: '1400.40' },
  secondOrderDue: { customers: 120, revenueIfOrdered: '6120.00', revenueAtRisk: '2120.00' },
  contactable: { customers: 101, revenueAtRisk: '2410.00' },
  revenueAtRisk: '11465.00',
  revenueAtRiskChange: '-890.20',
  expectedRevenue: '48211.00',
  expectedRevenueChange: '-1250.20',
  horizonDays: 30,
  campaigns: { campaigns: 2, contacted: 340, effect: { verdict: 'helps', uplift: 0.0421 } },
  alarm: null,
  model: { quality: 'good', calibration: [bin(1, 100, 0.1, 0.2), bin(7, 300, 0.7, 0.6), bin(9, 5000, 0.99, 0.98)], isReplay: false },
};

describe('the sentences of a digest', () => {
  it('say whom to win back, what has changed, what campaigns brought, and how good the scores are', () => {
    expect(digestLines(DIGEST)).toEqual([
      '34 customers were slipping away on 22 Nov 2026, 12 of them overdue since this week.',
      'The second order of 120 customers was due on 22 Nov 2026.',
      'A campaign may contact 101 customers of these now. Contacts that work well can bring up to €2,410 more.',
      'Your present customers will probably bring €48,211 in the next 30 days, €1,250 less than a week before.',
      '1 customer who slipped away or was lost, or whose second order was due, came back and spent €310; 40 customers ordered for the first time, and 5 customers became lost.',
      '2 campaigns reached customers 340 times. Your campaigns help: contacted customers come back more often than those in the control group, by 4.2 percentage points.',
      'When we checked past scores: of the customers whom we gave a risk below 80%, we expected 55% not to order; 50% did not.',
    ]);
  });

  it('claim nothing that is not known', () => {
    const unknown: Digest = {
      ...DIGEST,
      isWhole: false,
      cameBack: null,
      joined: null,
      lost: null,
      expectedRevenueChange: null,
      horizonDays: null,
      slipping: { customers: 0, revenueIfOrdered: '0.00', revenueAtRisk: '0.00' },
      secondOrderDue: { customers: 0, revenueIfOrdered: '0.00', revenueAtRisk: '0.00' },
      campaigns: { campaigns: 0, contacted: 0, effect: null },
      model: null,
    };
    expect(digestLines(unknown)).toEqual([
      'No customer was slipping away on 22 Nov 2026.',
      'Your present customers will probably bring €48,211 in the days that a score looks ahead.',
      'No campaign was sent.',
      'Too little has happened yet to say how good the scores are.',
    ]);
    expect(digestLines({ ...unknown, slipping: null, expectedRevenue: null })).toEqual(['Customers had no scores in this week yet.']);
    const inTwoCurrencies = digestLines({ ...DIGEST, cameBack: null, expectedRevenueChange: null });
    expect(inTwoCurrencies).toContain('40 customers ordered for the first time, and 5 customers became lost.');
    const early = { ...DIGEST.campaigns, campaigns: 1, contacted: 1, effect: { verdict: 'too_early', uplift: 0.3 } } as const;
    expect(digestLines({ ...DIGEST, campaigns: early })).toContain(
      '1 campaign reached customers 1 time. It is too early to say whether your campaigns help.',
    );
  });

  it('compare the same customers as the overview: without those from 80% on, or all where nobody is below', () => {
    const replay = { quality: 'fair', calibration: [bin(2, 10, 0.2, 0.3), bin(8, 90, 0.85, 0.9)], isReplay: true } as const;
    expect(digestLines({ ...DIGEST, model: replay }).at(-1)).toBe(
      'In a replay of your past orders: of the customers whom we gave a risk below 80%, we expected 20% not to order; 30% did not.',
    );
    expect(digestLines({ ...DIGEST, model: { ...replay, calibration: [bin(9, 10, 0.95, 0.9)] } }).at(-1)).toBe(
      'In a replay of your past orders: of all customers, we expected 95% not to order; 90% did not.',
    );
    expect(digestLines({ ...DIGEST, model: { ...replay, calibration: [] } }).at(-1)).toBe(
      'Too little has happened yet to say how good the scores are.',
    );
  });

  it('say of an old week what all of its customers could bring, because nobody knows whom a campaign might have contacted', () => {
    expect(digestLines({ ...DIGEST, contactable: null }).slice(0, 2)).toEqual([
      '34 customers were slipping away on 22 Nov 2026, 12 of them overdue since this week. Contacts that work well can bring up to €1,400 more.',
      'The second order of 120 customers was due on 22 Nov 2026. Contacts that work well can bring up to €2,120 more.',
    ]);
  });

  it('say it when a campaign may contact none or one of the customers', () => {
    const lineOf = (count: number): string | undefined =>
      digestLines({ ...DIGEST, contactable: { customers: count, revenueAtRisk: '45.00' } })[2];
    expect(lineOf(0)).toBe('A campaign may contact none of these now.');
    expect(lineOf(1)).toBe('A campaign may contact 1 customer of these now. A contact that works well can bring up to €45 more.');
  });

  it('name no amount to win where none is known', () => {
    const withoutAmounts = {
      ...DIGEST,
      contactable: null,
      beganToSlip: 2,
      slipping: { customers: 2, revenueIfOrdered: '0.00', revenueAtRisk: '0.00' },
    };
    expect(digestLines(withoutAmounts)[0]).toBe('2 customers were slipping away on 22 Nov 2026, 2 of them overdue since this week.');
  });

  it('speak of one customer as of one', () => {
    const one = {
      ...DIGEST,
      contactable: null,
      beganToSlip: 0,
      slipping: { customers: 1, revenueIfOrdered: '120.00', revenueAtRisk: '45.00' },
    };
    const worth = 'A contact that works well can bring up to €45 more.';
    expect(digestLines(one)[0]).toBe(`1 customer was slipping away on 22 Nov 2026. ${worth}`);
    expect(digestLines({ ...one, beganToSlip: 1 })[0]).toBe(
      `1 customer was slipping away on 22 Nov 2026, overdue since this week. ${worth}`,
    );
  });
});

describe('the weekly mail', () => {
  const place = { shop: 'Teas', dashboardUrl: 'https://x', stop: { page: 'https://x/stop', oneClick: 'https://x/one' } };

  it('is about a week that is over, or says what is known of a shop that has just begun', () => {
    const over = digestMail('anna@shop.example', DIGEST, place);
    expect(over.subject).toBe('Your customers from 16 Nov 2026 to 22 Nov 2026');
    expect(over.text).toContain('The week of Teas:');
    const begun = digestMail('anna@shop.example', { ...DIGEST, isOver: false, asOf: '2026-11-16' }, place);
    expect(begun.subject).toBe('Your customers on 16 Nov 2026');
    expect(begun.text).toContain('What we know of Teas so far:');
  });
});
