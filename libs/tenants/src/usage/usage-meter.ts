import { type Clock, newId, type TenantId } from '#libs/core';
import { type Database } from '#libs/database';
import { StorageQuota } from './storage-quota.js';
import { dayOf } from './storage-use.sql.js';
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
  /** The part of `bytes` that is written. */
  writtenBytes: number;
  /** Has grown since it was written. */
  changed: boolean;
}

const NOTHING = { requests: 0, events: 0, bytes: 0, day: null, dayBytes: 0, writtenBytes: 0 };

/** Events and bytes that were not stored before. Notes of people have bytes and no events. */
interface Stored {
  readonly events: number;
  readonly bytes: number;
}

/** The first day of the UTC month, `2026-11-01`. */
export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

/**
 * Counts what tenants use in this process, in memory, so that counting costs neither a request nor an event a statement. Counts that were
 * not written when a process is killed are lost, in favour of the tenant.
 */
export class UsageMeter {
  private readonly counts = new Map<string, Count>();
  /** Refuses data of tenants that have stored as much as they may. */
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

  /**
   * Stores data that the quota of the tenant has room for, and counts what was new.
   * @param bytes the most that the data takes
   * @param store returns what was not stored before
   * @throws QuotaExceeded before anything is stored
   */
  async storeWithin<T extends Stored>(tenantId: TenantId, bytes: number, store: () => Promise<T>): Promise<T> {
    await this.quota.take(tenantId, bytes);
    let kept = 0;
    try {
      const stored = await store();
      kept = stored.bytes;
      this.countStored(tenantId, stored);
      return stored;
    } finally {
      this.quota.giveBack(tenantId, bytes - kept);
    }
  }

  countStored(tenantId: TenantId, { events, bytes }: Stored): void {
    if (events === 0 && bytes === 0) return;
    const count = this.countOf(tenantId);
    const day = dayOf(this.clock.now());
    count.events += events;
    count.bytes += bytes;
    count.dayBytes = (count.day === day ? count.dayBytes : 0) + bytes;
    count.day = day;
  }

  /**
   * Writes what has been counted since the last time, tenant by tenant.
   * @throws the first failure, after all have been tried; what could not be written is written by a later call.
   */
  async flush(): Promise<void> {
    const failures: unknown[] = [];
    for (const count of [...this.counts.values()].filter(({ changed }) => changed)) {
      count.changed = false;
      const written = { ...count };
      await this.database
        .transaction(count.tenantId, (db) => writeUsage(db, written))
        .then(() => this.noteWritten(count, written.bytes))
        .catch((error: unknown) => {
          count.changed = true;
          failures.push(error);
        });
    }
    this.dropWritten();
    if (failures.length > 0) throw failures[0];
  }

  private noteWritten(count: Count, bytes: number): void {
    this.quota.noteWritten(count.tenantId, bytes - count.writtenBytes);
    count.writtenBytes = bytes;
  }

  private countOf(tenantId: TenantId): Count {
    const month = monthOf(this.clock.now());
    const key = `${month} ${tenantId}`;
    const known = this.counts.get(key);
    const count = known ?? { tenantId, month, writer: newId(), ...NOTHING, changed: true };
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
