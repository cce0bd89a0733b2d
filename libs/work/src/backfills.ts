import { DAY_MS } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** The last backfill of a tenant. */
export interface Backfill {
  readonly beganAt: Date;
  /** Behind the truth by some seconds at most, because processes write it only now and then. */
  readonly lastEventAt: Date;
  /** The time when the sender said that the backfill is done; null when it has not. */
  readonly endedAt: Date | null;
  /** The backfill changed more than a day of history, and no fit has seen the whole of it. */
  readonly changedHistory: boolean;
}

/** First and last time of events, in milliseconds since 1970. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Changes within one day are everyday business, which the usual reasons for a fit cover. */
export const isLongSpan = ({ from, to }: TimeSpan): boolean => to - from > DAY_MS;

/** Returns whether events of the backfill may still arrive: its sender has not ended it, and the quiet period is not over. */
export const isBackfillRunning = (
  { endedAt, lastEventAt }: Pick<Backfill, 'endedAt' | 'lastEventAt'>,
  now: Date,
  quietMs: number,
): boolean => endedAt === null && now.getTime() - lastEventAt.getTime() < quietMs;

const IS_OVER = `(b.ended_at IS NOT NULL OR excluded.last_event_at - b.last_event_at > $5 * interval '1 millisecond')`;

// A new backfill keeps the span of an earlier one that still waits for its fit.
const NOTE = `
INSERT INTO backfills AS b (tenant_id, began_at, last_event_at, oldest, newest) VALUES ($1, $2, $2, $3, $4)
ON CONFLICT (tenant_id) DO UPDATE SET
  began_at = CASE WHEN ${IS_OVER} THEN excluded.began_at ELSE b.began_at END,
  last_event_at = greatest(b.last_event_at, excluded.last_event_at),
  ended_at = NULL,
  oldest = CASE WHEN ${IS_OVER} AND b.newest - b.oldest <= interval '1 day' THEN excluded.oldest ELSE least(b.oldest, excluded.oldest) END,
  newest = CASE WHEN ${IS_OVER} AND b.newest - b.oldest <= interval '1 day' THEN excluded.newest ELSE greatest(b.newest, excluded.newest) END`;

/** Notes that events of a backfill have arrived. Call it last in a transaction: others wait for the row. @param changed span of new events about orders */
export async function noteBackfill(db: TenantDb, changed: TimeSpan | null, now: Date, quietMs: number): Promise<void> {
  const [oldest, newest] = changed === null ? [null, null] : [new Date(changed.from), new Date(changed.to)];
  await db.query(NOTE, [now, oldest, newest, quietMs]);
}

const END = 'UPDATE backfills SET ended_at = $2 WHERE tenant_id = $1 AND ended_at IS NULL';

/** Ends the tenant's backfill, if one runs, without waiting for a quiet period. */
export async function endBackfill(db: TenantDb, now: Date): Promise<void> {
  await db.query(END, [now]);
}

const READ = `
SELECT began_at, last_event_at, ended_at, coalesce(newest - oldest > interval '1 day', false) AS changed_history
FROM backfills WHERE tenant_id = $1`;

interface BackfillRow {
  readonly began_at: Date;
  readonly last_event_at: Date;
  readonly ended_at: Date | null;
  readonly changed_history: boolean;
}

/** @returns null when the tenant never sent imported history. */
export async function readBackfill(db: TenantDb): Promise<Backfill | null> {
  const [row] = await db.query<BackfillRow>(READ);
  if (row === undefined) return null;
  return { beganAt: row.began_at, lastEventAt: row.last_event_at, endedAt: row.ended_at, changedHistory: row.changed_history };
}

// What arrived during the fit is for the next one.
const FORGET_CHANGES = 'UPDATE backfills SET oldest = NULL, newest = NULL WHERE tenant_id = $1 AND last_event_at = $2';

/** Records that a model knows all that the backfill changed. */
export async function forgetChanges(db: TenantDb, { lastEventAt }: Backfill): Promise<void> {
  await db.query(FORGET_CHANGES, [lastEventAt]);
}
