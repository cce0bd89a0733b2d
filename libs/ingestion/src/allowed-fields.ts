import { SECOND_MS, type TenantId } from '#libs/core';
import type { Database } from '#libs/database';
import { LRUCache } from 'lru-cache';

// Needs the primary key of tenants.
const READ = 'SELECT allowed_data_fields FROM tenants WHERE id = $1';

const TENANTS_KEPT = 10_000;
/** Other processes know a change after this time. */
const CACHE_MS = 5 * SECOND_MS;

/** The names of fields in `data` that tenants allow us to store in addition to `DATA_FIELDS`. */
export class AllowedFields {
  private readonly known = new LRUCache<TenantId, ReadonlySet<string>>({
    max: TENANTS_KEPT,
    ttl: CACHE_MS,
    fetchMethod: (tenantId) => this.read(tenantId),
    // A look-up during which the setting changes is not kept, and its caller still gets the answer.
    ignoreFetchAbort: true,
  });

  constructor(private readonly database: Database) {}

  /** @throws AppError `service_unavailable` when they are not known */
  of(tenantId: TenantId): Promise<ReadonlySet<string>> {
    return this.known.forceFetch(tenantId);
  }

  /** Lets a change count for the next event of this process. */
  forget(tenantId: TenantId): void {
    this.known.delete(tenantId);
  }

  private async read(tenantId: TenantId): Promise<ReadonlySet<string>> {
    const [row] = await this.database.transaction(tenantId, (db) => db.query<{ allowed_data_fields: string[] }>(READ));
    return new Set(row?.allowed_data_fields);
  }
}
