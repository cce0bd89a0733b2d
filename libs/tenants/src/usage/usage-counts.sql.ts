import type { TenantDb } from '#libs/database';

/** The count of one process for a tenant in a UTC month. */
export interface UsageCount {
  /** The first day of the month, `2026-11-01`. */
  readonly month: string;
  /** The id of the process that alone writes the row. */
  readonly writer: string;
  readonly requests: number;
  readonly events: number;
  /** Bytes that are stored, of events and of what people write. */
  readonly bytes: number;
  /** The last UTC day on which the process stored events, `2026-11-21`, and their bytes; null: none. */
  readonly day: string | null;
  readonly dayBytes: number;
}

// Needs the primary key (tenant_id, month, writer). A tenant that has gone leaves nothing to count for.
const WRITE = `
INSERT INTO usage_counts (tenant_id, month, writer, requests, events, bytes, day, day_bytes)
SELECT id, $2, $3, $4, $5, $6, $7, $8 FROM tenants WHERE id = $1
ON CONFLICT (tenant_id, month, writer) DO UPDATE SET requests = excluded.requests, events = excluded.events,
  bytes = excluded.bytes, day = excluded.day, day_bytes = excluded.day_bytes`;

/** Writes all that has been counted, not what has come since: doing it again is harmless. */
export async function writeUsage(db: TenantDb, { month, writer, requests, events, bytes, day, dayBytes }: UsageCount): Promise<void> {
  await db.query(WRITE, [month, writer, requests, events, bytes, day, dayBytes]);
}

// Needs the primary key.
const READ = `
SELECT coalesce(sum(requests), 0)::float8 AS requests, coalesce(sum(events), 0)::float8 AS events
FROM usage_counts WHERE tenant_id = $1 AND month = $2`;

/** @param month its first day, `2026-11-01` */
export async function readUsage(db: TenantDb, month: string): Promise<{ requests: number; events: number }> {
  const [usage] = await db.query<{ requests: number; events: number }>(READ, [month]);
  return usage ?? { requests: 0, events: 0 };
}

const FOLDED = '00000000-0000-0000-0000-000000000000';

// `writer <> $3` keeps the row that receives the sums from being deleted.
const FOLD = `
WITH gone AS (DELETE FROM usage_counts WHERE tenant_id = $1 AND month < $2 AND writer <> $3 RETURNING month, requests, events, bytes)
INSERT INTO usage_counts AS u (tenant_id, month, writer, requests, events, bytes)
SELECT $1, month, $3, sum(requests), sum(events), sum(bytes) FROM gone GROUP BY month
ON CONFLICT (tenant_id, month, writer) DO UPDATE SET requests = u.requests + excluded.requests, events = u.events + excluded.events,
  bytes = u.bytes + excluded.bytes RETURNING 1`;

/** Leaves one row of each month before `month`, for which no process counts any more. */
export async function foldUsage(db: TenantDb, month: string): Promise<void> {
  await db.query(FOLD, [month, FOLDED]);
}

// Needs the primary key.
const GIVE_BACK = `
INSERT INTO usage_counts AS u (tenant_id, month, writer, requests, events, bytes, day, day_bytes)
SELECT id, $2, $3, 0, 0, -$4::bigint, $5::date, -$6::bigint FROM tenants WHERE id = $1
ON CONFLICT (tenant_id, month, writer) DO UPDATE SET bytes = u.bytes + excluded.bytes, day = excluded.day,
  day_bytes = excluded.day_bytes + CASE WHEN u.day = excluded.day THEN u.day_bytes ELSE 0 END`;

/** Something that was stored and is removed, and the bytes that the quota has counted for it. */
interface Freed {
  readonly received_at: Date;
  readonly bytes: number;
}

/**
 * Gives bytes back to the quota in which they were counted. Bytes stored today also give room today.
 *
 * @param remover the id of the work that has removed them, which alone writes its rows
 */
export async function giveBackStored(db: TenantDb, remover: string, freed: readonly Freed[], now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const months = new Map<string, { bytes: number; today: number }>();
  for (const { received_at: at, bytes } of freed) {
    const day = at.toISOString().slice(0, 10);
    const month = `${day.slice(0, 7)}-01`;
    const sum = months.get(month) ?? { bytes: 0, today: 0 };
    months.set(month, { bytes: sum.bytes + bytes, today: sum.today + (day === today ? bytes : 0) });
  }
  for (const [month, sum] of [...months].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await db.query(GIVE_BACK, [month, remover, sum.bytes, today, sum.today]);
}
