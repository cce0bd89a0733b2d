import { LRUCache } from 'lru-cache';
import { type Clock, SECOND_MS, type TenantId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { endBackfill, isLongSpan, noteBackfill, type TimeSpan } from './backfills.js';

/** Most tenants with notes that a process remembers. */
const TENANTS_KEPT = 10_000;
/** The pause between two notes of a process, so that the batches of an import do not wait for one row. */
const NOTE_EVERY_MS = 5 * SECOND_MS;

/** Call it after the commit: a transaction that fails, or is tried again, has noted nothing. */
export type Remember = () => unknown;

interface Noted {
  readonly changed: TimeSpan | null;
}

/** Notes which tenants send imported history: with the first batch, then every few seconds, and when the batches cover a day more. */
export class BackfillNotes {
  private readonly noted: LRUCache<TenantId, Noted>;

  /** @param quietMs a backfill that its sender does not end is over when no events arrive for this long */
  constructor(
    private readonly clock: Clock,
    readonly quietMs: number,
  ) {
    this.noted = new LRUCache({ max: TENANTS_KEPT, ttl: Math.min(NOTE_EVERY_MS, quietMs / 4) });
  }

  /** Notes a batch. Call it last in the transaction that stores the batch. @param changed span of its new events about orders */
  async note(db: TenantDb, changed: TimeSpan | null): Promise<Remember> {
    const known = this.noted.get(db.tenantId);
    const span = joined(known?.changed ?? null, changed);
    if (known !== undefined && !saysMore(span, known.changed)) return () => undefined;
    await noteBackfill(db, span, this.clock.now(), this.quietMs);
    return () => this.noted.set(db.tenantId, { changed: span });
  }

  /** Ends the tenant's backfill, because its sender says so. */
  async end(db: TenantDb): Promise<void> {
    this.noted.delete(db.tenantId);
    await endBackfill(db, this.clock.now());
  }
}

function joined(one: TimeSpan | null, other: TimeSpan | null): TimeSpan | null {
  if (one === null || other === null) return one ?? other;
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

/** Beyond a day, the exact span makes no difference. */
function saysMore(span: TimeSpan | null, known: TimeSpan | null): boolean {
  if (span === null || (known !== null && isLongSpan(known))) return false;
  return known === null || span.from < known.from || span.to > known.to;
}
