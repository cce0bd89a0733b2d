import type { TenantDb } from '#libs/database';
import type { Fields } from '#libs/storefront';

// Needs the primary key of events.
const READ = 'SELECT event_id, data FROM events WHERE tenant_id = $1 AND event_id = ANY ($2::text[])';

/** Returns `data` of those of the events that are stored, by event id. */
export async function readSummaries(db: TenantDb, eventIds: readonly string[]): Promise<ReadonlyMap<string, Fields>> {
  const rows = await db.query<{ event_id: string; data: Fields }>(READ, [eventIds]);
  return new Map(rows.map(({ event_id: id, data }) => [id, data]));
}
