import { activityOfOne, type ActivityRow, NO_ACTIVITY, NO_ORDERS, type OrderDays, SeededRandom, type Signal, SIGNALS, SparseRowsBuilder, type TraitChange, type Traits, traitsOfOne } from '#libs/scoring'; // prettier-ignore

/** A simulated shop with planted effects: the behaviour of customers predicts their orders by a known law. */
export interface PlantedShop {
  readonly history: OrderDays;
  /**
   * Probability of no order in the horizon for each customer. The observer knows the law but not the customer, and sees the orders alone or
   * everything.
   */
  readonly truth: { readonly orders: Float64Array; readonly everything: Float64Array };
}

/** The same shop with the traits of its customers, and what the orders and the last value of the trait with a meaning tell. */
export interface TraitsShop extends PlantedShop {
  readonly history: OrderDays & { readonly traits: Traits };
  readonly truth: PlantedShop['truth'] & { readonly trait: Float64Array };
}

export interface PlantedPlan {
  readonly customers: number;
  /** Days of the log; the truth is asked at the end of day `cutoff`. */
  readonly days: number;
  readonly cutoff: number;
  readonly horizonDays: number;
  readonly seed: number;
}

/** Orders a day of an interested customer. Observers do not know which customer has which rate. */
const RATES = [1 / 40, 1 / 27, 1 / 18, 1 / 12, 1 / 8] as const;
/** States of a customer, and what happens on a day in each. */
const STATES = ['interested', 'away', 'left'] as const;
const ORDERS = [1, 0.05, 0] as const;
const VISITS = [0.15, 0.005, 0.001] as const;
const ABANDONS = [0.02, 0.001, 0] as const;
/** Rows: from; columns: to. */
const MOVES = [
  [1 - 1 / 60 - 1 / 400, 1 / 60, 1 / 400],
  [1 / 90, 1 - 1 / 90 - 1 / 400, 1 / 400],
  [0, 0, 1],
] as const;
/** Share of those who leave who unsubscribe from e-mails on that day. */
const UNSUBSCRIBES = 0.5;
/** The traits: one follows the state of the customer, the other one means nothing. */
const PLANTED_TRAITS = ['noise', 'rating'] as const;
const [NOISE_TRAIT, RATING_TRAIT] = [0, 1];
/** Chance that a customer is asked for a rating on a day, and the ratings 1 to 5 of each state. */
const ASKED = 1 / 7;
const RATINGS = [
  [0.05, 0.1, 0.2, 0.3, 0.35],
  [0.3, 0.3, 0.2, 0.1, 0.1],
  [0.4, 0.3, 0.2, 0.07, 0.03],
] as const;
/** Events without any meaning, a day. */
const NOISE: readonly (readonly [Signal, number])[] = [
  ['review_submitted', 0.02],
  ['support_ticket_opened', 0.01],
];

interface Day {
  readonly ordered: boolean;
  /** The place in the ratings; null: not asked. */
  readonly rated: number | null;
  readonly visited: boolean;
  readonly abandoned: boolean;
  readonly unsubscribed: boolean;
}

const numberOf = (signal: Signal): number => SIGNALS.findIndex(([type]) => type === signal);

/**
 * Simulates a shop with customers who come and go by themselves: visits and abandoned checkouts show the interest, unsubscribing the end.
 */
export function plantedShop({ customers, days, cutoff, horizonDays, seed }: PlantedPlan): TraitsShop {
  const [orders, activity] = [new SparseRowsBuilder(NO_ORDERS), new SparseRowsBuilder(NO_ACTIVITY)];
  const traits = new SparseRowsBuilder(traitsOfOne(PLANTED_TRAITS, []));
  const truth = { orders: new Float64Array(customers), everything: new Float64Array(customers), trait: new Float64Array(customers) };
  for (let i = 0; i < customers; i++) {
    const random = new SeededRandom(seed, i + 1);
    const rate = RATES[Math.floor(random.unit() * RATES.length)]!;
    const first = Math.floor(random.unit() * cutoff * 0.9);
    // Traits have chances of their own, so that the rest of the shop is the same with them and without.
    const asking = new SeededRandom(seed, customers + i + 1);
    const observers = { orders: new Observer('orders'), everything: new Observer('everything') };
    const known: Day[] = [];
    const rows: ActivityRow[] = [];
    const changes: TraitChange[] = [];
    const ordered = [first];
    let state = 0;
    for (let day = first + 1; day < days; day++) {
      const before = state;
      state = moved(state, random);
      const seen = { ...happened(random, { state, before, rate }), rated: asking.chance(ASKED) ? drawn(asking, RATINGS[state]!) : null };
      if (seen.ordered) ordered.push(day);
      rows.push(...rowsOf(day, seen, random));
      if (seen.rated !== null) changes.push({ day, trait: RATING_TRAIT, value: seen.rated + 1 });
      if (asking.chance(ASKED)) changes.push({ day, trait: NOISE_TRAIT, value: asking.unit() });
      if (day > cutoff) continue;
      observers.orders.learn(seen);
      observers.everything.learn(seen);
      known.push(seen);
    }
    orders.add(orderDaysOn(ordered));
    activity.add(activityOfOne(rows));
    traits.add(traitsOfOne(PLANTED_TRAITS, changes));
    truth.orders[i] = observers.orders.noOrder(horizonDays);
    truth.everything[i] = observers.everything.noOrder(horizonDays);
    truth.trait[i] = afterLastRating(known).noOrder(horizonDays);
  }
  return { history: { ...orders.build(), activity: activity.build(), traits: traits.build() }, truth };
}

const moved = (state: number, random: SeededRandom): number => drawn(random, MOVES[state]!, state);

/** Draws a place. @param otherwise where rounding leaves a rest */
function drawn(random: SeededRandom, chances: readonly number[], otherwise = 0): number {
  let draw = random.unit();
  for (const [place, chance] of chances.entries()) {
    if (draw < chance) return place;
    draw -= chance;
  }
  return otherwise;
}

function happened(random: SeededRandom, { state, before, rate }: { state: number; before: number; rate: number }): Omit<Day, 'rated'> {
  return {
    ordered: random.chance(rate * ORDERS[state]!),
    visited: random.chance(VISITS[state]!),
    abandoned: random.chance(ABANDONS[state]!),
    unsubscribed: random.chance(UNSUBSCRIBES) && state === 2 && before !== 2,
  };
}

function rowsOf(day: number, seen: Omit<Day, 'rated'>, random: SeededRandom): ActivityRow[] {
  const rows: ActivityRow[] = [];
  if (seen.visited) rows.push({ day, signal: numberOf('session_started'), count: 1 });
  if (seen.abandoned) rows.push({ day, signal: numberOf('checkout_abandoned'), count: 1 });
  if (seen.unsubscribed) rows.push({ day, signal: numberOf('email_unsubscribed'), count: 1 });
  for (const [signal, chance] of NOISE) if (random.chance(chance)) rows.push({ day, signal: numberOf(signal), count: 1 });
  return rows;
}

/** Returns an observer of the orders of some days and of the last rating: a trait has one value at a time. Being asked says nothing. */
function afterLastRating(days: readonly Day[]): Observer {
  const observer = new Observer('trait');
  const last = days.findLastIndex(({ rated }) => rated !== null);
  for (const [at, seen] of days.entries()) observer.learn(at === last ? seen : { ...seen, rated: null });
  return observer;
}

const orderDaysOn = (days: readonly number[]): OrderDays => ({
  offsets: Uint32Array.of(0, days.length),
  day: Int32Array.from(days),
  value: new Float64Array(days.length).fill(20),
});

const SIZE = STATES.length;

/** An observer who knows the law, and believes in each rate that a customer may have, and each state, with a joint probability. */
class Observer {
  private joint = Float64Array.from({ length: RATES.length * SIZE }, (_, i) => (i % SIZE === 0 ? 1 / RATES.length : 0));
  private next = new Float64Array(RATES.length * SIZE);

  /** @param sees the orders alone, with all events, or with the ratings */
  constructor(private readonly sees: 'orders' | 'everything' | 'trait') {}

  /** Learns by Bayes from one more day. */
  learn(seen: Day): void {
    const law = this.lawBy(seen);
    const { joint, next } = this;
    let total = 0;
    for (let at = 0; at < joint.length; at++) {
      const [to, rate] = [at % SIZE, Math.floor(at / SIZE)];
      let arrives = 0;
      for (let from = 0; from < SIZE; from++) arrives += joint[rate * SIZE + from]! * law[from * SIZE + to]!;
      next[at] = arrives * chanceOf(seen.ordered, RATES[rate]! * ORDERS[to]!);
      total += next[at]!;
    }
    for (let at = 0; at < next.length; at++) next[at] = next[at]! / total;
    [this.joint, this.next] = [next, joint];
  }

  private lawBy(seen: Day): readonly number[] {
    if (this.sees === 'everything') return lawOf(seen);
    const { rated } = seen;
    if (this.sees === 'orders' || rated === null) return LAW;
    return LAW.map((moves, at) => moves * RATINGS[at % SIZE]![rated]!);
  }

  /** Probability of no order in the horizon. */
  noOrder(horizonDays: number): number {
    const silent = { ordered: false, visited: false, abandoned: false, unsubscribed: false, rated: null };
    const ahead = new Observer('orders');
    ahead.joint = this.joint.slice();
    let none = 1;
    for (let day = 0; day < horizonDays; day++) none *= ahead.learnSilence(silent);
    return none;
  }

  /** Learns from a day without an order, which sees nothing else. @returns the probability of such a day */
  private learnSilence(silent: Day): number {
    let none = 0;
    for (let at = 0; at < this.joint.length; at++) {
      const [from, rate] = [at % SIZE, Math.floor(at / SIZE)];
      for (let to = 0; to < SIZE; to++) none += this.joint[at]! * LAW[from * SIZE + to]! * (1 - RATES[rate]! * ORDERS[to]!);
    }
    this.learn(silent);
    return Math.min(1, none);
  }
}

const chanceOf = (isSo: boolean, chance: number): number => (isSo ? chance : 1 - chance);

/** Probabilities of moving, from each state to each. */
const LAW: readonly number[] = MOVES.flat();

/** Returns the probabilities of a day's moves, times that of the behaviour seen on the day. */
const lawOf = (seen: Day): number[] =>
  LAW.map((moves, at) => {
    const [from, to] = [Math.floor(at / SIZE), at % SIZE];
    const unsubscribing = chanceOf(seen.unsubscribed, to === 2 && from !== 2 ? UNSUBSCRIBES : 0);
    return moves * unsubscribing * chanceOf(seen.visited, VISITS[to]!) * chanceOf(seen.abandoned, ABANDONS[to]!);
  });
