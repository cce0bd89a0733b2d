import { DEFAULT_EVENT_TYPES, type DestinationKind, isUuid, notFound, type OutboundEvent, type StorageSettings } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { DestinationDto } from './destination.dto.js';
import type { SnapshotRunDto } from './storage.dto.js';

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
  storage: row.storage,
  last_snapshot: row.last_snapshot === null ? null : toRun(row.last_snapshot),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

type RunRow = { readonly [Field in keyof SnapshotRunDto]: SnapshotRunDto[Field] };

/** Times in JSON of Postgres have an offset and microseconds. */
const instantOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());
const toRun = (run: RunRow): SnapshotRunDto => ({
  ...run,
  started_at: instantOf(run.started_at),
  finished_at: instantOf(run.finished_at),
});

/** A destination with its health, as people see it. */
interface DestinationRow {
  readonly id: string;
  readonly kind: DestinationKind;
  readonly name: string;
  readonly url: string | null;
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
  readonly event_types: OutboundEvent['event'][] | null;
  readonly hint: string | null;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly consecutive_failures: number;
  readonly resync_job_id: string | null;
  readonly storage: StorageSettings | null;
  readonly last_snapshot: RunRow | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

// Jobs are kept for 30 days, so a tenant has some hundreds. A tenant has at most ten destinations and few endpoints. A first webhook without a URL is as good as none.
const READ = `
SELECT d.id, d.kind, d.name, d.url, d.enabled, d.disabled_reason, d.event_types, d.hint, d.storage, h.last_success_at, h.last_failure_at,
       coalesce(h.consecutive_failures, 0) AS consecutive_failures, d.created_at, d.updated_at,
       (SELECT id FROM churn_jobs j WHERE j.tenant_id = $1 AND j.type = 'resync' AND j.destination_id = d.id ORDER BY id DESC LIMIT 1) AS resync_job_id,
       (SELECT jsonb_build_object('job_id', id, 'status', status, 'started_at', started_at, 'finished_at', finished_at, 'customers', processed, 'bytes', bytes, 'error', error)
        FROM churn_jobs j WHERE j.tenant_id = $1 AND j.type = 'snapshot' AND j.destination_id = d.id ORDER BY id DESC LIMIT 1) AS last_snapshot
FROM destinations d LEFT JOIN endpoint_health h ON h.tenant_id = $1 AND (h.id = d.id OR h.url = d.url AND d.kind = 'webhook')
WHERE d.tenant_id = $1 AND ($2::uuid IS NULL OR d.id = $2) AND (d.kind <> 'webhook' OR d.url IS NOT NULL)
ORDER BY d.id = d.tenant_id DESC, d.created_at, d.id`;

/** Reads one destination, or all with the first webhook at the start. @param id null: all */
const readDestinationRows = (db: TenantDb, id: string | null): Promise<DestinationRow[]> => db.query<DestinationRow>(READ, [id]);

interface DeliveryCountsRow {
  readonly destination_id: string;
  readonly pending: number;
  readonly dead_letters: number;
}

// Needs the indexes deliveries_due and deliveries_dead, which contain only these rows.
const COUNT = `
SELECT destination_id, sum(pending)::int AS pending, sum(dead)::int AS dead_letters FROM (
  SELECT destination_id, 1 AS pending, 0 AS dead FROM deliveries WHERE tenant_id = $1 AND status IN ('pending', 'failed')
  UNION ALL
  SELECT destination_id, 0, 1 FROM deliveries WHERE tenant_id = $1 AND status = 'dead_letter') counted
WHERE destination_id IS NOT NULL GROUP BY destination_id`;

/** Counts the deliveries that wait and the dead letters of each destination that has some. */
const countByDestination = (db: TenantDb): Promise<DeliveryCountsRow[]> => db.query<DeliveryCountsRow>(COUNT);
