import {
  customerCount,
  DEFAULT_BANDS,
  explain,
  featuresOf,
  fitModel,
  knownBy,
  nextOrder,
  scoreCustomer,
  SeededRandom,
  type Features,
  type Horizon,
  type Model,
  type NextOrder,
  type OrderDays,
  type OrderFacts,
  type Reason,
  type Scored,
} from '#libs/scoring';

/** The answer of the service about one customer on a cutoff, and the customer's orders in the horizon after it. */
export interface CustomerAnswer {
  readonly scored: Scored;
  readonly features: Features;
  /** Null for customers outside the sample, which has its reasons read. */
  readonly reasons: readonly Reason[] | null;
  readonly next: NextOrder | null;
  readonly hasOrdered: boolean;
  /** Value of the order days in the horizon. */
  readonly revenue: number;
}

export interface TaskAnswers {
  readonly task: Horizon;
  readonly model: Model;
  readonly customers: readonly CustomerAnswer[];
}

const DAY_MS = 86_400_000;
const PER_UNIT = 10_000;
/** Number of customers of a task with reasons that are made and checked. */
const READ_CUSTOMERS = 2000;

/** Fits the model of a cutoff and asks it about every customer, as the service would on that day. */
export function answerTask(history: OrderDays, task: Horizon, seed: number): TaskAnswers {
  const { history: known, customers } = knownBy(history, task.cutoff);
  const model = fitModel(known, { today: task.cutoff, horizonDays: task.horizonDays, bands: DEFAULT_BANDS, seed });
  const read = new Set(new SeededRandom(seed).sample(customerCount(known), READ_CUSTOMERS));
  const answers: CustomerAnswer[] = [];
  for (const [i, customer] of customers.entries()) {
    const features = featuresOn(known, i, task.cutoff);
    const scored = scoreCustomer(features, model);
    if (scored === null) continue;
    const reasons = read.has(i) ? explain(features, model) : null;
    answers.push({ scored, features, reasons, next: nextOrder(features, model), ...broughtIn(history, customer, task) });
  }
  return { task, model, customers: answers };
}

/** Features as of the end of a day, from order days alone: each stands for one order. */
export function featuresOn({ offsets, day, value }: OrderDays, customer: number, today: number): Features {
  const orders: OrderFacts[] = [];
  for (let row = offsets[customer]!; row < offsets[customer + 1]!; row++) {
    orders.push({
      placedAtMs: day[row]! * DAY_MS,
      amount: Number.isNaN(value[row]!) ? null : Math.round(value[row]! * PER_UNIT),
      refunded: 0,
      refundedAtMs: null,
      fullyRefunded: false,
      cancelled: false,
      test: false,
      foreign: false,
    });
  }
  return featuresOf(orders, { firstSeenMs: 0 }, today * DAY_MS);
}

function broughtIn(
  { offsets, day, value }: OrderDays,
  customer: number,
  { cutoff, horizonDays }: Horizon,
): Pick<CustomerAnswer, 'hasOrdered' | 'revenue'> {
  let [hasOrdered, revenue] = [false, 0];
  for (let row = offsets[customer]!; row < offsets[customer + 1]!; row++) {
    if (day[row]! <= cutoff || day[row]! > cutoff + horizonDays) continue;
    hasOrdered = true;
    if (value[row]! > 0) revenue += value[row]!;
  }
  return { hasOrdered, revenue };
}
