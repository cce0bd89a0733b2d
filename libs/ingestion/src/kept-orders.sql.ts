import { type CustomerId, ORDER_STATES } from '#libs/core';
import { allIdentifiersOf, EACH_KEPT_WITH_HASH, orderIdOf, type TenantDb, textColumn, uuidColumn } from '#libs/database';
import type { OrderRow } from './fold-orders.js';

const ARRAYS = ['order_hashes', 'placed_at', 'amounts', 'refunds', 'currencies'];
const NAMES = ARRAYS.join(', ');

// Needs the primary key of kept_orders. The lock lasts until the caller commits: an order comes back once.
const FIND = `
WITH asked AS MATERIALIZED (SELECT order_key, hashtextextended(order_key, 0) AS hash FROM unnest($3::text[]) AS input (order_key)),
parts AS MATERIALIZED (
  SELECT * FROM kept_orders k
  WHERE k.tenant_id = $1 AND k.customer_id = ANY (${allIdentifiersOf('$2::uuid[]')}) AND k.order_hashes && ARRAY(SELECT hash FROM asked) FOR UPDATE)
SELECT k.customer_id, k.part, a.order_key, a.hash::text AS hash, (extract(epoch FROM e.placed_at) * 1000)::float8 AS placed_at,
       (e.amount * 0.0001)::float8 AS amount, e.refunded::text AS refunded, e.currency
FROM parts k, ${EACH_KEPT_WITH_HASH} JOIN asked a ON a.hash = e.hash`;

interface FoundOrder {
  readonly customer_id: CustomerId;
  readonly part: number;
  readonly order_key: string;
  readonly hash: string;
  readonly placed_at: number;
  readonly amount: number | null;
  /** Ten-thousandths. */
  readonly refunded: string;
  readonly currency: string | null;
}

const REMOVE = `
UPDATE kept_orders k SET (${NAMES}) = (
  SELECT ${ARRAYS.map((name) => `coalesce(array_agg(e.${name} ORDER BY e.place), '{}')`).join(', ')}
  FROM unnest(${NAMES}) WITH ORDINALITY AS e (${NAMES}, place) WHERE e.order_hashes <> ALL ($4::bigint[]))
WHERE k.tenant_id = $1 AND (k.customer_id, k.part) IN (SELECT * FROM unnest($2::uuid[], $3::int[]))`;

/**
 * Takes orders that the retention has removed out of the kept ones, so that what an event says about them now merges with what was known.
 * The caller stores them; they are removed again when they are old enough.
 * @param orders of which no row was stored
 */
export async function takeBack(db: TenantDb, orders: readonly OrderRow[]): Promise<OrderRow[]> {
  const named = orders.filter(({ orderKey }) => orderIdOf(orderKey) !== null);
  if (named.length === 0) return [];
  const owners = new Set(named.flatMap(({ customerId, otherOwners }) => [customerId, ...otherOwners]));
  const found = await db.query<FoundOrder>(FIND, [uuidColumn([...owners]), textColumn(named.map(({ orderKey }) => orderKey))]);
  if (found.length > 0)
    await db.query(REMOVE, [uuidColumn(found.map((each) => each.customer_id)), found.map(({ part }) => part), found.map(({ hash }) => hash)]); // prettier-ignore
  return found.map(toOrderRow);
}

/** Everything that a late event says is newer than what was kept. */
function toOrderRow({ order_key: orderKey, customer_id: customerId, placed_at: placedAt, amount, currency, ...row }: FoundOrder): OrderRow {
  const refunded = BigInt(row.refunded);
  return {
    orderKey,
    customerId,
    otherOwners: [],
    stateAt: placedAt,
    state: ORDER_STATES.placed,
    placedAt,
    amount,
    amountAt: amount === null ? null : placedAt,
    currency,
    refunded,
    refundedTotal: refunded,
    refundedAt: null,
    fullyRefunded: false,
    test: false,
  };
}
