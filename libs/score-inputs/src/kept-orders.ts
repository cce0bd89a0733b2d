/** SQL: the orders in `k`, a row of kept_orders. All of them count, before refunds that name no order. */
export const EACH_KEPT = `LATERAL unnest(k.placed_at, k.amounts, k.refunds, k.currencies) AS e (placed_at, amount, refunded, currency)`;
