import { MINUTE_MS, type PlanId, PLANS, requestsPerMinuteOf, type StoredBytes, storedBytesOf } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** Used share of a quota at which its owners get a mail. */
const NEARLY = 0.8;
/** Days between two mails while the quota in all is nearly used up. */
const MAIL_EVERY_DAYS = 7;

/** The UTC day, `2026-11-21`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Bytes that a tenant has stored, and that it may store. */
export interface StorageUse {
  readonly used: StoredBytes;
  readonly limits: StoredBytes;
  /** False while no owner has a verified address, which makes the limits small. */
  readonly isVerified: boolean;
  /** The most bytes that API keys can send in a millisecond, as the rate limit allows. */
  readonly bytesPerMs: number;
}

interface UseRow {
  readonly plan: PlanId;
  readonly rate_limit_per_minute: number | null;
  readonly is_verified: boolean;
  readonly day: number;
  readonly all_days: number;
}

// Needs the primary keys of tenants, users and usage_counts, which has a row for each past month and for each process of this one.
// Retention has removed the data received before retained_from. A tenant without people was made by an operator, and counts as verified.
const READ = `
SELECT t.plan, t.rate_limit_per_minute,
       NOT EXISTS (SELECT 1 FROM users WHERE tenant_id = $1)
         OR EXISTS (SELECT 1 FROM users WHERE tenant_id = $1 AND role = 'owner' AND verified_at IS NOT NULL) AS is_verified,
       coalesce(sum(u.day_bytes) FILTER (WHERE u.day = $2::date), 0)::float8 AS day,
       coalesce(sum(u.bytes) FILTER (WHERE t.retained_from IS NULL OR u.month >= date_trunc('month', t.retained_from AT TIME ZONE 'UTC')), 0)::float8 AS all_days
FROM tenants t LEFT JOIN usage_counts u ON u.tenant_id = t.id WHERE t.id = $1 GROUP BY t.id`;

/** Reads what the tenant has stored, as of a few seconds ago. */
export async function readStorageUse(db: TenantDb, now: Date): Promise<StorageUse> {
  const [row] = await db.query<UseRow>(READ, [dayOf(now)]);
  const plan = row?.plan ?? 'starter';
  const isVerified = row?.is_verified === true;
  return {
    // Bytes may be given back although their count was lost with its process, so the sum may be negative.
    used: { day: Math.max(0, row?.day ?? 0), all: Math.max(0, row?.all_days ?? 0) },
    limits: storedBytesOf(plan, isVerified),
    isVerified,
    bytesPerMs: (requestsPerMinuteOf(plan, row?.rate_limit_per_minute ?? null) * PLANS[plan].maxBodyBytes) / MINUTE_MS,
  };
}

const isDayNearly = ({ used, limits }: StorageUse): boolean => used.day >= NEARLY * limits.day;

/** Returns whether a quota is used up far enough to tell the owners. */
export const isNearly = (use: StorageUse): boolean => isDayNearly(use) || use.used.all >= NEARLY * use.limits.all;

// Needs the primary key. One process gets the row.
const NOTE_MAIL = `
UPDATE tenants SET quota_mailed_on = $2::date WHERE id = $1 AND (quota_mailed_on IS NULL OR quota_mailed_on <= $2::date - $3::int) RETURNING 1`;

/**
 * Notes that the owners get a mail about `use`: about the day once a day, about the whole quota once a week.
 *
 * @returns false when they have had the mail already, or the quota is not nearly used up
 */
export async function noteStorageMail(db: TenantDb, use: StorageUse, now: Date): Promise<boolean> {
  if (!isNearly(use)) return false;
  return (await db.query(NOTE_MAIL, [dayOf(now), isDayNearly(use) ? 1 : MAIL_EVERY_DAYS])).length > 0;
}
