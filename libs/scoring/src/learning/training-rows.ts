import { CarriedRounding, represented } from '../orders/stand-ins.js';
import { customerCount } from '../orders/order-days.js';
import type { OrderDays } from '../orders/order-days.js';
import { endOnDay } from '../orders/sparse-rows.js';
import { DESIGN_COLUMNS } from '../model/design-row.js';
import { denseOrigins, originsOf } from './origins.js';
import type { Origins } from './origins.js';
import { writePredictors } from '../model/predictors.js';
import type { Context } from '../model/predictors.js';
import type { SeededRandom } from '../arithmetic/seeded-random.js';

/** Customers at past days, with what became of them within the horizon. */
export interface TrainingRows {
  readonly columnCount: number;
  readonly features: Float64Array;
  /** 1: no order in the horizon. */
  readonly label: Uint8Array;
  /** Index of the customer in the history, and the day of the origin. */
  readonly customer: Uint32Array;
  readonly origin: Int32Array;
  /** The row of the history after the last that was known then. */
  readonly to: Uint32Array;
  /** 1: the row repeats the row before, for a customer that it stands for. Undefined without repeats. */
  readonly isRepeat: Uint8Array | undefined;
}

const MOST_ROWS = 90_000;
/** Past days closer together than a third of a horizon show hardly anything new. */
const MOST_PER_HORIZON = 3;

/** Returns the past days to learn from, as many as the number of rows allows: a shop with fewer customers gets days closer together. */
export function originsFor(history: OrderDays, firstDay: number, today: number, horizonDays: number): Origins {
  const rows = countRows(history, originsOf(firstDay, today, horizonDays));
  const perHorizon = Math.max(1, Math.min(MOST_PER_HORIZON, Math.floor(MOST_ROWS / Math.max(1, rows))));
  return denseOrigins(firstDay, today, horizonDays, perHorizon);
}

/**
 * Every customer at each origin at which they had ordered, or a sample of the customers that gives at most 90 000 rows. Control groups stand for
 * contacted customers.
 * Labels end by the latest origin + horizon, never later.
 */
export function trainingRows(history: OrderDays, origins: readonly number[], context: Context, random: SeededRandom): TrainingRows {
  const customers = sampleFor(history, origins, random);
  const cases: { customer: number; origin: number; to: number; isRepeat: boolean }[] = [];
  const rounding = new CarriedRounding();
  for (const customer of customers) {
    const from = history.offsets[customer]!;
    for (const origin of origins) {
      const to = endOnDay(history, customer, origin);
      if (to === from) continue;
      const horizon = { cutoff: origin, horizonDays: context.horizonDays };
      const rows = rounding.next(represented(history, customer, horizon));
      for (let row = 0; row < rows; row++) cases.push({ customer, origin, to, isRepeat: row > 0 });
    }
  }
  const features = new Float64Array(cases.length * DESIGN_COLUMNS);
  const label = new Uint8Array(cases.length);
  for (const [i, { customer, origin, to }] of cases.entries()) {
    const rows = { from: history.offsets[customer]!, to };
    writePredictors(history, rows, origin, context, { out: features, at: i * DESIGN_COLUMNS });
    const next = to < history.offsets[customer + 1]! ? history.day[to]! : Infinity;
    label[i] = next > origin + context.horizonDays ? 1 : 0;
  }
  return {
    columnCount: DESIGN_COLUMNS,
    features,
    label,
    customer: Uint32Array.from(cases, (each) => each.customer),
    origin: Int32Array.from(cases, (each) => each.origin),
    to: Uint32Array.from(cases, (each) => each.to),
    isRepeat: cases.some((each) => each.isRepeat) ? Uint8Array.from(cases, (each) => (each.isRepeat ? 1 : 0)) : undefined,
  };
}

function sampleFor(history: OrderDays, origins: readonly number[], random: SeededRandom): Uint32Array {
  const share = Math.min(1, MOST_ROWS / Math.max(1, countRows(history, origins)));
  return random.sample(customerCount(history), Math.floor(share * customerCount(history)));
}

function countRows(history: OrderDays, origins: readonly number[]): number {
  let rows = 0;
  for (let customer = 0; customer < customerCount(history); customer++) {
    const from = history.offsets[customer]!;
    if (from === history.offsets[customer + 1]!) continue;
    for (const origin of origins) if (history.day[from]! <= origin) rows += 1;
  }
  return rows;
}
