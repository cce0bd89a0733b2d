import { type TenantId, toTenantId } from '#libs/core';
import { isFree } from '#libs/work';
import { type Database, isWorking, type TenantDb } from '#libs/database';

// Needs index tenants_by_digest.
const FIND_DUE = `SELECT id FROM tenants t WHERE next_digest_at <= $2 AND ${isWorking('id')} AND ${isFree('digest', 't.id')} ORDER BY next_digest_at LIMIT 100`;

export async function findDueDigests(database: Database, now: Date): Promise<TenantId[]> {
  const rows = await database.findWork('find digests to write', FIND_DUE, [now]);
  return rows.map((row) => toTenantId(String(row['id'])));
}

export interface DigestPlace {
  readonly timezone: string;
}

// Needs the primary key.
const TAKE = 'SELECT timezone FROM tenants WHERE id = $1 AND next_digest_at <= $2 FOR NO KEY UPDATE';

/** @returns null when it is not due any more. */
export async function takeDigest(db: TenantDb, now: Date): Promise<DigestPlace | null> {
  return (await db.query<DigestPlace>(TAKE, [now]))[0] ?? null;
}

const PLAN = 'UPDATE tenants SET next_digest_at = $2 WHERE id = $1';

export async function planDigest(db: TenantDb, at: Date): Promise<void> {
  await db.query(PLAN, [at]);
}
