import { LIMITS } from '#libs/core';
import { instantProblem, parseInstant } from './instant.js';
import { rejected, type Rejection, shownJson } from './rejection.js';
import { isCurrency } from './validate-order-data.js';

const TIMES = ['first_order_at', 'last_order_at', 'until', 'orders_since'] as const;
const { orders: ORDERS } = LIMITS.history;

/** Validates `data` of a `customer_history` event: a sum of orders that are not sent one by one. Returns the first problem. */
export function historyProblem(data: object, now: Date): Rejection | null {
  const fields = data as Readonly<Record<string, unknown>>;
  const { orders, spent = null, currency = null, until } = fields;
  if (!(Number.isInteger(orders) && (orders as number) >= ORDERS.min && (orders as number) <= ORDERS.max)) {
    const code = orders === undefined || orders === null ? 'required' : typeof orders === 'number' ? 'out_of_range' : 'invalid_type';
    return rejected(code, 'data.orders', code === 'required' ? 'is missing' : `is ${shownJson(orders)}`, ORDERS_RULE);
  }
  if (spent !== null && !(typeof spent === 'number' && spent >= LIMITS.value.min && spent <= LIMITS.value.max)) {
    return rejected(typeof spent === 'number' ? 'out_of_range' : 'invalid_type', 'data.spent', `is ${shownJson(spent)}`, SPENT_RULE);
  }
  if (currency !== null && !isCurrency(currency)) {
    return rejected('invalid_type', 'data.currency', `is ${shownJson(currency)}`, 'it must be a three-letter ISO 4217 code, such as EUR');
  }
  for (const name of TIMES) {
    const value = fields[name] ?? null;
    const problem = value === null && name !== 'until' ? null : instantProblem(`data.${name}`, value, parseInstant(value), now);
    if (problem !== null) return problem;
  }
  return orderProblem(fields, parseInstant(until)!);
}

const ORDERS_RULE = `it must be a whole number from ${ORDERS.min} to ${ORDERS.max}`;
const SPENT_RULE = `it must be a number from ${LIMITS.value.min} to ${LIMITS.value.max}, or absent`;

/** Returns the currency that the valid `data` of a summary states, ISO 4217; null without one. */
export const currencyOfHistory = (data: unknown): string | null =>
  ((data ?? {}) as { readonly currency?: string | null }).currency?.toUpperCase() ?? null;

/** Validates the order of the times: first order, last order, end of the summary. */
function orderProblem(fields: Readonly<Record<string, unknown>>, until: Date): Rejection | null {
  const [first, last, since] = [
    parseInstant(fields['first_order_at']),
    parseInstant(fields['last_order_at']),
    parseInstant(fields['orders_since']),
  ];
  const late = (name: string, of: Date | null, end: Date | null, endName: string): Rejection | null =>
    of === null || end === null || of <= end
      ? null
      : rejected('out_of_range', `data.${name}`, `is ${shownJson(fields[name])}`, `it must not be later than data.${endName}`);
  return (
    late('first_order_at', first, last, 'last_order_at') ??
    late('first_order_at', first, until, 'until') ??
    late('last_order_at', last, until, 'until') ??
    late('orders_since', since, until, 'until')
  );
}
