import type { Contact } from '#libs/core';
import {
  contactsOfOne,
  DEFAULT_BANDS,
  fitModel,
  historyOf,
  knownBy,
  type OrderDays,
  orderDaysOf,
  scoreHistory,
  SeededRandom,
  SparseRowsBuilder,
} from '#libs/scoring';
import { mean } from '../mean.js';

/** A simulated shop of MBG/NBD customers with a campaign. */
export interface ContactedShop {
  readonly customers: number;
  /** Share of the audience that is contacted; the others are the control group. */
  readonly contacted: number;
  /** Extra orders of a contact in its window. */
  readonly uplift: number;
}

/** Means over many shops, in points of 100. */
export interface ContactedResult extends Pick<ContactedShop, 'contacted' | 'uplift'> {
  /** Mean score of the control group less its true mean chance of no order: with a fit that knows the contacts, and with one that does not. */
  readonly bias: number;
  readonly biasUnaware: number;
  /** Standard error of `bias`. */
  readonly error: number;
  /** Expected log-loss of these scores less that of the true chances, in nats. */
  readonly loss: number;
  readonly lossUnaware: number;
}

/** Campaigns to simulate. */
export const CONTACTED = [
  { contacted: 0, uplift: 0 },
  { contacted: 0.5, uplift: 0.05 },
  { contacted: 0.8, uplift: 0 },
  { contacted: 0.8, uplift: 0.05 },
  { contacted: 0.8, uplift: 0.1 },
  { contacted: 0.95, uplift: 0 },
  { contacted: 0.95, uplift: 0.05 },
] as const;

const DAY_MS = 86_400_000;
const TODAY = 720;
const HORIZON_DAYS = 60;
/** The campaign looks for silent customers every month, from a day on, and contacts each of them at most once in two months. */
const CAMPAIGN = { from: 240, every: 30, silent: 20, cooldown: 60, windowDays: 30 };

export function simulateContactedShops(shop: ContactedShop, { shops, seed }: { shops: number; seed: number }): ContactedResult {
  const runs = Array.from({ length: shops }, (_, i) => oneShop(shop, new SeededRandom(seed, i)));
  const biases = runs.map(({ aware }) => aware.bias);
  const variance = mean(biases.map((bias) => (bias - mean(biases)) ** 2));
  return {
    contacted: shop.contacted,
    uplift: shop.uplift,
    bias: mean(biases),
    biasUnaware: mean(runs.map(({ unaware }) => unaware.bias)),
    error: Math.sqrt(variance / shops),
    loss: mean(runs.map(({ aware }) => aware.loss)),
    lossUnaware: mean(runs.map(({ unaware }) => unaware.loss)),
  };
}

interface Simulated {
  readonly orders: number[];
  readonly contacts: readonly Contact[];
  readonly isControl: boolean;
  /** Chance of no order in the horizon without a contact. */
  readonly silent: number;
}

/** Errors of the scores of one fit. */
interface Errors {
  readonly bias: number;
  readonly loss: number;
}

function oneShop(shop: ContactedShop, random: SeededRandom): { readonly aware: Errors; readonly unaware: Errors } {
  const laws = {
    shape: random.between(0.5, 1.5),
    gap: random.between(30, 90),
    leaves: [random.between(0.4, 1), random.between(1, 4)] as const,
  };
  const customers = Array.from({ length: shop.customers }, () => customerOf(shop, laws, random));
  const history = historyFrom(customers);
  const control = Uint32Array.from(customers.keys()).filter((i) => customers[i]!.isControl);
  const truth = Array.from(control, (i) => customers[i]!.silent);
  const errorsOf = (learned: OrderDays): Errors => {
    const model = fitModel(learned, { today: TODAY, horizonDays: HORIZON_DAYS, bands: DEFAULT_BANDS, seed: 1 });
    const scores = [...scoreHistory(historyOf(history, control), model, TODAY)];
    return { bias: 100 * (mean(scores) - mean(truth)), loss: mean(scores.map((score, i) => excessLoss(truth[i]!, score))) };
  };
  return { aware: errorsOf(history), unaware: errorsOf({ ...history, contacts: undefined }) };
}

/** Returns the expected log-loss of a score less that of the true chance, in nats. */
const excessLoss = (truth: number, score: number): number => excessOf(truth, score) + excessOf(1 - truth, 1 - score);

const excessOf = (truth: number, score: number): number => (truth === 0 ? 0 : truth * Math.log(truth / score));

interface Laws {
  readonly shape: number;
  readonly gap: number;
  readonly leaves: readonly [number, number];
}

function customerOf({ contacted, uplift }: ContactedShop, { shape, gap, leaves }: Laws, random: SeededRandom): Simulated {
  const [rate, leaving] = [random.gamma(shape) / shape / gap, random.beta(...leaves)];
  const isControl = !random.chance(contacted);
  const own: number[] = [];
  let [time, isActive] = [random.between(0, TODAY - 1), true];
  while (time < TODAY && isActive) {
    own.push(Math.floor(time));
    isActive = !random.chance(leaving);
    time += random.exponential(rate);
  }
  const orders = new Set(own);
  const contacts: Contact[] = [];
  let free = 0;
  for (let day = CAMPAIGN.from; day < TODAY; day += CAMPAIGN.every) {
    const last = [...orders].filter((each) => each < day).reduce((most, each) => Math.max(most, each), -Infinity);
    if (last === -Infinity || day - last < CAMPAIGN.silent || day < free) continue;
    free = day + CAMPAIGN.cooldown;
    contacts.push({ day, until: day + CAMPAIGN.windowDays, standsFor: isControl ? 1 / (1 - contacted) : 0, draw: 0 });
    const answer = day + 1 + Math.floor(random.between(0, CAMPAIGN.windowDays - 5));
    if (!isControl && random.chance(uplift) && answer <= TODAY) orders.add(answer);
  }
  const silent = isActive ? Math.exp(-rate * HORIZON_DAYS) : 1;
  return { orders: [...orders].toSorted((one, other) => one - other), contacts, isControl, silent };
}

function historyFrom(customers: readonly Simulated[]): OrderDays {
  const orders = new SparseRowsBuilder<OrderDays>(orderDaysOf([]));
  const contacts = new SparseRowsBuilder(contactsOfOne([]));
  for (const each of customers) {
    orders.add(orderDaysOf(each.orders.map((day) => ({ placedAtMs: day * DAY_MS, net: 500_000, foreign: false }))));
    contacts.add(contactsOfOne(each.contacts));
  }
  const history = { ...orders.build(), contacts: contacts.build() };
  return knownBy(history, TODAY).history;
}
