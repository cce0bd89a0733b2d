import { MINUTE_MS, type TenantId } from '#libs/core';
import type { Database } from '#libs/database';
import { LRUCache } from 'lru-cache';

// Needs the primary key.
const READ = 'SELECT retained_from FROM tenants WHERE id = $1';

const TENANTS_KEPT = 10_000;

/**
 * The instant before which the retention of a tenant has removed events, or is about to. A repeated event from before it would not be
 * recognised as a duplicate, so ingest refuses it. A value is at most a minute old; a removal begins an hour after it was decided.
 */
export class RetainedFrom {
  private readonly known = new LRUCache<TenantId, { readonly from: Date | null }>({
    max: TENANTS_KEPT,
    ttl: MINUTE_MS,
    fetchMethod: (tenantId) => this.read(tenantId),
  });

  constructor(private readonly database: Database) {}

  /** @returns null when nothing is removed. @throws AppError `service_unavailable` when it is not known */
  async of(tenantId: TenantId): Promise<Date | null> {
    return (await this.known.forceFetch(tenantId)).from;
  }

  private async read(tenantId: TenantId): Promise<{ from: Date | null }> {
    const [row] = await this.database.transaction(tenantId, (db) => db.query<{ retained_from: Date | null }>(READ));
    return { from: row?.retained_from ?? null };
  }
}
