import type { LargestCustomer } from './summarise.js';
import type { FileEvidence } from './evidence.js';
import type { NumberSeries } from '../numbers/return-numbers.js';
import type { FileMapping } from '../rows/mapping.js';
import type { ReadingPlan } from '../rows/plan.js';
import type { Question } from './questions.js';

/** One order number in twenty with several customers is not a slip. */
const SHARED_PART = 0.05;
/** Some orders get items later; half of them do not. */
const SPREAD_PART = 0.5;

const isDateOpen = ({ slashes }: FileEvidence['writing'], { dates }: FileMapping): boolean => slashes === 'unknown' && dates === undefined;

/** Finds what only the owner of a file can answer. */
export function questionsOf(
  plan: ReadingPlan,
  { writing, orders, discounts }: FileEvidence,
  mapping: FileMapping,
  found: { readonly shared: LargestCustomer | null; readonly orders: number; readonly orderSeries: ReadonlySet<string> },
): Question[] {
  const questions: Question[] = [];
  if (plan.layout.isCustomerList === true) return isDateOpen(writing, mapping) ? [{ kind: 'dates' }] : [];
  if (plan.layout.sums !== undefined) {
    const isAmountMissing = mapping.columns?.amount !== null && plan.amounts === null;
    if (isAmountMissing) questions.push({ kind: 'amount' });
    if (isDateOpen(writing, mapping)) questions.push({ kind: 'dates' });
    if (writing.decimals === 'unknown' && mapping.decimals === undefined) questions.push({ kind: 'decimals' });
    return questions;
  }
  const isOrders = plan.role === 'orders';
  if (isOrders) questions.push(...numberQuestions(orders.numbers.series, found.orderSeries, mapping));
  const isEventLog = plan.columns.has('event_type') && plan.layout.isPlain === true;
  const isAmountOpen = mapping.columns?.amount !== null && (plan.amounts === null || !orders.hasAmounts);
  if (isAmountOpen && !isEventLog && (isOrders || !plan.columns.has('refunded'))) questions.push({ kind: 'amount' });
  if (isDateOpen(writing, mapping)) questions.push({ kind: 'dates' });
  if (writing.decimals === 'unknown' && mapping.decimals === undefined) questions.push({ kind: 'decimals' });
  if (isOrders && orders.rows === 'unknown' && mapping.rows === undefined && orders.example !== null)
    questions.push({ kind: 'rows', ...orders.example });
  const isShared = orders.shared > orders.rowsOfOrder.size * SHARED_PART;
  const isSpread = orders.spread > orders.rowsOfOrder.size * SPREAD_PART;
  if (isOrders && mapping.columns?.order === undefined) {
    if (isShared && orders.sharedExample !== null)
      questions.push({ kind: 'order_numbers', order: orders.sharedExample, orders: orders.shared, of: 'customers' });
    else if (isSpread && orders.spreadExample !== null)
      questions.push({ kind: 'order_numbers', order: orders.spreadExample, orders: orders.spread, of: 'days' });
  }
  if (discounts.meaning === 'unknown' && mapping.discount === undefined)
    questions.push({
      kind: 'discount',
      column: plan.columns.nameAt(plan.columns.placesOf('discount')[0] ?? -1),
      example: discounts.example,
    });
  if (found.shared !== null && mapping.largest_customer === undefined) questions.push(largestQuestion(found.shared, found.orders));
  return questions;
}

/** Asks about a series only where its numbers decide: the amounts or types of some rows say already that they are returns. */
const numberQuestions = (series: readonly NumberSeries[], orderSeries: ReadonlySet<string>, { numbers = {} }: FileMapping): Question[] =>
  series
    .filter(({ name, meaning }) => meaning === 'unknown' && orderSeries.has(name) && numbers[name] === undefined)
    .map(({ name, numbers: count, example, original }) => ({ kind: 'numbers', series: name, numbers: count, example, original }));

const largestQuestion = ({ key, orders, next }: LargestCustomer, all: number): Question => ({
  kind: 'largest_customer',
  customer: key.replace(/^[a-z]+:/, ''),
  orders,
  share: orders / Math.max(1, all),
  next,
});
