import { type TenantId, toTenantId, type UserId } from '#libs/core';
import type { Database, TenantDb } from '#libs/database';
import type { TenantTable } from '#libs/tenants';

/** Tenants per sweep. The next sweep finds the rest. */
const AT_ONCE = 100;

// The table has a row for each tenant that will be deleted, so its primary key suffices. Tenants that wait, for instance for a mail server, do not
// block those behind them.
const FIND = 'SELECT tenant_id FROM tenant_deletions WHERE due_at <= $1 ORDER BY tried_at NULLS FIRST, due_at LIMIT $2';

/** Finds the tenants that can no longer cancel their deletion. */
export async function findTenantsToDelete(database: Database, now: Date): Promise<TenantId[]> {
  const rows = await database.acrossTenants('find tenants to delete', (send) => send(FIND, [now, AT_ONCE]));
  return (rows as { tenant_id: string }[]).map((row) => toTenantId(row.tenant_id));
}

const WITH_PASSWORDS = `
SELECT u.id FROM users u JOIN tenant_deletions d ON d.tenant_id = u.tenant_id
WHERE u.tenant_id = $1 AND u.password_hash IS NOT NULL AND u.verified_at IS NOT NULL AND d.due_at <= $2 AND d.started_at IS NULL`;

/** Returns the users with a password, and a proven address, of a tenant that is about to be deleted. */
export const peopleWithPasswords = async (db: TenantDb, now: Date): Promise<UserId[]> =>
  (await db.query<{ id: UserId }>(WITH_PASSWORDS, [now])).map(({ id }) => id);

const BEGIN = `
UPDATE tenant_deletions SET started_at = now() WHERE tenant_id = $1 AND due_at <= $2 AND started_at IS NULL RETURNING 1`;

/** Begins the deletion. It cannot be cancelled any more. @returns false when it has begun before, or was cancelled */
export const beginDeletion = async (db: TenantDb, now: Date): Promise<boolean> => (await db.query(BEGIN, [now])).length > 0;

// Few rows each. Without destinations, scores that are still being calculated do not reach a server.
const END_ACCESS = [
  'DELETE FROM sessions WHERE tenant_id = $1',
  'DELETE FROM login_names WHERE tenant_id = $1',
  'DELETE FROM memberships WHERE tenant_id = $1',
  'DELETE FROM api_keys WHERE tenant_id = $1',
  'DELETE FROM mailed_links WHERE tenant_id = $1',
  'DELETE FROM invitations WHERE tenant_id = $1',
  'DELETE FROM destinations WHERE tenant_id = $1',
  `UPDATE campaigns SET status = 'paused', next_run_at = NULL WHERE tenant_id = $1 AND status = 'active'`,
  'DELETE FROM mails WHERE tenant_id = $1',
];

/** Ends sessions, keys, links, webhooks and campaigns of the tenant, and drops its unsent mails. */
export async function endTenantAccess(db: TenantDb): Promise<void> {
  for (const sql of END_ACCESS) await db.query(sql);
}

// Needs storefront_connections_live.
const LIVE = `SELECT id FROM storefront_connections WHERE tenant_id = $1 AND status <> 'disconnected'`;

/** Returns the live storefront connection of the tenant. It has at most one. */
export async function liveConnection(db: TenantDb): Promise<string | null> {
  const [live] = await db.query<{ id: string }>(LIVE);
  return live?.id ?? null;
}

const NOTE_TRY = 'UPDATE tenant_deletions SET tried_at = now() WHERE tenant_id = $1 AND started_at IS NOT NULL';

/** Moves the tenant to the end of the queue. */
export const noteDeletionTry = (db: TenantDb): Promise<unknown> => db.query(NOTE_TRY);

// The row lock keeps a second worker away for the length of a transaction.
const TAKE = 'SELECT FROM tenant_deletions WHERE tenant_id = $1 AND started_at IS NOT NULL FOR UPDATE SKIP LOCKED';
const COUNT = 'UPDATE tenant_deletions SET rows_deleted = rows_deleted + $2 WHERE tenant_id = $1';

/** Locks the deletion. @returns false when another worker has it, or the tenant is gone */
export const takeDeletion = async (db: TenantDb): Promise<boolean> => (await db.query(TAKE)).length > 0;

export const countDeleted = (db: TenantDb, rows: number): Promise<unknown> => db.query(COUNT, [rows]);

/**
 * Tables that are deleted with the row of the tenant: the state of the deletion itself, the last mails, which are still to be sent, and the audit
 * log, which a policy keeps as long as the tenant exists.
 */
const GO_LAST: ReadonlySet<string> = new Set(['tenants', 'tenant_deletions', 'mails', 'audit_log']);

export const goesLast = ({ name }: TenantTable): boolean => GO_LAST.has(name);

/**
 * Longer than a cached API key (5 s) with a request (2.5 s), and than a transaction of a worker (30 s). Work that began before access ended is
 * committed after this time, and one more round finds it.
 */
const QUIET_AFTER = `interval '60 seconds'`;
const IS_QUIET = `
SELECT 1 FROM tenant_deletions WHERE tenant_id = $1 AND started_at < now() - ${QUIET_AFTER} AND NOT EXISTS (SELECT 1 FROM mails WHERE tenant_id = $1)`;
const DELETE_TENANT = 'DELETE FROM tenants WHERE id = $1';
const DELETE_AUDIT_LOG = 'DELETE FROM audit_log WHERE tenant_id = $1';

/** Returns whether all writers for the tenant have ended and the last mails were sent. Mails that no server accepts expire after a day. */
export const isQuiet = async (db: TenantDb): Promise<boolean> => (await db.query(IS_QUIET)).length > 0;

/** Deletes the row of the tenant, and then its audit log. All its other rows are gone. */
export async function deleteTenantRow(db: TenantDb): Promise<void> {
  await db.query(DELETE_TENANT);
  await db.query(DELETE_AUDIT_LOG);
}
