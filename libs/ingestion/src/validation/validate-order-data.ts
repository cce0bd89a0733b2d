import { type EventType, LIMITS, ORDER_ASPECTS } from '#libs/core';
import type { OrderData } from '#libs/orders';
import { instantProblem, parseInstant } from './instant.js';
import { rejected, type Rejection, shownJson, textProblem } from './rejection.js';

/** @returns null for an event that is about no order. Other events may carry anything in `data`. */
export function validateOrderData(type: EventType, data: unknown, now: Date): OrderData | Rejection | null {
  const aspect = ORDER_ASPECTS[type];
  if (aspect === null) return null;
  const fields = (data ?? {}) as Record<string, unknown>;
  const { order_id: orderId = null, currency = null, updated_at: updatedAt = null, test } = fields;
  const id = typeof orderId === 'number' ? String(orderId) : orderId;
  // A number that JSON.parse rounded would fold two orders into one.
  if (typeof orderId === 'number' && !Number.isSafeInteger(orderId)) {
    return rejected(
      'out_of_range',
      'data.order_id',
      `is ${shownJson(orderId)}`,
      'it must be a string, or a whole number up to 9007199254740991',
    );
  }
  const problem = id === null ? null : textProblem('data.order_id', id);
  if (problem !== null) return problem;
  if (currency !== null && !isCurrency(currency)) {
    return rejected('invalid_type', 'data.currency', `is ${shownJson(currency)}`, 'it must be a three-letter ISO 4217 code, such as EUR');
  }
  const at = parseInstant(updatedAt);
  const timeProblem = updatedAt === null ? null : instantProblem('data.updated_at', updatedAt, at, now);
  if (timeProblem !== null) return timeProblem;
  return {
    aspect,
    orderId: id as string | null,
    currency: currency?.toUpperCase() ?? null,
    updatedAt: at,
    placedAt: instantOf(fields['placed_at'], now),
    test: test === true,
    refundedTotal: amountOf(fields['refunded_total']),
  };
}

/**
 * Lists the fields of `data` with a value that cannot be read, so that it counts for nothing. They are not refused, because `data` belongs to
 * the sender. Without a word, a refund written as text would be lost.
 */
export function unreadIn(type: EventType, data: unknown, now: Date): readonly string[] {
  // No type requires data, but a summary without it says nothing.
  if (type === 'customer_history' && data === null) return SUMMARY_FIELDS;
  if (ORDER_ASPECTS[type] === null || typeof data !== 'object' || data === null) return NOTHING;
  const { placed_at: placedAt = null, refunded_total: refunded = null, test = null, items = null } = data as Record<string, unknown>;
  if (placedAt === null && refunded === null && test === null && items === null) return NOTHING;
  return [
    ...(placedAt !== null && instantOf(placedAt, now) === null ? ['placed_at'] : []),
    ...(refunded !== null && amountOf(refunded) === null ? ['refunded_total'] : []),
    ...(test !== null && typeof test !== 'boolean' ? ['test'] : []),
    ...(items === null || areItems(items) ? [] : ['items']),
  ];
}

/** A field without which an order event says less than its sender means: `order_refunded.order_id`, `order_completed.value`. */
export type MissingField = 'order_cancelled.order_id' | 'order_refunded.order_id' | 'order_completed.value';

/** Names what an event about an order does not say. It is not refused: another event of the order may say it. */
export function missingIn(type: EventType, value: unknown, order: OrderData | null): MissingField | null {
  if (type === 'order_completed') return (value ?? null) === null ? 'order_completed.value' : null;
  if (type !== 'order_cancelled' && type !== 'order_refunded') return null;
  return order?.orderId == null ? `${type}.order_id` : null;
}

const NOTHING: readonly string[] = [];
const SUMMARY_FIELDS: readonly string[] = ['orders', 'until'];

/** Senders may use these fields for other things. Ignore anything that is not an amount. */
const amountOf = (value: unknown): number | null =>
  typeof value === 'number' && value >= LIMITS.value.min && value <= LIMITS.value.max ? Number(value.toFixed(4)) : null;

/** @returns null for anything but an instant that an event could have: `data` belongs to the sender. */
function instantOf(value: unknown, now: Date): Date | null {
  const at = parseInstant(value);
  return at === null || instantProblem('data.placed_at', value, at, now) !== null ? null : at;
}

const areItems = (items: unknown): boolean =>
  Array.isArray(items) && items.length <= LIMITS.items.count && items.every((item) => isItem(item));

/** Only the category counts. Its other fields stand in the log of events. */
function isItem(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false;
  const { category = null } = item as Record<string, unknown>;
  if (category === null) return true;
  const length = typeof category === 'string' ? category.trim().length : 0;
  return length >= 1 && length <= LIMITS.items.categoryLength;
}

/** Capital or small letters: sums compare capital ones. */
export const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z]{3}$/.test(value);
