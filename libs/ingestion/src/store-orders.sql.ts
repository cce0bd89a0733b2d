import { type CustomerId, placeholderOf } from '#libs/core';
import { column, rowColumns, type TenantDb, textColumn } from '#libs/database';
import { mergeAll, mergeOrders, orderIdOf, type OrderRow, removedKeyOf } from '#libs/orders';
import { isRare } from './score-requests/score-request.js';

/** The columns that every order fills. */
const COMMON = {
  order_key: column.text<OrderRow>((row) => row.orderKey),
  customer_id: column.uuid<OrderRow>((row) => row.customerId),
  state_at: column.instant<OrderRow>((row) => row.stateAt),
  state: column.smallint<OrderRow>((row) => row.state),
  placed_at: column.instant<OrderRow>((row) => row.placedAt),
  amount: column.amount<OrderRow>((row) => row.amount),
  amount_at: column.instant<OrderRow>((row) => row.amountAt),
  currency: column.text<OrderRow>((row) => row.currency),
};
const ORDERS = rowColumns<OrderRow>(COMMON);
/** Few orders say more; for all others the defaults of the columns say the same. */
const RARE_ORDERS = rowColumns<OrderRow>({
  ...COMMON,
  placed_moved_at: column.instant((row) => row.placedMovedAt),
  refunded: column.units((row) => row.refunded),
  refunded_total: column.units((row) => row.refundedTotal),
  refunded_at: column.instant((row) => row.refundedAt),
  fully_refunded: column.boolean((row) => row.fullyRefunded),
  refund_state_at: column.instant((row) => row.refundStateAt),
  test: column.boolean((row) => row.test),
  // The row keeps one of the other owners.
  moved_from: column.uuid(({ otherOwners }) => otherOwners[0] ?? null),
});

// Needs the primary key of orders. Keys are sorted, so that two workers wait for each other in one order only.
const insertOf = ({ names, sideBySide }: typeof ORDERS): string => `
WITH stored AS (
  INSERT INTO orders (tenant_id, ${names}) SELECT t.id, ${sideBySide} FROM tenants t WHERE t.id = $1 ON CONFLICT DO NOTHING RETURNING order_key)
SELECT CASE WHEN (SELECT count(*) FROM stored) < cardinality($2::text[]) THEN ARRAY(SELECT order_key FROM stored) END AS fresh,
       (SELECT retained_from FROM tenants WHERE id = $1) IS NOT NULL AS any_removed`;

const INSERT = insertOf(ORDERS);
const INSERT_RARE = insertOf(RARE_ORDERS);

/**
 * Folds orders into those that are stored. The caller's transaction must also remove the request that they come from: refunds add up, so an
 * order must be folded once.
 * @param orders sorted by key, each once.
 * @returns the customers of the orders that were stored already, now and before: their scores change too
 */
export async function storeOrders(db: TenantDb, orders: readonly OrderRow[]): Promise<readonly CustomerId[]> {
  if (orders.length === 0) return [];
  const [statement, columns] = orders.some(isRare) ? [INSERT_RARE, RARE_ORDERS] : [INSERT, ORDERS];
  const [row] = await db.prepared<{ fresh: string[] | null; any_removed: boolean }>(
    statement,
    columns.parametersOf(withOwners(db, orders)),
  );
  const isFresh = row?.fresh == null ? null : new Set(row.fresh);
  const fresh = isFresh === null ? orders : orders.filter(({ orderKey }) => isFresh.has(orderKey));
  const known = isFresh === null ? [] : orders.filter(({ orderKey }) => !isFresh.has(orderKey));
  const removed = row?.any_removed === true ? await takeBack(db, fresh) : [];
  return mergeStored(db, mergeAll([...known, ...removed]), removed);
}

/** Leaves out the placeholder customer, which owns a refund until its order arrives, so that the row keeps a real owner. */
const withOwners = ({ tenantId }: TenantDb, orders: readonly OrderRow[]): readonly OrderRow[] =>
  orders.map((order) => {
    const { orderKey, otherOwners } = order;
    const orderId = otherOwners.length < 2 ? null : orderIdOf(orderKey);
    if (orderId === null) return order;
    const placeholder = placeholderOf(tenantId, orderId);
    return { ...order, otherOwners: otherOwners.filter((id) => id !== placeholder) };
  });

const epochMs = (name: string): string => `(extract(epoch FROM ${name}) * 1000)::float8`;
const units = (name: string): string => `trunc(${name} * 10000)::text`;

const STORED = `customer_id AS "customerId", ${epochMs('state_at')} AS "stateAt", state, ${epochMs('placed_at')} AS "placedAt", ${epochMs('placed_moved_at')} AS "placedMovedAt",
       amount::float8, ${epochMs('amount_at')} AS "amountAt", currency, ${units('refunded')} AS refunded, ${units('refunded_total')} AS "refundedTotal",
       ${epochMs('refunded_at')} AS "refundedAt", fully_refunded AS "fullyRefunded", ${epochMs('refund_state_at')} AS "refundStateAt", test, array_remove(ARRAY[moved_from], NULL) AS "otherOwners"`;

/** A stored order. Refunds are ten-thousandths. */
interface StoredOrder extends Omit<OrderRow, 'refunded' | 'refundedTotal'> {
  readonly refunded: string;
  readonly refundedTotal: string;
}

const fromStored = (row: StoredOrder): OrderRow => ({ ...row, refunded: BigInt(row.refunded), refundedTotal: BigInt(row.refundedTotal) });

// Needs the primary key of orders. The caller has inserted the orders, so no other worker takes the same ones back.
const TAKE_BACK = `
DELETE FROM orders o USING unnest($2::text[], $3::text[]) AS fresh (key, removed_key) WHERE o.tenant_id = $1 AND o.order_key = fresh.removed_key
RETURNING fresh.key AS "orderKey", ${STORED}`;

/** Takes orders back that the retention has removed, so that they merge with what a late event says. The next removal removes them again. */
async function takeBack(db: TenantDb, fresh: readonly OrderRow[]): Promise<OrderRow[]> {
  if (fresh.length === 0) return [];
  const keys = fresh.map(({ orderKey }) => orderKey);
  return (await db.query<StoredOrder>(TAKE_BACK, [textColumn(keys), textColumn(keys.map(removedKeyOf))])).map(fromStored);
}

// Needs the primary key of orders. The lock lasts until the caller commits: two workers never fold into the same row at once.
const LOCK = `
SELECT order_key AS "orderKey", ${STORED}
FROM orders WHERE tenant_id = $1 AND order_key = ANY ($2::text[]) ORDER BY order_key FOR UPDATE`;

const UPDATE = `
UPDATE orders o SET ${RARE_ORDERS.assigned('s')}
FROM ${RARE_ORDERS.unnest('s')} WHERE o.tenant_id = $1 AND o.order_key = s.order_key`;

async function mergeStored(db: TenantDb, orders: readonly OrderRow[], removed: readonly OrderRow[]): Promise<readonly CustomerId[]> {
  if (orders.length === 0) return [];
  const rows = await db.prepared<StoredOrder>(LOCK, [textColumn(orders.map(({ orderKey }) => orderKey))]);
  const stored = new Map(rows.map((row) => [row.orderKey, fromStored(row)]));
  const merged = orders.flatMap((order) => {
    const known = stored.get(order.orderKey);
    return known === undefined ? [] : [mergeOrders(known, order)];
  });
  await db.prepared(UPDATE, RARE_ORDERS.parametersOf(withOwners(db, merged)));
  // An erasure may have deleted an order between the two statements.
  const others = await storeOrders(
    db,
    orders.filter(({ orderKey }) => !stored.has(orderKey)),
  );
  return [...[...stored.values(), ...merged, ...removed].map(({ customerId }) => customerId), ...others];
}
