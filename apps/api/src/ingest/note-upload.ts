import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import { LRUCache } from 'lru-cache';

const MOST_PEOPLE = 10_000;

/** Notes in the audit log who sends events by hand: an upload is hundreds of batches, so each process notes a person once an hour. */
@Injectable()
export class NoteUpload {
  /** Settled when the log has the entry. Batches that come at once wait for the same one. */
  private readonly noted = new LRUCache<string, Promise<void>>({ max: MOST_PEOPLE, ttl: HOUR_MS });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Call it before the events are stored: nothing is stored that the log does not know of. */
  note(tenantId: TenantId, userId: string, origin: AuditOrigin): Promise<void> {
    const key = `${tenantId} ${userId}`;
    const known = this.noted.get(key);
    if (known !== undefined) return known;
    const entry = { action: 'events.uploaded', ...origin, details: {} } as const;
    const noting = this.database.transaction(tenantId, (db) => recordAudit(db, entry, this.clock.now()));
    this.noted.set(key, noting);
    noting.catch(() => this.noted.delete(key));
    return noting;
  }
}
