import { ORDER_STATES } from '#libs/core';
import { allIdentifiersOf, type TenantDb, textColumn, uuidColumn } from '#libs/database';
import type { OrderRow } from './fold-orders.js';
import { EACH_KEPT_WITH_HASH } from './counted-orders.sql.js';
import { orderIdOf } from './order-keys.js';

const ARRAYS = ['order_hashes', 'placed_at', 'amounts', 'refunds', 'currencies'];
const NAMES = ARRAYS.join(', ');

// Needs the primary key of kept_orders. The lock lasts until the caller commits: an order comes back once. Everything that a late event says is
// newer than what was kept.
const FIND = `
WITH asked AS MATERIALIZED (SELECT order_key, hashtextextended(order_key, 0) AS hash FROM unnest($3::text[]) AS input (order_key)),
parts AS MATERIALIZED (
  SELECT * FROM kept_orders k
  WHERE k.tenant_id = $1 AND k.customer_id = ANY (${allIdentifiersOf('$2::uuid[]')}) AND k.order_hashes && ARRAY(SELECT hash FROM asked) FOR UPDATE)
SELECT k.part, a.hash::text AS hash, a.order_key AS "orderKey", k.customer_id AS "customerId", at AS "stateAt", ${ORDER_STATES.placed} AS state,
       at AS "placedAt", NULL AS "placedMovedAt", (e.amount * 0.0001)::float8 AS amount, CASE WHEN e.amount IS NOT NULL THEN at END AS "amountAt", e.currency,
       e.refunded::text AS refunded, e.refunded::text AS "refundedTotal", NULL AS "refundedAt", false AS "fullyRefunded", at AS "refundStateAt", false AS test,
       '{}'::uuid[] AS "otherOwners"
FROM parts k, ${EACH_KEPT_WITH_HASH} JOIN asked a ON a.hash = e.hash, LATERAL (SELECT (extract(epoch FROM e.placed_at) * 1000)::float8 AS at) p`;

/** A stored order. Refunds are ten-thousandths. */
export interface StoredOrder extends Omit<OrderRow, 'refunded' | 'refundedTotal'> {
  readonly refunded: string;
  readonly refundedTotal: string;
}

export const fromStored = (row: StoredOrder): OrderRow => ({
  ...row,
  refunded: BigInt(row.refunded),
  refundedTotal: BigInt(row.refundedTotal),
});

const REMOVE = `
UPDATE kept_orders k SET (${NAMES}) = (
  SELECT ${ARRAYS.map((name) => `coalesce(array_agg(e.${name} ORDER BY e.place), '{}')`).join(', ')}
  FROM unnest(${NAMES}) WITH ORDINALITY AS e (${NAMES}, place) WHERE e.order_hashes <> ALL ($4::bigint[]))
WHERE k.tenant_id = $1 AND (k.customer_id, k.part) IN (SELECT * FROM unnest($2::uuid[], $3::int[]))`;

/**
 * Restores orders removed by retention so that a late event can be merged into them. The caller stores them; they are removed again when
 * they are old enough.
 *
 * @param orders without a stored row
 */
export async function takeBack(db: TenantDb, orders: readonly OrderRow[]): Promise<OrderRow[]> {
  const named = orders.filter(({ orderKey }) => orderIdOf(orderKey) !== null);
  if (named.length === 0) return [];
  const owners = new Set(named.flatMap(({ customerId, otherOwners }) => [customerId, ...otherOwners]));
  const found = await db.query<StoredOrder & { readonly part: number; readonly hash: string }>(FIND, [
    uuidColumn([...owners]),
    textColumn(named.map(({ orderKey }) => orderKey)),
  ]);
  if (found.length > 0)
    await db.query(REMOVE, [
      uuidColumn(found.map(({ customerId }) => customerId)),
      found.map(({ part }) => part),
      found.map(({ hash }) => hash),
    ]);
  return found.map(fromStored);
}
