import { SECOND_MS, type TenantId } from '#libs/core';
import type { Database } from '#libs/database';
import { LRUCache } from 'lru-cache';

/** The settings of a tenant that decide what happens to an event. */
export interface TenantRule {
  /** Fields of `data` that the tenant allows us to store in addition to `DATA_FIELDS`. */
  readonly allowedFields: ReadonlySet<string>;
  /** ISO 4217. Sums leave out the orders in another one. */
  readonly currency: string;
  /**
   * The instant before which the retention has removed events, or is about to; null: nothing is removed. A repeated event from before it
   * would not be recognised as a duplicate, so ingest refuses it. A removal begins an hour after it was decided.
   */
  readonly retainedFrom: Date | null;
}

interface Row {
  readonly allowed_data_fields: readonly string[];
  readonly currency: string;
  readonly retained_from: Date | null;
}

// Needs the primary key of tenants.
const READ = 'SELECT allowed_data_fields, currency, retained_from FROM tenants WHERE id = $1';
const DELETED: TenantRule = { allowedFields: new Set(), currency: '', retainedFrom: null };

const TENANTS_KEPT = 10_000;
/** Other processes know a change after this time. */
const CACHE_MS = 5 * SECOND_MS;

/** Remembers the rules of tenants, so that most batches cost no look-up. */
export class TenantRules {
  private readonly known = new LRUCache<TenantId, TenantRule>({
    max: TENANTS_KEPT,
    ttl: CACHE_MS,
    fetchMethod: (tenantId) => this.read(tenantId),
    // A look-up during which the settings change is not kept, and its caller still gets the answer.
    ignoreFetchAbort: true,
  });

  constructor(private readonly database: Database) {}

  /** @throws AppError `service_unavailable` when they are not known */
  of(tenantId: TenantId): Promise<TenantRule> {
    return this.known.forceFetch(tenantId);
  }

  /** Lets a change count for the next event of this process. */
  forget(tenantId: TenantId): void {
    this.known.delete(tenantId);
  }

  private async read(tenantId: TenantId): Promise<TenantRule> {
    const [row] = await this.database.transaction(tenantId, (db) => db.query<Row>(READ));
    if (row === undefined) return DELETED;
    return { allowedFields: new Set(row.allowed_data_fields), currency: row.currency, retainedFrom: row.retained_from };
  }
}
