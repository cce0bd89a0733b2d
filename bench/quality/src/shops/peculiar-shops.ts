import type { SeededRandom } from '#libs/scoring';

/**
 * Kinds of shops unlike that of the demo: how customers come and how each of them orders. Their parameters are guesses about real shops,
 * written down before any model was run on them; nothing may be tuned to them.
 */
export interface PeculiarShop {
  readonly name: string;
  readonly customers: number;
  /** Days that are simulated, from day 0. */
  readonly days: number;
  /** The log begins on this day: what was before is not in it. */
  readonly logFrom?: number;
  arrival(random: SeededRandom): number;
  /** Days of order of a customer, from the arrival on, in any order, not limited to the simulated days. */
  orders(random: SeededRandom, arrival: number, days: number): number[];
}

const YEAR = 365;
const uniformUntil =
  (last: number) =>
  (random: SeededRandom): number =>
    Math.floor(random.between(0, last));

/** Orders at exponential gaps at a rate of one's own, leaving after any of them: what BTYD models assume. */
function byTheBook(random: SeededRandom, arrival: number, days: number, demandOn = (_day: number): number => 1): number[] {
  const perDay = random.gamma(0.9) / 25;
  const leaves = random.beta(0.6, 1.3);
  const orders = [arrival];
  for (let day = arrival; day < days && !random.chance(leaves);) {
    do day += random.exponential(2 * perDay);
    while (day < days && !random.chance(demandOn(day) / 2));
    orders.push(Math.floor(day));
  }
  return orders;
}

/** Comes every seventh day, sometimes not, goes on holiday, and one day shops elsewhere. */
function weekly(random: SeededRandom, arrival: number, days: number): number[] {
  const comes = random.beta(5, 2);
  const leaves = random.beta(1, 40);
  const orders = [arrival];
  for (let week = arrival + 7; week < days && !random.chance(leaves); week += 7) {
    if (random.chance(0.02)) week += 7 * Math.floor(random.between(1, 4));
    if (random.chance(comes)) orders.push(week + (random.chance(0.15) ? Math.floor(random.between(-2, 3)) : 0));
  }
  return orders;
}

/** A delivery every 28 to 90 days until it is cancelled. */
function subscribed(random: SeededRandom, arrival: number, days: number): number[] {
  const every = [28, 30, 60, 90][Math.floor(4 * random.unit())] ?? 30;
  const cancels = random.beta(1, 12);
  const orders = [arrival];
  for (let day = arrival; day < days && !random.chance(cancels);) {
    day += every + Math.floor(random.between(-1, 3));
    orders.push(day);
  }
  return orders;
}

/** One order; one in twelve comes again after most of a year. */
function once(random: SeededRandom, arrival: number): number[] {
  return random.chance(1 / 12) ? [arrival, arrival + Math.floor(300 * Math.exp(0.6 * random.normal()))] : [arrival];
}

/** Orders in the weeks before Christmas, year after year, and seldom in between. */
function beforeChristmas(random: SeededRandom, arrival: number, days: number): number[] {
  const loyal = random.beta(2, 2);
  const orders = [arrival];
  for (let season = Math.floor(arrival / YEAR) * YEAR + 325; season < days; season += YEAR) {
    if (season <= arrival) continue;
    if (random.chance(loyal)) orders.push(season + Math.floor(random.between(0, 30)));
    if (random.chance(0.15)) orders.push(season - Math.floor(random.between(40, 300)));
  }
  return orders.filter((day) => day >= arrival);
}

/** Projects: many orders within three weeks, then silence for months, and the next project. */
function inBursts(random: SeededRandom, arrival: number, days: number): number[] {
  const pause = random.between(60, 160);
  const orders: number[] = [];
  for (let start = arrival; start < days; start += pause * random.between(0.7, 1.4)) {
    const size = 3 + Math.floor(10 * random.unit());
    for (let each = 0; each < size; each++) orders.push(Math.floor(start + (each === 0 ? 0 : random.between(0, 21))));
    if (random.chance(0.12)) break;
  }
  return orders;
}

const late = (random: SeededRandom): number => Math.floor(730 * Math.log2(1 + 2 ** 6 * random.unit()) * (1 / 6.02));

export const PECULIAR_SHOPS: readonly PeculiarShop[] = [
  { name: 'by the book', customers: 3000, days: 730, arrival: uniformUntil(640), orders: byTheBook },
  { name: 'grocery', customers: 1500, days: 540, arrival: uniformUntil(400), orders: weekly },
  { name: 'subscriptions', customers: 2500, days: 730, arrival: uniformUntil(640), orders: subscribed },
  { name: 'one-off', customers: 5000, days: 900, arrival: uniformUntil(880), orders: once },
  {
    name: 'Christmas',
    customers: 3000,
    days: 3 * YEAR + 200,
    arrival: (random) =>
      Math.floor(3 * random.unit()) * YEAR + (random.chance(0.7) ? 325 + Math.floor(random.between(0, 30)) : uniformUntil(325)(random)),
    orders: beforeChristmas,
  },
  { name: 'growing', customers: 4000, days: 730, arrival: late, orders: byTheBook },
  { name: 'begins in mid-life', customers: 4000, days: 1300, logFrom: 1000, arrival: uniformUntil(1250), orders: byTheBook },
  {
    name: 'households and projects',
    customers: 2500,
    days: 730,
    arrival: uniformUntil(600),
    orders: (random, arrival, days) => (random.chance(0.2) ? inBursts : byTheBook)(random, arrival, days),
  },
  {
    name: 'demand falls by two thirds',
    customers: 3000,
    days: 730,
    arrival: uniformUntil(600),
    orders: (random, arrival, days) => byTheBook(random, arrival, days, (day) => (day < 500 ? 1 : 1 / 3)),
  },
  {
    name: 'a sale every quarter',
    customers: 3000,
    days: 730,
    arrival: uniformUntil(640),
    orders: (random, arrival, days) => byTheBook(random, arrival, days, (day) => (day % 91 < 7 ? 2 : 0.5)),
  },
  {
    name: 'everybody stays',
    customers: 400,
    days: 500,
    arrival: uniformUntil(300),
    orders: (random, arrival, days) => weekly(random, arrival, days).concat(subscribed(random, arrival, days)),
  },
  { name: 'tiny', customers: 40, days: 500, arrival: uniformUntil(450), orders: byTheBook },
];
