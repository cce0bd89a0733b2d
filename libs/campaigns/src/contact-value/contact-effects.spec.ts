import { type CellEffect, learnContactEffects, type Stratum } from './contact-effects.js';
import { CONTACT_CELLS, contactedScoreOf, contactValueOf, contactWeights, NEEDED_AT_FIRST, worthBounds } from './contact-value.js';

/** Uniform numbers from 0 to 1 (mulberry32), the same for the same seed. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Simulated {
  readonly cell: number;
  readonly score: number;
  readonly revenueAtRisk: number;
}

const slopeOf = ({ score }: Simulated): number => score * (1 - score);

/** A customer as `customers.contact_cell` divides them: score, silence, orders. The silent have high scores, and many have ordered once. */
function customerOf(random: () => number): Simulated {
  const score = Math.min(0.995, Math.max(0.02, 1 - random() ** 2.2));
  const band = score < 0.4 ? 0 : score < 0.7 ? 1 : score < 0.9 ? 2 : 3;
  const silence = random() > score ? 0 : random() < 0.6 ? 1 : 2;
  const orders = Math.floor(3 * random() ** 1.5);
  const revenue = 20 * Math.exp(2 * random()) * (1 + orders / 2);
  return { cell: 9 * band + 3 * silence + orders, score, revenueAtRisk: score * (1 - score) * revenue };
}

type Shift = (customer: Simulated) => number;

/**
 * Effects of a contact: it wins customers who have just become late, above all those with many orders. Customers who are not late would
 * order anyway.
 */
const planted: Shift = ({ cell }) => {
  const [band, silence, orders] = [Math.floor(cell / 9), Math.floor(cell / 3) % 3, cell % 3];
  return (silence === 1 ? 0.7 : silence === 2 ? 0.1 : -0.1) * (band === 3 ? 0.5 : 1) * (0.5 + orders / 2);
};
const none: Shift = () => 0;

/** Campaigns with control groups, as the results count them. */
function strataOf(random: () => number, shift: Shift, campaigns: number, size: number): Stratum[] {
  const strata = new Map<
    string,
    { campaign_id: string; cell: number; holdout: boolean; groups: number; n: number; returned: number; slope: number }
  >();
  for (let i = 0; i < campaigns * size; i += 1) {
    const campaign = i % campaigns;
    const customer = customerOf(random);
    const holdout = random() < 0.2 + 0.1 * (campaign % 2);
    // The second campaign comes before a holiday, when all customers order more.
    const odds = Math.log((1 - customer.score) / customer.score) + (campaign === 1 ? 0.5 : 0) + (holdout ? 0 : shift(customer));
    const key = `${campaign} ${customer.cell} ${holdout}`;
    const stratum = strata.get(key) ?? {
      campaign_id: String(campaign),
      cell: customer.cell,
      holdout,
      groups: 0,
      n: 0,
      returned: 0,
      slope: 0,
    };
    stratum.n += 1;
    stratum.returned += Number(random() < 1 / (1 + Math.exp(-odds)));
    stratum.slope += slopeOf(customer);
    strata.set(key, stratum);
  }
  return [...strata.values()];
}

/** Extra revenue of a contact that the simulator plants. */
const truthOf = (customer: Simulated, shift: Shift): number => {
  const odds = Math.log((1 - customer.score) / customer.score);
  const change = 1 / (1 + Math.exp(-odds - shift(customer))) - (1 - customer.score);
  return (customer.revenueAtRisk / slopeOf(customer)) * change;
};

/** The Qini coefficient: the mean extra revenue of contacting the first of a ranking, less that of contacting as many at random. */
function qiniOf(customers: readonly Simulated[], shift: Shift, rankOf: (customer: Simulated) => number): number {
  const gains = customers.toSorted((a, b) => rankOf(b) - rankOf(a)).map((customer) => truthOf(customer, shift));
  const total = gains.reduce((sum, gain) => sum + gain, 0);
  let [gained, area] = [0, 0];
  for (const [i, gain] of gains.entries()) {
    gained += gain;
    area += gained - (total * (i + 1)) / gains.length;
  }
  return area / gains.length / gains.length;
}

const isWithin = (effect: CellEffect | undefined, value: number): boolean =>
  effect !== undefined && effect.low <= value && value <= effect.high;

/** Returns how well thirty shops, each with three campaigns, rank 3,000 new customers by what they have learned. */
function shopsOf(shift: Shift, size: number) {
  return Array.from({ length: 30 }, (_, seed) => {
    const random = uniform(seed + 1);
    const { cells } = learnContactEffects(strataOf(random, shift, 3, size), CONTACT_CELLS);
    const customers = Array.from({ length: 3000 }, () => customerOf(random));
    const effectOf = ({ cell }: Simulated): number => cells[cell]?.effect ?? Number.NaN;
    const weights = contactWeights({ cells });
    return {
      value: qiniOf(customers, shift, (customer) => customer.revenueAtRisk * (weights[customer.cell] ?? Number.NaN)),
      score: qiniOf(customers, shift, ({ score }) => score),
      revenue: qiniOf(customers, shift, ({ revenueAtRisk }) => revenueAtRisk),
      best: qiniOf(customers, shift, (customer) => truthOf(customer, shift)),
      worth: customers.filter((customer) => effectOf(customer) > 0).length / customers.length,
      covered: customers.filter((customer) => isWithin(cells[customer.cell], shift(customer))).length / customers.length,
    };
  });
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the value of a contact', () => {
  it('finds the customers to contact: its Qini coefficient is above those of the score and the revenue at risk', () => {
    const shops = shopsOf(planted, 8000);
    const mean = (name: keyof (typeof shops)[number]): number => meanOf(shops.map((shop) => shop[name]));
    expect(mean('value')).toBeGreaterThan(1.3 * mean('revenue'));
    expect(mean('value')).toBeGreaterThan(mean('score') + 0.5);
    expect(mean('value')).toBeGreaterThan(0.65 * mean('best'));
    expect(shops.filter(({ value, revenue }) => value > revenue).length).toBeGreaterThanOrEqual(28);
    // The interval of a cell holds what was planted.
    expect(mean('covered')).toBeGreaterThan(0.92);
  });

  it('of a contact that changes nothing is above zero for few, and its order is no worse than chance', () => {
    const shops = shopsOf(none, 8000);
    expect(meanOf(shops.map(({ worth }) => worth))).toBeLessThan(0.1);
    expect(meanOf(shops.map(({ covered }) => covered))).toBeGreaterThan(0.9);
    for (const { value } of shops) expect(Math.abs(value)).toBeLessThan(1e-9);
  });

  it('is not told before there is evidence, and then says how many customers must still be chosen', () => {
    expect(learnContactEffects([], CONTACT_CELLS)).toEqual({ needed: NEEDED_AT_FIRST, cells: [], groups: [] });
    expect(NEEDED_AT_FIRST).toBeGreaterThan(5000);
    const few = learnContactEffects(strataOf(uniform(1), planted, 3, 300), CONTACT_CELLS);
    expect([few.cells, few.needed > 1000, few.needed < NEEDED_AT_FIRST]).toEqual([[], true, true]);
    // All customers were contacted, so their orders cannot be compared with those of others.
    const treated = strataOf(uniform(1), planted, 3, 3000).filter(({ holdout }) => !holdout);
    expect(learnContactEffects(treated, CONTACT_CELLS)).toEqual({ needed: NEEDED_AT_FIRST, cells: [], groups: [] });
  });

  it('is the effect on the revenue at risk, less the cost, and never below minus the cost', () => {
    expect(contactValueOf({ effect: 0.5, low: -0.1, high: 1 }, '20.00', '1.50')).toEqual({ value: '8.50', low: '-3.50', high: '18.50' });
    expect(contactValueOf({ effect: -0.5, low: -1, high: 0 }, '20.00', '0.00')).toEqual({ value: '0.00', low: '-20.00', high: '0.00' });
    const rates = { cells: [0.5, 0, -0.2].map((effect, cell) => ({ cell, effect, low: 0, high: 0 })) };
    expect(contactWeights(rates)).toEqual([500_000, 1, 1]);
    // 3.00 at risk is worth as much as it costs; revenue_order is the negated amount in hundredths.
    expect(worthBounds(rates, '1.50')).toEqual(['-300', '-9223372036854775808', '-9223372036854775808']);
  });
});

describe('the chance of no order after a contact', () => {
  it('has the odds of the score, changed by the effect', () => {
    const { value, low, high } = contactedScoreOf({ effect: Math.log(2), low: 0, high: Math.log(4) }, '0.6667');
    expect([value, low, high].map(Number)).toEqual([expect.closeTo(0.5, 3), expect.closeTo(1 / 3, 3), expect.closeTo(0.6667, 3)]);
  });

  it('is the score where a contact harms, as its value is, and stays within the bounds of scores', () => {
    expect(contactedScoreOf({ effect: -1, low: -2, high: 0 }, '0.5000')).toEqual({ value: '0.5000', low: '0.5000', high: '0.8808' });
    expect(contactedScoreOf({ effect: 5, low: 1, high: 9 }, '0.0001').value).toBe('0.0001');
  });
});
