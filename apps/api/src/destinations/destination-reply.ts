import { isUuid, notFound, DEFAULT_EVENT_TYPES } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { DestinationDto } from './destination.dto.js';
import { countByDestination, type DestinationRow, readDestinationRows } from './destinations.sql.js';

/** @throws AppError `not_found` when the tenant has no destination with this id, also for a malformed id. */
export async function readDestination(db: TenantDb, id: string): Promise<DestinationDto> {
  const [destination] = isUuid(id) ? await readAll(db, id) : [];
  if (destination === undefined) throw notFound('destination');
  return destination;
}

/** @param id null: all destinations */
export async function readAll(db: TenantDb, id: string | null): Promise<DestinationDto[]> {
  const rows = await readDestinationRows(db, id);
  const counts = new Map((await countByDestination(db)).map((each) => [each.destination_id, each]));
  return rows.map((row) => ({
    ...toDestination(row),
    pending_count: counts.get(row.id)?.pending ?? 0,
    dead_letter_count: counts.get(row.id)?.dead_letters ?? 0,
  }));
}

const toDestination = (row: DestinationRow): Omit<DestinationDto, 'pending_count' | 'dead_letter_count'> => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  url: row.url,
  event_types: row.kind === 'webhook' ? (row.event_types ?? [...DEFAULT_EVENT_TYPES]) : null,
  enabled: row.enabled,
  disabled_reason: row.disabled_reason,
  key_hint: row.hint,
  last_success_at: row.last_success_at?.toISOString() ?? null,
  last_failure_at: row.last_failure_at?.toISOString() ?? null,
  consecutive_failures: row.consecutive_failures,
  resync_job_id: row.resync_job_id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
