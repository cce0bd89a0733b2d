import { AppError, type Clock, DAY_MS, type PlanId, SECOND_MS, type StoredBytes, storedBytesOf, type TenantId } from '#libs/core';
import type { Database, TenantDb } from '#libs/database';
import { LRUCache } from 'lru-cache';

const TENANTS_KEPT = 10_000;
/** Age of what a process knows of the others. Each adds what it stores itself, so a quota is overrun by seconds of the others at most. */
const KNOWN_MS = 2 * SECOND_MS;
/** The part of a quota from which on its owners are told. */
const NEARLY = 0.8;

/** The UTC day, `2026-11-21`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Bytes of events that a tenant has stored, and that it may store. */
export interface StorageUse {
  readonly used: StoredBytes;
  readonly limits: StoredBytes;
}

/** What a tenant may store is used up. Nothing of the request is stored. */
export class QuotaExceeded extends AppError {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super('quota_exceeded', message);
    this.name = 'QuotaExceeded';
  }
}

// Needs the primary keys of tenants and users, and usage_counts of some months and processes. Months that the retention has removed do not count.
// A tenant without people was made by an operator.
const READ = `
SELECT t.plan,
       NOT EXISTS (SELECT 1 FROM users WHERE tenant_id = $1) OR EXISTS (SELECT 1 FROM users WHERE tenant_id = $1 AND role = 'owner' AND verified_at IS NOT NULL) AS is_verified,
       coalesce(sum(u.day_bytes) FILTER (WHERE u.day = $2::date), 0)::float8 AS day,
       coalesce(sum(u.bytes) FILTER (WHERE t.retention_months IS NULL OR u.month >= date_trunc('month', $2::date) - make_interval(months => t.retention_months)), 0)::float8 AS all_days
FROM tenants t LEFT JOIN usage_counts u ON u.tenant_id = t.id WHERE t.id = $1 GROUP BY t.id`;

/** Reads what the tenant has stored, as of a few seconds ago. */
export async function readStorageUse(db: TenantDb, now: Date): Promise<StorageUse> {
  const [row] = await db.query<{ plan: PlanId; is_verified: boolean; day: number; all_days: number }>(READ, [dayOf(now)]);
  const limits = storedBytesOf(row?.plan ?? 'starter', row?.is_verified === true);
  return { used: { day: row?.day ?? 0, all: row?.all_days ?? 0 }, limits };
}

/** Whether so much of a quota is used up that its owners should know. */
export const isNearly = ({ used, limits }: StorageUse): boolean => used.day >= NEARLY * limits.day || used.all >= NEARLY * limits.all;

/** Bounds the bytes that each tenant stores in a UTC day and in all. The counts are those of the usage meter. */
export class StorageQuota {
  private readonly known = new LRUCache<TenantId, { readonly use: StorageUse; added: number }>({
    max: TENANTS_KEPT,
    ttl: KNOWN_MS,
    fetchMethod: async (tenantId) => {
      const now = this.clock.now();
      const use = await this.database.transaction(tenantId, (db) => readStorageUse(db, now));
      if (isNearly(use)) this.nearlyUsed.add(tenantId);
      return { use, added: 0 };
    },
  });
  private nearlyUsed = new Set<TenantId>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws QuotaExceeded when these bytes are more than the tenant may store now */
  async expectRoom(tenantId: TenantId, bytes: number): Promise<void> {
    const { use, added } = await this.known.forceFetch(tenantId);
    const { used, limits } = use;
    const exceeded = used.all + added + bytes > limits.all ? 'all' : used.day + added + bytes > limits.day ? 'day' : null;
    if (exceeded === null) return;
    this.nearlyUsed.add(tenantId);
    throw refusal(exceeded, limits, this.clock.now());
  }

  /** Adds bytes that this process has stored. */
  add(tenantId: TenantId, bytes: number): void {
    const known = this.known.peek(tenantId);
    if (known !== undefined) known.added += bytes;
  }

  /** Returns the tenants whose quota was nearly or wholly used up since the last call. */
  takeNearlyUsed(): readonly TenantId[] {
    const taken = [...this.nearlyUsed];
    this.nearlyUsed = new Set();
    return taken;
  }
}

function refusal(exceeded: keyof StoredBytes, limits: StoredBytes, now: Date): QuotaExceeded {
  const tomorrow = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / SECOND_MS);
  const size = `${Math.round(limits[exceeded] / 2 ** 20)} MiB`;
  return exceeded === 'day'
    ? new QuotaExceeded(
        `the events of today take ${size}, the quota of stored bytes per day: the next ones are taken tomorrow (UTC)`,
        tomorrow,
      )
    : new QuotaExceeded(
        `all your events take ${size}, the quota of stored bytes: verify the e-mail address of an owner, choose a shorter retention, or ask for a larger plan`,
        tomorrow,
      );
}

// Needs the primary key. Only one process a day gets a row.
const NOTE_MAIL = `
UPDATE tenants SET quota_mailed_on = $2::date WHERE id = $1 AND (quota_mailed_on IS NULL OR quota_mailed_on < $2::date) RETURNING 1`;

/** @returns false when the owners were told today already */
export const noteQuotaMail = async (db: TenantDb, now: Date): Promise<boolean> => (await db.query(NOTE_MAIL, [dayOf(now)])).length > 0;
