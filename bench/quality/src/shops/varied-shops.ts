import type { SeededRandom } from '#libs/scoring';

/**
 * Shops to choose settings on: kinds that differ in what they do to a model, each with parameters drawn from wide ranges, so that no
 * setting can be right by the numbers of one shop. The shops of peculiar-shops.ts are for judging, and must not be used here.
 */
export interface VariedShop {
  readonly customers: number;
  /** Days with orders, from day 0 on. */
  readonly days: number;
  /** Order days of one customer, ascending, distinct, with the money spent on each. */
  ordersOf(random: SeededRandom): { readonly day: number; readonly value: number }[];
}

/** Traits that the customers of a shop have in common. Times are in days. */
interface Traits {
  /** Mean gap, and shape of the gamma law of rates. */
  readonly gap: number;
  readonly rateShape: number;
  /** Shape of the gaps of one customer: 1 without any rhythm. */
  readonly regularity: number;
  /** Beta law of leaving after an order. */
  readonly leaving: readonly [number, number];
  /** Mean days until a customer leaves at any time; null: only after orders. */
  readonly lifetime: number | null;
  /** Share of customers who never come again. */
  readonly oneOff: number;
  /** Share of gaps that are a few days of a project. */
  readonly bursts: number;
  /** Factor by which customers order faster in their first months. */
  readonly novelty: number;
  /** Demand: height of the yearly wave and of December, and how far it strays from day to day. */
  readonly wave: number;
  readonly december: number;
  readonly straying: number;
  /** Factor by which customers arrive faster at the end. */
  readonly growth: number;
  /** Days of the shop's life before the log begins. */
  readonly before: number;
}

export const KINDS = [
  'plain', 'weekly', 'subscriptions', 'one-off', 'seasonal', 'growing', 'mid-life', 'regular', 'drifting away', 'novelty', 'bursts',
] as const; // prettier-ignore
export type Kind = (typeof KINDS)[number];

const logUniform = (random: SeededRandom, low: number, high: number): number => Math.exp(random.between(Math.log(low), Math.log(high)));

function plainTraits(random: SeededRandom): Traits {
  return {
    gap: logUniform(random, 15, 120),
    rateShape: logUniform(random, 0.4, 3),
    regularity: 1,
    leaving: [random.between(0.3, 1.2), random.between(0.6, 4)],
    lifetime: null,
    oneOff: 0,
    bursts: 0,
    novelty: 0,
    wave: random.between(0, 0.3),
    december: 0,
    straying: random.between(0, 0.06),
    growth: logUniform(random, 1, 2),
    before: 0,
  };
}

const STAYS: Traits['leaving'] = [1e-6, 1];

/** Traits of each kind that differ from a plain shop. */
const PECULIARITIES: Record<Kind, (random: SeededRandom) => Partial<Traits>> = {
  plain: () => ({}),
  weekly: (random) => ({ gap: random.between(6, 10), rateShape: random.between(3, 10), regularity: random.between(2, 5), leaving: [0.4, random.between(5, 30)] }),
  subscriptions: (random) => ({ gap: 30, rateShape: 200, regularity: random.between(30, 200), leaving: [random.between(0.5, 1.5), random.between(4, 12)] }),
  'one-off': (random) => ({ oneOff: random.between(0.6, 0.85) }),
  seasonal: (random) => ({ wave: random.between(0.5, 0.8), december: random.between(1, 4) }),
  growing: (random) => ({ growth: random.between(4, 15) }),
  'mid-life': () => ({ before: 400 }),
  regular: (random) => ({ regularity: random.between(1.5, 4) }),
  'drifting away': (random) => ({ leaving: STAYS, lifetime: logUniform(random, 60, 700) }),
  novelty: (random) => ({ leaving: STAYS, lifetime: logUniform(random, 200, 1500), novelty: random.between(0.5, 2) }),
  bursts: (random) => ({ bursts: random.between(0.2, 0.5) }),
}; // prettier-ignore

const NOVELTY_DAYS = 90;
const YEAR_DAYS = 365;
const DECEMBER = 340;
const DECEMBER_WIDTH = 14;

/** A shop of a kind, drawn from the stream. */
export function variedShop(kind: Kind, random: SeededRandom): VariedShop {
  const traits = { ...plainTraits(random), ...PECULIARITIES[kind](random) };
  const days = Math.round(random.between(330, 1000));
  const demand = cumulativeDemand(random, days + traits.before, traits);
  return {
    customers: Math.round(logUniform(random, 250, 5000)),
    days,
    ordersOf: (own) => ordersOf(own, traits, demand).map(({ day, value }) => ({ day: day - traits.before, value })).filter(({ day }) => day >= 0),
  }; // prettier-ignore
}

/** Demand up to each day: customers live in its time, so that gaps of any law follow the season. */
function cumulativeDemand(random: SeededRandom, days: number, { wave, december, straying }: Traits): Float64Array {
  const phase = random.between(0, YEAR_DAYS);
  const sum = new Float64Array(days + 1);
  let level = 0;
  for (let day = 0; day < days; day++) {
    level = 0.98 * level + straying * random.normal();
    const ofYear = (day + phase) % YEAR_DAYS;
    const season =
      1 + wave * Math.cos((2 * Math.PI * (ofYear - DECEMBER)) / YEAR_DAYS) + december * Math.exp(-0.5 * ((ofYear - DECEMBER) / DECEMBER_WIDTH) ** 2);
    sum[day + 1] = sum[day]! + Math.max(0.05, season * Math.exp(level));
  } // prettier-ignore
  return sum;
}

function ordersOf(random: SeededRandom, traits: Traits, demand: Float64Array): { day: number; value: number }[] {
  const days = demand.length - 1;
  const arrival = Math.min(days - 1, Math.floor((days * Math.log1p((traits.growth - 1) * random.unit())) / Math.log(Math.max(1 + 1e-9, traits.growth))));
  const rate = random.gamma(traits.rateShape) / traits.rateShape / traits.gap;
  const leaves = random.beta(...traits.leaving);
  const life = traits.lifetime === null ? Infinity : random.exponential(Math.max(1e-9, random.gamma(1)) / traits.lifetime);
  const isOneOff = random.chance(traits.oneOff);
  const spend = Math.exp(3.5 + 0.6 * random.normal());
  const orders = new Map<number, number>();
  let time = demand[arrival]! + random.unit();
  for (let day = arrival; day < days && day - arrival <= life; day = dayAt(demand, time)) {
    orders.set(day, (orders.get(day) ?? 0) + spend * Math.exp(0.4 * random.normal()));
    if (isOneOff || random.chance(leaves)) break;
    const pace = traits.novelty === 0 ? 1 : 0.5 + traits.novelty * Math.exp(-(day - arrival) / NOVELTY_DAYS);
    const isBurst = random.chance(traits.bursts);
    time += isBurst ? random.between(1, 6) : random.gamma(traits.regularity) / traits.regularity / Math.max(1e-9, rate * pace);
  }
  return [...orders].map(([day, value]) => ({ day, value: Math.round(100 * value) / 100 }));
} // prettier-ignore

/** Returns the day on which the demand reaches `time`; Infinity after the end. */
function dayAt(demand: Float64Array, time: number): number {
  let [low, high] = [0, demand.length - 1];
  if (!(time < demand[high]!)) return Infinity;
  while (low < high - 1) {
    const middle = (low + high) >>> 1;
    if (demand[middle]! <= time) low = middle;
    else high = middle;
  }
  return low;
}
