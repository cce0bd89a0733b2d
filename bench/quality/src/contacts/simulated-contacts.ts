import { CONTACT_CELLS, type GroupEffect, learnContactEffects, type Stratum } from '#libs/campaigns';
import { SeededRandom } from '#libs/scoring';
import { mean } from '../mean.js';
import { cellAt } from './cell-at.js';

/** Effects of the campaigns of simulated shops, as shifts of the log-odds of an order. */
export const PLANTED = {
  category: ({ groups }: Simulated): number => ((groups & COFFEE) === 0 ? 0 : 0.6),
  lateness: ({ cell }: Simulated): number => (Math.floor(cell / 3) % 3 === 1 ? 0.6 : 0),
  none: (): number => 0,
  harmful: ({ groups }: Simulated): number => ((groups & COFFEE) === 0 ? 0.3 : -0.6),
} as const;
export type Planted = keyof typeof PLANTED;

/** Means over many shops. */
export interface SimulatedResult {
  readonly planted: Planted;
  /** The extra orders that the ranking by contact value finds, as a share of those that a ranking by the true effect finds; null when there are none. */
  readonly found: number | null;
  /** Shares of the shops that report customers who bought Coffee as helped, as harmed, or any group wrongly as either. */
  readonly coffeeHelped: number;
  readonly coffeeHarmed: number;
  readonly wrong: number;
  /** Share of the customers with a contact value above 0. */
  readonly worth: number;
  /** Share of the groups with an interval that holds the truth. */
  readonly covered: number;
}

interface Simulated {
  readonly cell: number;
  readonly score: number;
  readonly groups: number;
}

const COFFEE = 1;
const KINDS = ['category', 'category', 'channel'];
const SHARES = [0.4, 0.3, 0.5];

/** @param size customers that the two campaigns of a shop choose */
export function simulateContacts(planted: Planted, { shops, size, seed }: { shops: number; size: number; seed: number }): SimulatedResult {
  const runs = Array.from({ length: shops }, (_, shop) => oneShop(planted, size, new SeededRandom(seed, shop)));
  const best = mean(runs.map((run) => run.best));
  return {
    planted,
    found: best > 0 ? mean(runs.map((run) => run.found)) / best : null,
    coffeeHelped: mean(runs.map(({ groups }) => Number(groups.some(({ group, low }) => group === 0 && low > 0)))),
    coffeeHarmed: mean(runs.map(({ groups }) => Number(groups.some(({ group, high }) => group === 0 && high < 0)))),
    wrong: mean(runs.map(({ groups }) => Number(groups.some((each) => isWrong(each))))),
    worth: mean(runs.map((run) => run.worth)),
    covered: mean(runs.flatMap(({ groups }) => groups.map((each) => Number(each.low <= each.truth && each.truth <= each.high)))),
  };
}

type Checked = GroupEffect & { readonly truth: number };
const isWrong = ({ low, high, truth }: Checked): boolean => (low > 0 && truth <= 0) || (high < 0 && truth >= 0);

function oneShop(planted: Planted, size: number, random: SeededRandom) {
  const shift = PLANTED[planted];
  const chosen = Array.from({ length: size }, () => customerOf(random));
  const { cells, groups } = learnContactEffects(strataOf(chosen, shift, random), CONTACT_CELLS, KINDS);
  const fresh = Array.from({ length: 4000 }, () => customerOf(random));
  const gains = (rank: (customer: Simulated) => number): number => areaOf(fresh, rank, (customer) => changeOf(customer, shift));
  const effectOf = ({ cell, groups: own }: Simulated): number => cells[cell + CONTACT_CELLS * own]?.effect ?? 0;
  return {
    found: gains((customer) => Math.max(0, effectOf(customer)) * customer.score * (1 - customer.score)),
    best: planted === 'none' ? 0 : gains((customer) => changeOf(customer, shift)),
    worth: fresh.filter((customer) => effectOf(customer) > 0).length / fresh.length,
    groups: groups.map((each): Checked => ({ ...each, truth: truthOf(chosen, each.group, shift) })),
  };
}

/** Silent customers have high scores, and many have ordered once. Customers who bought Coffee are late more often. */
function customerOf(random: SeededRandom): Simulated {
  const score = Math.min(0.98, Math.max(0.1, 1 - random.unit() ** 1.6));
  const groups = SHARES.reduce((sum, share, group) => sum + (random.chance(share) ? 2 ** group : 0), 0);
  const isLate = random.chance(score * ((groups & COFFEE) === 0 ? 0.7 : 1));
  const silence = !isLate ? 0 : random.chance(0.6) ? 1 : 2;
  return { cell: cellAt({ score, silence, orders: Math.floor(3 * random.unit() ** 1.5) }), score, groups };
}

type Shift = (customer: Simulated) => number;

/** Returns the change of the chance of an order by a contact. */
const changeOf = ({ score, ...rest }: Simulated, shift: Shift): number =>
  1 / (1 + (score / (1 - score)) * Math.exp(-shift({ score, ...rest }))) - (1 - score);

function truthOf(customers: readonly Simulated[], group: number, shift: Shift): number {
  const members = customers.filter(({ groups }) => (group === SHARES.length ? groups === 0 : ((groups >> group) & 1) === 1));
  return members.reduce((sum, customer) => sum + changeOf(customer, shift), 0) / members.length;
}

function strataOf(customers: readonly Simulated[], shift: Shift, random: SeededRandom): Stratum[] {
  const strata = new Map<string, Stratum>();
  for (const [i, customer] of customers.entries()) {
    const [campaign, holdout] = [String(i % 2), random.chance(0.3)];
    const key = `${campaign} ${customer.cell} ${customer.groups} ${holdout}`;
    const { n, returned, slope } = strata.get(key) ?? { n: 0, returned: 0, slope: 0 };
    const chance = 1 - customer.score + (holdout ? 0 : changeOf(customer, shift));
    strata.set(key, {
      campaign_id: campaign,
      cell: customer.cell,
      groups: customer.groups,
      holdout,
      n: n + 1,
      returned: returned + Number(random.chance(chance)),
      slope: slope + customer.score * (1 - customer.score),
    });
  }
  return [...strata.values()];
}

/** Returns the mean gain of contacting the first of a ranking, less that of contacting the same number at random. */
function areaOf(customers: readonly Simulated[], rankOf: (customer: Simulated) => number, gainOf: (customer: Simulated) => number): number {
  const gains = customers.toSorted((a, b) => rankOf(b) - rankOf(a)).map((customer) => gainOf(customer));
  const total = gains.reduce((sum, gain) => sum + gain, 0);
  let [gained, area] = [0, 0];
  for (const [i, gain] of gains.entries()) {
    gained += gain;
    area += gained - (total * (i + 1)) / gains.length;
  }
  return area / gains.length / gains.length;
}
