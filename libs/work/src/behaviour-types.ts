import { LRUCache } from 'lru-cache';
import type { EventType, TenantId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { Remember } from './backfill-notes.js';

/** Most tenants with types that a process remembers. */
const TENANTS_KEPT = 10_000;

const NOTE =
  'INSERT INTO behaviour_types (tenant_id, event_type) SELECT id, unnest($2::text[]) FROM tenants WHERE id = $1 ON CONFLICT DO NOTHING';
const READ = 'SELECT event_type FROM behaviour_types WHERE tenant_id = $1 ORDER BY event_type';

/** Notes which types of events, other than those about orders, a tenant sends. A process writes each type of a tenant once. */
export class BehaviourTypes {
  private readonly noted = new LRUCache<TenantId, ReadonlySet<EventType>>({ max: TENANTS_KEPT });

  /** Notes the types of a batch. Call it last in the transaction that stores the batch. */
  async note(db: TenantDb, types: ReadonlySet<EventType>): Promise<Remember> {
    const known = this.noted.get(db.tenantId);
    const fresh = [...types].filter((type) => known?.has(type) !== true);
    if (fresh.length === 0) return () => undefined;
    // Sorted, so that two batches cannot wait for each other.
    await db.query(NOTE, [fresh.toSorted()]);
    return () => this.noted.set(db.tenantId, new Set([...(this.noted.get(db.tenantId) ?? []), ...fresh]));
  }
}

/** Reads the types that a tenant has ever sent. */
export const readBehaviourTypes = async (db: TenantDb): Promise<EventType[]> =>
  (await db.query<{ event_type: EventType }>(READ)).map((row) => row.event_type);
