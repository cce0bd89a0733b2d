import { ORDER_STATES } from '#libs/core';

// The rule for which orders count, as SQL over columns of `orders`. `countedOrders` of libs/scoring is the same rule in memory; a test compares both.

/** SQL: the amount that was refunded. The greater of the two sums counts. */
export const REFUNDED = 'greatest(refunded, refunded_total)';

const IS_REAL = `NOT test AND state <> ${ORDER_STATES.cancelled}`;

/** SQL: an order with a placement counts, before refunds that name no order. */
export const ORDER_COUNTS = `${IS_REAL} AND NOT fully_refunded AND (amount IS NULL OR amount > ${REFUNDED})`;

/** SQL: a row without a placement, which is a refund that names no order, cancels an order. */
export const REFUND_COUNTS = `${IS_REAL} AND ${REFUNDED} > 0`;
