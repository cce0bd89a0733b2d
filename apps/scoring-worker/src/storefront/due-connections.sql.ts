import { SECOND_MS, type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, type TenantDb } from '#libs/database';
import { type OrderCounts, readBulkCursor, readsItems, type TopicState, usualMsEach } from '#libs/storefront';
import { isFree } from '#libs/work';
import { keepLease, type Lease } from '../runner/leases.js';

/** A connection with due work. */
export interface DueConnection {
  readonly tenantId: TenantId;
  readonly id: string;
}

/** A connection that this process works on. */
export interface LeasedConnection {
  readonly id: string;
  readonly platform: string;
  readonly shop: string;
  /** WooCommerce only: the URL of its WordPress; null when that is the domain of the shop. */
  readonly rest_url: string | null;
  /** The permissions that the platform has granted, separated by commas. */
  readonly scopes: string | null;
  /** The currency of the shop's orders; null until the first one. */
  readonly currency: string | null;
  readonly lease: Lease;
  readonly webhooks_checked_at: Date | null;
  readonly token_expires_at: Date | null;
  readonly connected_at: Date;
  readonly import_state: 'none' | 'running' | 'done' | 'failed';
  readonly import_cursor: string | null;
  readonly import_total: number | null;
  /** Customers of the shop, perhaps also those without orders; null when the import reads none, or the platform has not counted them. */
  readonly import_customers_total: number | null;
  readonly import_pages: number;
  /** Refusals of the next page in a row. */
  readonly import_refusals: number;
  readonly import_restarts: number;
  readonly import_started_at: Date;
  /** Start of the last look back that reached its end. */
  readonly last_reconciled_at: Date | null;
  /** Start of the last look back if it was cut off. */
  readonly reconcile_cut_at: Date | null;
  readonly reconcile_started_at: Date | null;
  readonly reconcile_cursor: string | null;
  readonly reconcile_pages: number;
  readonly reconcile_total: number | null;
  readonly reconcile_restarts: number;
  /** Time of the last comparison of orders; null when an import has ended since. */
  readonly counted_at: Date | null;
  readonly sync_due_at: Date;
  /** Arrival of a webhook that reports the removal of the app without a time. */
  readonly uninstall_reported_at: Date | null;
}

/** Connections per sweep. The next sweep finds the rest. */
const AT_ONCE = 100;

// Needs index storefront_connections_to_sync.
const FIND = `
SELECT tenant_id, id FROM storefront_connections c
WHERE sync_due_at <= $2 AND ${isWorking()} AND status = 'connected' AND ${isFree('storefront', 'c.tenant_id', 'c.id')} ORDER BY sync_due_at LIMIT ${AT_ONCE}`;

/** Finds the due connections of all tenants that no worker has leased. */
export async function findDueConnections(database: Database, now: Date): Promise<DueConnection[]> {
  const rows = await database.findWork('find storefronts to look at', FIND, [now]);
  return rows.map((row) => ({ tenantId: toTenantId(String(row['tenant_id'])), id: String(row['id']) }));
}

// Needs storefront_connections_live.
const FIND_OWN = `SELECT id FROM storefront_connections WHERE tenant_id = $1 AND sync_due_at <= $2 AND status = 'connected'`;

export const findDueOf = async (db: TenantDb, now: Date): Promise<DueConnection[]> =>
  (await db.query<{ id: string }>(FIND_OWN, [now])).map(({ id }) => ({ tenantId: db.tenantId, id }));

const IS_LEASED = `status = 'connected' AND EXISTS (
  SELECT 1 FROM work_leases WHERE tenant_id = $1 AND kind = 'storefront' AND subject = $2 AND token = $3)`;
// Needs the primary key. Waits until a running change of the connection ends, and reads the result.
const READ = `
SELECT id, platform, shop, rest_url, scopes, currency, webhooks_checked_at, token_expires_at, connected_at, import_state, import_cursor, import_total,
  import_customers_total, import_pages, import_refusals, import_restarts, import_started_at, last_reconciled_at, reconcile_cut_at, reconcile_started_at, reconcile_cursor,
  reconcile_pages, reconcile_total, reconcile_restarts, counted_at, uninstall_reported_at, sync_due_at
FROM storefront_connections WHERE tenant_id = $1 AND id = $2 AND ${IS_LEASED} FOR NO KEY UPDATE`;

/** @throws LeaseLostError */
export async function readLeased(db: TenantDb, lease: Lease): Promise<LeasedConnection> {
  const [row] = await db.query<Omit<LeasedConnection, 'lease'>>(READ, [lease.subject, lease.token]);
  if (row === undefined) throw new LeaseLostError();
  return { ...row, lease };
}

// Needs the primary key. Does not lock the row: an erasure of the shop holds that lock while it waits for events that are being stored.
const FIND_LEASED = `SELECT FROM storefront_connections WHERE tenant_id = $1 AND id = $2 AND ${IS_LEASED}`;

/** @throws LeaseLostError */
export async function requireLease(db: TenantDb, { id, lease }: LeasedConnection): Promise<void> {
  if ((await db.query(FIND_LEASED, [id, lease.token])).length === 0) throw new LeaseLostError();
}

/** Another worker has the lease now, or the connection has ended. This process may store nothing more. */
export class LeaseLostError extends Error {
  constructor() {
    super('another worker has the connection, or it has ended');
    this.name = 'LeaseLostError';
  }
}

/** Builds an update of a connection that this process has leased. The column names are constants of this file. */
const update = (assignments: string): string =>
  `UPDATE storefront_connections SET ${assignments} WHERE tenant_id = $1 AND id = $2 AND status = 'connected' RETURNING id`;

/** Largest value of the column. */
const MOST_ORDERS = 2 ** 31 - 1;

async function write(db: TenantDb, sql: string, { id, lease }: LeasedConnection, values: readonly unknown[]): Promise<void> {
  if ((await db.query(sql, [id, ...values])).length === 0 || !(await keepLease(db, lease))) throw new LeaseLostError();
}

// A removal that was reported after this check began keeps its time, so that the next check looks into it.
const NOTE_WEBHOOKS = update(
  `webhooks = $3, webhooks_checked_at = $4, uninstall_reported_at = CASE WHEN uninstall_reported_at = $5 THEN NULL ELSE uninstall_reported_at END`,
);
const NOTE_TOTALS = update('import_total = $3, import_customers_total = $4');
const NOTE_LOOK_TOTAL = update(`reconcile_total = $3`);
/** Weight of a page in the mean time of the last ones. */
const PACE = 0.2;
const NOTE_IMPORTED = update(
  `import_done = import_done + $3, import_customers = import_customers + $5::int, import_customers_total = coalesce($6::int, import_customers_total),
   import_collected = NULL, import_ms_each = CASE WHEN $7::real IS NULL THEN import_ms_each ELSE coalesce(import_ms_each, $8::real) * ${1 - PACE} + $7::real * ${PACE} END,
   import_pages = import_pages + 1, import_refusals = 0, import_cursor = $4,
   import_state = CASE WHEN $4::text IS NULL THEN 'done' ELSE 'running' END,
   counted_at = CASE WHEN $4::text IS NOT NULL THEN counted_at END`,
);
const NOTE_COLLECTED = update(
  'import_collected = $3, import_collected_at = $4, import_collect_rate = coalesce($5::real, import_collect_rate)',
);
const REFUSE_IMPORT = update(`import_refusals = import_refusals + 1`);
const RESTART_IMPORT = update(
  `import_done = 0, import_customers = 0, import_collected = NULL, import_pages = 0, import_refusals = 0, import_restarts = import_restarts + 1, import_cursor = NULL`,
);
const FAIL_IMPORT = update(`import_state = 'failed', import_cursor = NULL`);
const BEGIN_RECONCILE = update(
  `reconcile_started_at = $3, reconcile_cursor = NULL, reconcile_pages = 0, reconcile_total = NULL, reconcile_restarts = 0`,
);
const RESTART_RECONCILE = update(`reconcile_cursor = NULL, reconcile_pages = 0, reconcile_restarts = reconcile_restarts + 1`);
const NOTE_RECONCILED = update(`reconcile_cursor = $3, reconcile_pages = reconcile_pages + 1`);
const NO_LOOK = 'reconcile_started_at = NULL, reconcile_cursor = NULL, reconcile_pages = 0, reconcile_total = NULL, reconcile_restarts = 0';
const END_RECONCILE = update(`last_reconciled_at = reconcile_started_at, reconcile_cut_at = NULL, ${NO_LOOK}`);
// `last_reconciled_at` stays: the next look back reaches as far back as the last complete one.
const CUT_RECONCILE = update(`reconcile_cut_at = reconcile_started_at, ${NO_LOOK}`);
// Keeps a due time that another transaction has set in the meantime. A Date has only milliseconds.
const PUT_OFF = update(
  `sync_due_at = CASE WHEN sync_due_at >= $4::timestamptz AND sync_due_at - $4::timestamptz < interval '1 millisecond' THEN $3 ELSE sync_due_at END`,
);
const NOTE_COUNTS = update('counts = $3, counted_at = $4');
const STOP = update(`status = 'reauthorize', sync_due_at = NULL`);

export const noteWebhooks = (db: TenantDb, at: LeasedConnection, topics: readonly TopicState[], now: Date): Promise<void> =>
  write(db, NOTE_WEBHOOKS, at, [JSON.stringify(topics), now, at.uninstall_reported_at]);
/** Numbers of the platform, which may be any numbers; null when it does not count. */
export interface ShopTotals {
  readonly orders: number | null;
  readonly customers: number | null;
}

const within = (count: number | null): number | null => (count === null ? null : Math.min(count, MOST_ORDERS));

export const noteTotals = (db: TenantDb, at: LeasedConnection, { orders, customers }: ShopTotals): Promise<void> =>
  write(db, NOTE_TOTALS, at, [within(orders), within(customers)]);
/** @param total the platform's number, which may be any number. */
export const noteLookTotal = (db: TenantDb, at: LeasedConnection, total: number): Promise<void> =>
  write(db, NOTE_LOOK_TOTAL, at, [within(total)]);

/** The content of a page of an import. */
export interface ImportedPage {
  readonly orders: number;
  readonly customers: number;
  /** All customers of the list; null when not known. */
  readonly allCustomers: number | null;
  /** Milliseconds, the pause after the page included. */
  readonly tookMs: number;
}

/** @param cursor of the next page; null after the last page. */
export function noteImported(db: TenantDb, at: LeasedConnection, page: ImportedPage, cursor: string | null): Promise<void> {
  const { orders, customers, allCustomers, tookMs } = page;
  const read = orders + customers;
  const msEach = read > 0 ? tookMs / read : null;
  return write(db, NOTE_IMPORTED, at, [
    orders,
    cursor,
    customers,
    within(allCustomers),
    msEach,
    usualMsEach(at.import_cursor, readsItems(at)),
  ]);
}
/** Notes how much the platform has collected of the file that the import waits for. */
export function noteCollected(db: TenantDb, at: LeasedConnection, objects: number, now: Date): Promise<void> {
  const began = at.import_cursor === null ? undefined : readBulkCursor(at.import_cursor)?.began;
  const seconds = began === undefined ? 0 : (now.getTime() - Date.parse(began)) / SECOND_MS;
  return write(db, NOTE_COLLECTED, at, [within(objects), now, objects > 0 && seconds > 0 ? objects / seconds : null]);
}
/** Counts a refusal. The next request asks for the same page again. */
export const refuseImport = (db: TenantDb, at: LeasedConnection): Promise<void> => write(db, REFUSE_IMPORT, at, []);
/** Starts again at the first page. Orders that are stored already do not count twice. */
export const restartImport = (db: TenantDb, at: LeasedConnection): Promise<void> => write(db, RESTART_IMPORT, at, []);
/** Ends the import because the platform does not return its orders. Looks back continue. */
export const failImport = (db: TenantDb, at: LeasedConnection): Promise<void> => write(db, FAIL_IMPORT, at, []);
export const beginReconcile = (db: TenantDb, at: LeasedConnection, startedAt: Date): Promise<void> =>
  write(db, BEGIN_RECONCILE, at, [startedAt]);
/** Starts again at the first page. */
export const restartReconcile = (db: TenantDb, at: LeasedConnection): Promise<void> => write(db, RESTART_RECONCILE, at, []);
/** @param cursor of the next page; null after the last page. */
export const noteReconciled = (db: TenantDb, at: LeasedConnection, cursor: string | null): Promise<void> =>
  cursor === null ? write(db, END_RECONCILE, at, []) : write(db, NOTE_RECONCILED, at, [cursor]);
/** Ends the look back before its last page. */
export const cutReconcile = (db: TenantDb, at: LeasedConnection): Promise<void> => write(db, CUT_RECONCILE, at, []);
/** @param counts null when the platform does not count its orders. */
export const noteCounts = (db: TenantDb, at: LeasedConnection, counts: OrderCounts | null, now: Date): Promise<void> =>
  write(db, NOTE_COUNTS, at, [counts === null ? null : JSON.stringify(counts), now]);
/** Nothing is due before then. */
export const putOff = (db: TenantDb, at: LeasedConnection, dueAt: Date): Promise<void> => write(db, PUT_OFF, at, [dueAt, at.sync_due_at]);
/** Ends all work for the connection until a user connects the shop again. */
export const stopUntilReauthorized = (db: TenantDb, at: LeasedConnection): Promise<void> => write(db, STOP, at, []);
