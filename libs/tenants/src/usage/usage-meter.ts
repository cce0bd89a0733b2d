import { type Clock, newId, type TenantId } from '#libs/core';
import { type Database, TenantStopped } from '#libs/database';
import { dayOf, StorageQuota } from './storage-quota.js';
import { writeUsage } from './usage-counts.sql.js';

/** Tenants that a process keeps counting for without having to begin a new row. */
const TENANTS_KEPT = 10_000;

interface Count {
  readonly tenantId: TenantId;
  readonly month: string;
  readonly writer: string;
  requests: number;
  events: number;
  bytes: number;
  day: string | null;
  dayBytes: number;
  /** Has grown since it was written. */
  changed: boolean;
}

/** The first day of the UTC month, `2026-11-01`. */
export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

/**
 * Counts what tenants use in this process, in memory, so that counting costs neither a request nor an event a statement.
 * What was not written when a process is killed is not counted: nobody is ever charged for what did not happen.
 */
export class UsageMeter {
  private readonly counts = new Map<string, Count>();
  /** Refuses events of tenants that have stored as much as they may. */
  readonly quota: StorageQuota;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tenantsKept = TENANTS_KEPT,
  ) {
    this.quota = new StorageQuota(database, clock);
  }

  countRequest(tenantId: TenantId): void {
    this.countOf(tenantId).requests += 1;
  }

  /** @param events that are stored now and were not before. @param bytes that they take */
  countEvents(tenantId: TenantId, events: number, bytes: number): void {
    if (events === 0) return;
    const count = this.countOf(tenantId);
    const day = dayOf(this.clock.now());
    count.events += events;
    count.bytes += bytes;
    count.dayBytes = (count.day === day ? count.dayBytes : 0) + bytes;
    count.day = day;
    this.quota.add(tenantId, bytes);
  }

  /**
   * Writes what has been counted since the last time, tenant by tenant. Requests of a stopped tenant, which are all refused, do not count.
   * @throws the first failure, after all have been tried; what could not be written is written by a later call.
   */
  async flush(): Promise<void> {
    const failures: unknown[] = [];
    for (const count of [...this.counts.values()].filter(({ changed }) => changed)) {
      count.changed = false;
      await this.database
        .transaction(count.tenantId, (db) => writeUsage(db, count))
        .catch((error: unknown) => {
          if (error instanceof TenantStopped) return;
          count.changed = true;
          failures.push(error);
        });
    }
    this.dropWritten();
    if (failures.length > 0) throw failures[0];
  }

  private countOf(tenantId: TenantId): Count {
    const month = monthOf(this.clock.now());
    const key = `${month} ${tenantId}`;
    const known = this.counts.get(key);
    const count = known ?? { tenantId, month, writer: newId(), requests: 0, events: 0, bytes: 0, day: null, dayBytes: 0, changed: true };
    if (known === undefined) this.counts.set(key, count);
    count.changed = true;
    return count;
  }

  /** Counts that are written and will not grow, or are too many to keep. A tenant that comes back gets a new row. */
  private dropWritten(): void {
    const month = monthOf(this.clock.now());
    for (const [key, count] of this.counts) {
      if (!count.changed && (count.month !== month || this.counts.size > this.tenantsKept)) this.counts.delete(key);
    }
  }
}
