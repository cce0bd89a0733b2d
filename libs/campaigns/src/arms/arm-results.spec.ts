import type { CampaignArm } from '#libs/core';
import type { GroupRow } from '../results/groups.js';
import type { Difference } from '../results/return-rates.js';
import { powerOfArms } from './arm-power.js';
import { type ArmResults, compareArms } from './arm-results.js';
import { armSummary } from './arm-summary.js';

/** Uniform numbers from 0 to 1 (Marsaglia's xorshift), always the same. */
function* uniform(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield ((state >>> 0) + 0.5) / 2 ** 32;
  }
}

const offer = (name: string, contact = 0, redemption = 0): CampaignArm => ({
  name,
  text: null,
  contact_cost: contact,
  redemption_cost: redemption,
});

/** @param group place of the arm; null: the control group */
const row = (group: number | null, { n, returned, revenue = 0, squares = 0, matured = true }: Sums): GroupRow => ({
  holdout: group === null,
  arm: group,
  matured,
  n,
  returned,
  revenue: revenue.toFixed(2),
  revenue_squares: squares,
  contaminated: 0,
  window_days: 14,
});

interface Sums {
  readonly n: number;
  readonly returned: number;
  readonly revenue?: number;
  readonly squares?: number;
  readonly matured?: boolean;
}

/** Customers who each spend the same amount when they order. */
const spending = (n: number, returned: number, each: number): Sums => ({
  n,
  returned,
  revenue: returned * each,
  squares: returned * each * each,
});

/** A group of a simulated campaign: how many order, and what the offer costs. */
interface Kind {
  readonly rate: number;
  readonly contact: number;
  readonly redemption: number;
  /** Customers in one look. */
  readonly perLook: number;
}

const MEAN_ORDER = Math.exp(4 + 0.5);
const netOf = ({ rate, contact, redemption }: Kind): number => rate * (MEAN_ORDER - redemption) - contact;

/** Simulates a campaign that somebody looks at many times. @returns whether an interval ever left out the truth, of orders and of money */
function campaignMisses(random: Generator<number, never>, control: Kind, arms: readonly Kind[], looks: number): [boolean, boolean] {
  const next = (): number => random.next().value;
  const normal = (): number => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  const kinds = [control, ...arms];
  const sums = kinds.map(() => ({ n: 0, returned: 0, revenue: 0, squares: 0 }));
  const offers = arms.map(({ contact, redemption }, place) => offer(`Offer ${place}`, contact, redemption));
  const missed: [boolean, boolean] = [false, false];
  for (let look = 0; look < looks; look += 1) {
    for (const [place, { rate, perLook }] of kinds.entries()) {
      const sum = sums[place]!;
      for (let customer = 0; customer < perLook; customer += 1) {
        const spent = next() < rate ? Math.exp(4 + normal()) : 0;
        sum.n += 1;
        sum.returned += Number(spent > 0);
        sum.revenue += spent;
        sum.squares += spent * spent;
      }
    }
    const results = compareArms(
      offers,
      sums.map((sum, place) => row(place === 0 ? null : place - 1, sum)),
    );
    const compared = [
      ...results.arms.map(({ orders, net }, place) => ({ orders, net, first: arms[place]!, second: control })),
      ...results.pairs.map((pair) => ({ ...pair, first: arms[pair.first]!, second: arms[pair.second]! })),
    ];
    for (const { orders, net, first, second } of compared) {
      missed[0] ||= isOutside(orders, first.rate - second.rate);
      missed[1] ||= isOutside(net, netOf(first) - netOf(second));
    }
  }
  return missed;
}

const isOutside = (difference: Difference | null, truth: number): boolean =>
  difference !== null && (truth < difference.ci95[0] || truth > difference.ci95[1]);

describe('the arms of a campaign', () => {
  const small = { contact: 0, redemption: 0, perLook: 10 };

  it.each([
    ['no effect', { ...small, rate: 0.15, perLook: 5 }, [0.15, 0.15]],
    ['an effect', { ...small, rate: 0.1, perLook: 5 }, [0.12, 0.2]],
    ['rare orders', { ...small, rate: 0.03, perLook: 10 }, [0.03, 0.03, 0.03]],
  ] as const)('with %s have intervals that hold at every one of 100 looks in 95 of 100 campaigns', (_, control, rates) => {
    const random = uniform(11);
    const arms = rates.map((rate, place) => ({ ...small, rate, contact: 0.2 * place, redemption: 5 * place }));
    const campaigns = Array.from({ length: 300 }, () => campaignMisses(random, control, arms, 100));
    expect(campaigns.filter(([orders, money]) => orders || money).length).toBeLessThanOrEqual(0.05 * 300);
  });

  it('need 30 customers each whose window has passed, and money ten orders each', () => {
    const arms = [offer('A'), offer('B')];
    const early = compareArms(arms, [
      row(0, spending(29, 12, 50)),
      row(0, { n: 500, returned: 100, matured: false }),
      row(1, spending(500, 12, 50)),
    ]);
    expect(early).toMatchObject({ pairs: [{ first: 0, second: 1, orders: null, net: null }], best: null });
    expect(early.arms[0]).toMatchObject({ all: { n: 529, returned: 112 }, matured: 29, verdict: 'too_early' });
    const later = compareArms(arms, [row(0, spending(30, 9, 50)), row(1, spending(30, 12, 50))]);
    expect(later.pairs[0]?.orders?.value).toBeCloseTo(-0.1, 10);
    expect(later.pairs[0]?.net).toBeNull();
  });

  it('cost a contact for each customer, and the offer for each who orders', () => {
    const { arms, pairs } = compareArms(
      [offer('Reminder', 0.1), offer('10 % off', 0.1, 6)],
      [row(0, spending(1000, 100, 60)), row(1, spending(1000, 150, 60)), row(null, spending(1000, 80, 60))],
    );
    expect(arms.map(({ cost }) => cost)).toEqual([100, 100 + 900]);
    // 1,000 customers each: 6 - .1 = 5.9, 9 - .1 - .9 = 8, and 4.8 without a contact.
    expect(arms[0]?.net?.value).toBeCloseTo(1.1, 10);
    expect(arms[1]?.net?.value).toBeCloseTo(3.2, 10);
    expect(pairs[0]?.net?.value).toBeCloseTo(-2.1, 10);
    expect(arms[1]?.verdict).toBe('helps');
  });

  it('have a best one only when it earns more than every other one beyond chance', () => {
    const arms = [offer('A'), offer('B'), offer('C')];
    const groups = (third: number) => [row(0, spending(3000, 300, 50)), row(1, spending(3000, 600, 50)), row(2, spending(3000, third, 50))];
    expect(compareArms(arms, groups(310)).best).toBe(1);
    expect(compareArms(arms, groups(600)).best).toBeNull();
  });
});

describe('the summary of the arms', () => {
  const reminder = offer('Reminder', 0.1);
  const discount = offer('10 % off', 0.1, 30);
  const control = row(null, spending(4000, 300, 50));
  const summaryOf = (arms: readonly CampaignArm[], rows: readonly GroupRow[]): string => armSummary(arms, compareArms(arms, rows));

  it('says what an offer brings and whether that pays', () => {
    const rows = [row(0, spending(4000, 480, 50)), row(1, spending(4000, 640, 50)), control];
    expect(summaryOf([reminder, discount], rows)).toBe(
      'Of 100 customers, “10 % off” brings 4.0 more to order than “Reminder”, and it costs more than it brings. Of these offers, use “Reminder” for the next customers. It also brings more customers to order than no contact.',
    );
    const cheap = offer('Free shipping', 0.1, 4);
    expect(summaryOf([reminder, cheap], [row(0, spending(4000, 400, 50)), row(1, spending(4000, 720, 50)), control])).toBe(
      'Of 100 customers, “Free shipping” brings 8.0 more to order than “Reminder”, and it brings more than it costs. Of these offers, use “Free shipping” for the next customers. It also brings more customers to order than no contact.',
    );
    // The order of the offers does not matter: the cheapest is the one to compare with.
    expect(summaryOf([discount, reminder], [row(1, spending(4000, 480, 50)), row(0, spending(4000, 640, 50)), control])).toBe(
      summaryOf([reminder, discount], rows),
    );
  });

  it('does not recommend an offer that keeps customers from ordering', () => {
    const rows = [row(0, spending(4000, 100, 50)), row(1, spending(4000, 20, 50)), row(null, spending(4000, 400, 50))];
    expect(summaryOf([reminder, discount], rows)).toBe(
      'Of 100 customers, “10 % off” brings 2.0 fewer to order than “Reminder”, and it costs more than it brings. None of them pays: after its cost, each earns less than no contact.',
    );
  });

  it('does not recommend an offer that costs more than it brings compared with no contact', () => {
    const [cheap, dear] = [offer('Gift', 5), offer('Large gift', 20)];
    const rows = [row(0, spending(4000, 480, 50)), row(1, spending(4000, 640, 50)), control];
    expect(compareArms([cheap, dear], rows)).toMatchObject({
      best: null,
      isLoss: true,
      arms: [{ verdict: 'helps' }, { verdict: 'helps' }],
    });
    expect(summaryOf([cheap, dear], rows)).toMatch(/ None of them pays: after its cost, each earns less than no contact\.$/);
  });

  it('compares costs per customer: a gift for each order costs less than a dear contact', () => {
    const [gift, call] = [offer('Gift', 0, 5), offer('Call', 1)];
    const rows = [row(0, spending(4000, 400, 50)), row(1, spending(4000, 410, 50)), control];
    expect(summaryOf([gift, call], rows)).toContain('“Call” and “Gift”');
  });

  it('says what is not known', () => {
    expect(summaryOf([reminder, discount], [])).toBe(
      'Too early to compare the offers: each needs 30 customers whose time to order has passed.',
    );
    expect(summaryOf([reminder, discount], [row(0, spending(100, 10, 50)), row(1, spending(100, 12, 50))])).toBe(
      'No difference between “10 % off” and “Reminder” is certain yet in how many customers order, and nothing shows yet that it brings more than it costs.',
    );
    expect(summaryOf([offer('A'), offer('B')], [row(0, spending(100, 5, 50)), row(1, spending(100, 12, 50))])).toBe(
      'No difference between “B” and “A” is certain yet in how many customers order; what that is worth is not known yet.',
    );
  });
});

describe('the power of arms', () => {
  const planned = { meanScore: 0.85, horizonDays: 60, windowDays: 60, effect: 0.05 };

  it.each([2, 3, 4])('finds the hoped effect between two of %i arms in 80 of 100 campaigns with the customers that it asks for', (arms) => {
    const { neededPerArm: n, customersPerArm } = powerOfArms(Array<number>(arms).fill(900), planned)!;
    expect(customersPerArm).toBe(900);
    const random = uniform(5);
    const returned = (rate: number): number =>
      Array.from({ length: n }, () => Number(random.next().value < rate)).reduce((sum, one) => sum + one, 0);
    const found = Array.from({ length: 200 }, (): ArmResults => {
      const offers = Array.from({ length: arms }, (_, place) => offer(`Offer ${place}`));
      const rows = offers.map((_, place) => row(place, { n, returned: returned(place === 0 ? 0.2 : 0.15) }));
      return compareArms(offers, [row(null, { n: 500, returned: 75 }), ...rows]);
    }).filter(({ pairs }) => pairs[0]!.orders!.ci95[0] > 0);
    expect(found.length).toBeGreaterThan(0.73 * 200);
    expect(found.length).toBeLessThan(0.87 * 200);
  });

  it('asks for more customers for a smaller effect, and is not known while all arms are empty', () => {
    const needed = (effect: number): number => powerOfArms([10, 10], { ...planned, effect })!.neededPerArm;
    expect(needed(0.02)).toBeGreaterThan(4 * needed(0.05));
    expect(powerOfArms([3, 0], planned)?.customersPerArm).toBe(0);
    expect(powerOfArms([0, 0], planned)).toBeNull();
  });
});
