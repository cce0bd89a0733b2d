import { FIRST_ID, LIMITS, type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, type TenantDb } from '#libs/database';
import { isFree } from '#libs/work';
import { customerAfter } from './recipients.sql.js';

/** The id of a campaign, or that of the tenant for all campaigns together. */
export type About = string;

/** Results as a worker has counted them. */
export interface StoredResults<Numbers> {
  /** Null before the first count. */
  readonly numbers: Numbers | null;
  readonly counted_at: Date | null;
  /** The time that the count took. */
  readonly took_ms: number | null;
  /** Null while no newer numbers have been requested. */
  readonly due_at: Date | null;
  /** True: the recipients are deleted, so nothing can count them again. */
  readonly final: boolean;
}

const READ = 'SELECT numbers, counted_at, took_ms, due_at, final FROM counted_results WHERE tenant_id = $1 AND about = $2';

export async function readStored<Numbers>(db: TenantDb, about: About): Promise<StoredResults<Numbers> | null> {
  return (await db.query<StoredResults<Numbers>>(READ, [about]))[0] ?? null;
}

const ASK = `
INSERT INTO counted_results (tenant_id, about, due_at) VALUES ($1, $2, $3)
ON CONFLICT (tenant_id, about) DO UPDATE SET due_at = coalesce(counted_results.due_at, excluded.due_at) WHERE NOT counted_results.final`;

/** Asks the workers for newer numbers. */
export async function askForResults(db: TenantDb, about: About, now: Date): Promise<void> {
  await db.query(ASK, [about, now]);
}

const ASK_AGAIN = 'UPDATE counted_results SET due_at = coalesce(due_at, $2) WHERE tenant_id = $1 AND NOT final';

/**
 * Requests newer numbers of all results that were ever counted in the background, and of all campaigns together once they have many
 * recipients.
 */
export async function askForAllResults(db: TenantDb, now: Date): Promise<void> {
  if (await isLarge(db, null)) await askForResults(db, db.tenantId, now);
  await db.query(ASK_AGAIN, [now]);
}

/** Says whether a campaign, or with null all together, has more recipients than are counted while a person waits. */
export const isLarge = async (db: TenantDb, campaignId: string | null): Promise<boolean> =>
  (await customerAfter(db, campaignId, FIRST_ID, LIMITS.campaign.countedAtOnce)) !== null;

// Needs index counted_results_due.
const FIND_DUE = `SELECT tenant_id, about FROM counted_results r WHERE due_at <= $2 AND ${isWorking()} AND ${isFree('results', 'r.tenant_id', 'r.about')} ORDER BY due_at LIMIT 100`;

/** Results that have been requested and are not counted yet. */
export interface DueResults {
  readonly tenantId: TenantId;
  readonly about: About;
}

export async function findDueResults(database: Database, now: Date): Promise<DueResults[]> {
  const rows = await database.findWork('find results to count', FIND_DUE, [now]);
  return rows.map((row) => ({ tenantId: toTenantId(String(row['tenant_id'])), about: String(row['about']) }));
}

const IS_DUE = 'SELECT FROM counted_results WHERE tenant_id = $1 AND about = $2 AND due_at <= $3';

/** @returns false when another worker has counted them in the meantime */
export const isResultDue = async (db: TenantDb, about: About, now: Date): Promise<boolean> =>
  (await db.query(IS_DUE, [about, now])).length > 0;

const STORE = `
UPDATE counted_results SET numbers = $3, counted_at = $4, took_ms = $5, due_at = NULL
WHERE tenant_id = $1 AND about = $2 AND NOT final AND (counted_at IS NULL OR counted_at < $4)`;

/** Stores the numbers of a moment, unless newer or final ones have been stored in the meantime. */
export async function storeResults(
  db: TenantDb,
  about: About,
  numbers: object,
  { countedAt, tookMs }: { countedAt: Date; tookMs: number },
): Promise<void> {
  await db.query(STORE, [about, JSON.stringify(numbers), countedAt, Math.round(tookMs)]);
}

const KEEP = `
INSERT INTO counted_results (tenant_id, about, numbers, counted_at, final) VALUES ($1, $2, $3, $4, true)
ON CONFLICT (tenant_id, about) DO UPDATE SET numbers = excluded.numbers, counted_at = excluded.counted_at, due_at = NULL, final = true`;

/** Keeps the numbers of a campaign for good, before its recipients are deleted. */
export async function keepResults(db: TenantDb, campaignId: string, numbers: object, now: Date): Promise<void> {
  await db.query(KEEP, [campaignId, JSON.stringify(numbers), now]);
}
