import { newId } from '#libs/core';
import { APP_ROLE, STOPS_KNOWN_MS, type TenantDb } from '#libs/database';

/** The tenant's row of a move. */
export interface StoredMove {
  readonly move_id: string;
  readonly state: 'moving' | 'moved' | 'arrived';
}

// Needs the primary key.
const FIND = 'SELECT move_id, state FROM tenant_moves WHERE tenant_id = $1';
export const findMove = async (db: TenantDb): Promise<StoredMove | null> => (await db.query<StoredMove>(FIND))[0] ?? null;

/** Arbitrary numbers. A move holds these locks until it ends, at the source and at the target. */
const LOCKS = { source: 5_871_205, target: 5_871_206 } as const;
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(${LOCKS.source}, hashtext($1)) AS locked`;
/** Waits for the commit of an earlier move that was interrupted. */
const LOCK = `SELECT pg_advisory_xact_lock(${LOCKS.target}, hashtext($1))`;

/** @returns false when another command moves this tenant */
export const tryLockSource = async (db: TenantDb): Promise<boolean> => (await db.query<{ locked: boolean }>(TRY_LOCK))[0]?.locked === true;
export const lockTarget = (db: TenantDb): Promise<unknown> => db.query(LOCK);

const VERSION = `
SELECT obj_description('tenants'::regclass, 'pg_class') AS initial, (SELECT array_agg(name::text ORDER BY id) FROM migrations) AS migrations,
       EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS distributed, $1::uuid AS tenant_id`;

/** The version of a schema. */
export interface SchemaVersion {
  readonly initial: string | null;
  readonly migrations: readonly string[];
  readonly distributed: boolean;
}

export const schemaVersion = async (db: TenantDb): Promise<SchemaVersion> => (await db.query<SchemaVersion>(VERSION))[0]!;

const EXISTS = 'SELECT 1 FROM tenants WHERE id = $1';
export const tenantExists = async (db: TenantDb): Promise<boolean> => (await db.query(EXISTS)).length > 0;

const DELETION = 'SELECT 1 FROM tenant_deletions WHERE tenant_id = $1';
export const isBeingDeleted = async (db: TenantDb): Promise<boolean> => (await db.query(DELETION)).length > 0;

const EMAILS = `
SELECT u.email, l.email_hash FROM login_names l JOIN users u ON u.tenant_id = l.tenant_id AND u.id = l.user_id WHERE l.tenant_id = $1`;
export const readLogins = (db: TenantDb): Promise<{ email: string; email_hash: Buffer }[]> => db.query(EMAILS);

const TAKEN = `
SELECT login.hash FROM unnest($2::bytea[]) AS login (hash), login_owner(login.hash) AS owner WHERE owner.tenant_id <> $1`;
/** @returns the hashes, in hexadecimal, of those that have an account of another tenant */
export const takenLogins = async (db: TenantDb, hashes: readonly Buffer[]): Promise<string[]> =>
  (await db.query<{ hash: Buffer }>(TAKEN, [hashes])).map(({ hash }) => hash.toString('hex'));

// A tenant that has arrived from another installation can move on.
const STOP = `
INSERT INTO tenant_moves AS m (tenant_id, move_id, state, begun_at) VALUES ($1, $2, 'moving', now())
ON CONFLICT (tenant_id) DO UPDATE SET move_id = excluded.move_id, state = 'moving', begun_at = excluded.begun_at WHERE m.state = 'arrived'`;

/** Stops the tenant, unless an interrupted move has stopped it before. */
export async function stopTenant(db: TenantDb): Promise<StoredMove> {
  await db.query(STOP, [newId()]);
  const move = await findMove(db);
  if (move === null) throw new Error('the tenant could not be stopped');
  return move;
}

// A process may believe for this long that the tenant runs. Whatever it began until then has to end.
const WRITERS = `
SELECT clock_timestamp() < m.begun_at + $2 * interval '1 millisecond' AS early,
  (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND usename = '${APP_ROLE}'
     AND pid <> pg_backend_pid() AND pid <> ALL ($3::int[]) AND xact_start < m.begun_at + $2 * interval '1 millisecond') AS open
FROM tenant_moves m WHERE m.tenant_id = $1`;

/** Tells whether a process may still write for the stopped tenant. @param except the connections of the move itself */
export async function mayBeWritten(db: TenantDb, except: readonly number[]): Promise<boolean> {
  const [found] = await db.query<{ early: boolean; open: number }>(WRITERS, [STOPS_KNOWN_MS + 1000, except]);
  return found === undefined || found.early || found.open > 0;
}

const PID = 'SELECT pg_backend_pid() AS pid, $1::uuid IS NOT NULL AS asked';
export const backendOf = async (db: TenantDb): Promise<number> => (await db.query<{ pid: number }>(PID))[0]!.pid;

const RESUME = `DELETE FROM tenant_moves WHERE tenant_id = $1 AND state = 'moving'`;
/** Ends the stop of a tenant that has not arrived anywhere. */
export const resumeTenant = (db: TenantDb): Promise<unknown> => db.query(RESUME);

const FINISH = `UPDATE tenant_moves SET state = 'moved' WHERE tenant_id = $1 AND state = 'moving'`;
export const finishMove = (db: TenantDb): Promise<unknown> => db.query(FINISH);

const ARRIVE = `INSERT INTO tenant_moves (tenant_id, move_id, state, begun_at) VALUES ($1, $2, 'arrived', now())`;
const NOTE = `
INSERT INTO audit_log (tenant_id, id, at, action, actor_kind, details) VALUES ($1, $2, now(), 'tenant.moved', 'admin', '{}')`;

/** Notes at the target that the tenant lives there. */
export async function noteArrival(db: TenantDb, moveId: string): Promise<void> {
  await db.query(ARRIVE, [moveId]);
  await db.query(NOTE, [newId()]);
}
