import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS, type TenantId } from '#libs/core';
import { type AuditOrigin, Database, recordAudit } from '#libs/database';
import { LRUCache } from 'lru-cache';

const MOST_PEOPLE = 10_000;

/** Notes in the audit log who sends events by hand: an upload is hundreds of batches, so each process notes a person once an hour. */
@Injectable()
export class NoteUpload {
  private readonly noted = new LRUCache<string, true>({ max: MOST_PEOPLE, ttl: HOUR_MS });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Call it before the events are stored: nothing is stored that the log does not know of. */
  async note(tenantId: TenantId, userId: string, origin: AuditOrigin): Promise<void> {
    const key = `${tenantId} ${userId}`;
    if (this.noted.has(key)) return;
    await this.database.transaction(tenantId, (db) =>
      recordAudit(db, { action: 'events.uploaded', ...origin, details: {} }, this.clock.now()),
    );
    this.noted.set(key, true);
  }
}
