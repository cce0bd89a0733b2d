import { ORDER_STATES } from '#libs/core';

// The rule for which orders count, as SQL over columns of `orders`. `countedOrders` of libs/scoring is the same rule in memory; a test compares both.

/** SQL: the amount that was refunded. The greater of the two sums counts. */
export const REFUNDED = 'greatest(refunded, refunded_total)';

const IS_REAL = `NOT test AND state <> ${ORDER_STATES.cancelled}`;

/** SQL: an order with a placement counts, before refunds that name no order. */
export const ORDER_COUNTS = `${IS_REAL} AND NOT fully_refunded AND (amount IS NULL OR amount > ${REFUNDED})`;

/** SQL: a row without a placement, which is a refund that names no order, cancels an order. */
export const REFUND_COUNTS = `${IS_REAL} AND ${REFUNDED} > 0`;

const KEPT_ARRAYS = 'k.placed_at, k.amounts, k.refunds, k.currencies';
const KEPT_COLUMNS = 'placed_at, amount, refunded, currency';

/** SQL: the orders `e` in `k`, a row of kept_orders. All of them count, before refunds that name no order. Amounts are ten-thousandths. */
export const EACH_KEPT = `LATERAL unnest(${KEPT_ARRAYS}) AS e (${KEPT_COLUMNS})`;

/** SQL: the same orders with the hashes of their keys. Scoring does not read these. */
export const EACH_KEPT_WITH_HASH = `LATERAL unnest(k.order_hashes, ${KEPT_ARRAYS}) AS e (hash, ${KEPT_COLUMNS})`;
