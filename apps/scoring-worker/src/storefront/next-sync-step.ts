import { DAY_MS, MINUTE_MS } from '#libs/core';
import { areCustomersInFile, areInFile, mayReadAllOrders, type OrdersSince, readsItems } from '#libs/storefront';
import type { LeasedConnection } from './due-connections.sql.js';

/** A token is renewed this long before it expires. */
const REFRESH_AHEAD_MS = 5 * MINUTE_MS;
/** Interval for checking our subscriptions on the platform, for reading changed orders, and for comparing their number. */
const CHECK_EVERY_MS = DAY_MS;
/**
 * History that a new connection imports: for an app all that the scope `read_orders` shows, for WooCommerce all that scores use. With
 * `read_all_orders` Shopify shows all orders; older ones than this say nothing about today.
 */
const IMPORT_REACH_MS = { app: 60 * DAY_MS, woocommerce: 5 * 365 * DAY_MS, allOrders: 10 * 365 * DAY_MS };
/** Shortest reach of a look back, which finds orders with lost webhooks. */
const RECONCILE_REACH_MS = 7 * DAY_MS;

/** The next step for a connection; `rest` means that nothing is due before `until`. */
export type SyncStep =
  | { readonly kind: 'refresh' | 'check_subscriptions' | 'import' | 'begin_reconcile' | 'reconcile' | 'count' }
  | { readonly kind: 'rest'; readonly until: Date };

type Standing = Pick<
  LeasedConnection,
  | 'platform'
  | 'scopes'
  | 'token_expires_at'
  | 'webhooks_checked_at'
  | 'uninstall_reported_at'
  | 'import_state'
  | 'import_started_at'
  | 'last_reconciled_at'
  | 'reconcile_cut_at'
  | 'reconcile_started_at'
  | 'counted_at'
>;

export function nextSyncStep(connection: Standing, now: Date): SyncStep {
  const { token_expires_at: expiresAt, webhooks_checked_at: checkedAt, import_state: imports } = connection;
  if (expiresAt !== null && isAfter(now, expiresAt, -REFRESH_AHEAD_MS)) return { kind: 'refresh' };
  if (checkedAt === null || connection.uninstall_reported_at !== null || isAfter(now, checkedAt, CHECK_EVERY_MS))
    return { kind: 'check_subscriptions' };
  if (imports === 'running') return { kind: 'import' };
  if (connection.reconcile_started_at !== null) return { kind: 'reconcile' };
  const lookedAt = connection.reconcile_cut_at ?? connection.last_reconciled_at ?? connection.import_started_at;
  if (isAfter(now, lookedAt, CHECK_EVERY_MS)) return { kind: 'begin_reconcile' };
  const { counted_at: countedAt } = connection;
  if (countedAt === null || isAfter(now, countedAt, CHECK_EVERY_MS)) return { kind: 'count' };
  const times = [checkedAt, lookedAt, countedAt].map((at) => at.getTime() + CHECK_EVERY_MS);
  if (expiresAt !== null) times.push(expiresAt.getTime() - REFRESH_AHEAD_MS);
  return { kind: 'rest', until: new Date(Math.min(...times)) };
}

const isAfter = (now: Date, at: Date, byMs: number): boolean => now.getTime() >= at.getTime() + byMs;

/** Maximum files that Shopify collects for one import. An erasure makes a file useless, and it may fail. The import then goes page by page. */
export const COLLECTIONS = 3;

/** Returns the time since which the platform shows orders and an import brings them. */
export const shownSince = (connection: Pick<Standing, 'platform' | 'scopes'>, now: Date): Date =>
  new Date(now.getTime() - reachOf(connection));

type Importing = Pick<
  LeasedConnection,
  'platform' | 'scopes' | 'import_started_at' | 'import_restarts' | 'import_total' | 'import_customers_total'
>;

/** Returns the filter of the import. Its time is the same for all pages of one import. */
export function importSince(connection: Importing): Extract<OrdersSince, { createdSince: Date }> {
  const createdSince = new Date(connection.import_started_at.getTime() - reachOf(connection));
  if (connection.platform !== 'shopify') return { createdSince };
  const [mayCollect, seesAll] = [connection.import_restarts < COLLECTIONS, seesAllOrders(connection)];
  const [orders, customers] = [connection.import_total ?? 0, connection.import_customers_total ?? 0];
  const withItems = readsItems(connection);
  const inBulk = mayCollect && (seesAll || areInFile(orders, withItems));
  return {
    createdSince,
    inBulk,
    ...(withItems && { withItems }),
    ...(!seesAll && { customers: mayCollect && areCustomersInFile(customers) ? 'bulk' : 'pages' }),
  };
}

const seesAllOrders = ({ platform, scopes }: Pick<Standing, 'platform' | 'scopes'>): boolean =>
  platform === 'shopify' && mayReadAllOrders(scopes);

function reachOf(connection: Pick<Standing, 'platform' | 'scopes'>): number {
  if (connection.platform === 'woocommerce') return IMPORT_REACH_MS.woocommerce;
  return seesAllOrders(connection) ? IMPORT_REACH_MS.allOrders : IMPORT_REACH_MS.app;
}

/**
 * Returns the time since which a look back reads changed orders: seven days ago, or the start of the last complete look when that is
 * longer ago, as far back as the platform shows orders. It is the same for all pages of one look.
 */
export function reconcileSince(
  connection: Pick<Standing, 'platform' | 'scopes' | 'reconcile_started_at' | 'last_reconciled_at' | 'import_started_at'>,
  now: Date,
): Date {
  const startedAt = (connection.reconcile_started_at ?? now).getTime();
  const lookedAt = (connection.last_reconciled_at ?? connection.import_started_at).getTime();
  return new Date(Math.max(startedAt - reachOf(connection), Math.min(startedAt - RECONCILE_REACH_MS, lookedAt)));
}
