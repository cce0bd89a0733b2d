import type { ReturnAlarm, ReturnWatchState } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { FIRST_STATE_OF_EVENTS } from '#libs/orders';

/** The row that the nights before have left. */
export interface KeptWatch {
  /** UTC, `2026-11-21`. */
  readonly checked_on: string;
  readonly alarms: readonly ReturnAlarm[];
  /** The last complete day of a check, and the number of days that orders were late. */
  readonly lags: readonly (readonly [string, number])[];
}

// Needs the primary key. The row lock lets two workers announce an alarm once.
const READ = 'SELECT checked_on::text, alarms, lags FROM return_watches WHERE tenant_id = $1 FOR NO KEY UPDATE';

/** @returns null before the first check */
export async function readWatch(db: TenantDb): Promise<KeptWatch | null> {
  return (await db.query<KeptWatch>(READ))[0] ?? null;
}

// Needs the primary key of orders. It ends at the first order that an event has stated, so only a shop of files is read whole.
const ONLY_FILES = 'SELECT NOT EXISTS (SELECT 1 FROM orders WHERE tenant_id = $1 AND state_at >= $2 AND NOT test) AS only_files';

/** Returns whether all orders of the shop come from files. */
export async function hasOnlyFiles(db: TenantDb): Promise<boolean> {
  return (await db.query<{ only_files: boolean }>(ONLY_FILES, [FIRST_STATE_OF_EVENTS]))[0]?.only_files === true;
}

// Needs the primary key. Of two first checks at once, the second writes nothing.
const WRITE = `
INSERT INTO return_watches AS w (tenant_id, checked_on, state, alarms, lags) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant_id) DO UPDATE SET checked_on = excluded.checked_on, state = excluded.state, alarms = excluded.alarms, lags = excluded.lags
WHERE w.checked_on < excluded.checked_on
RETURNING tenant_id`;

/** @returns whether this check was the first of the day */
export async function writeWatch(db: TenantDb, { checked_on: day, alarms, lags }: KeptWatch, state: ReturnWatchState): Promise<boolean> {
  return (await db.query(WRITE, [day, JSON.stringify(state), JSON.stringify(alarms), JSON.stringify(lags)])).length > 0;
}
