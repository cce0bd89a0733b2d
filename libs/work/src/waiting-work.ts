import { type Database, isWorking, overFirstRows, type SweepStatement } from '#libs/database';
import { type DueScoreRequests, findDueScoreRequests } from './due-score-requests.js';

/** The number of waiting rows, and the waiting time of the oldest, by the clock of the database. */
export interface Waiting {
  readonly count: number;
  readonly oldestMs: number;
}

/** The work that is due and not done yet, of all tenants but those that are suspended or being deleted. */
export interface WaitingWork {
  /** Tenants with customers who wait for scores, by lane. */
  readonly scores: { readonly fresh: Waiting; readonly backfill: Waiting };
  /** Tenants with outbox events that the relay has not taken yet. */
  readonly outboxEvents: Waiting;
  /** Endpoints with due deliveries that no worker has leased. */
  readonly endpoints: Waiting;
  readonly mails: Waiting;
  /** Score requests that no worker could process. They wait for a person. */
  readonly setAside: number;
}

const COUNTED_AT_MOST = 1000;

// Needs index endpoint_health_due.
const DUE_ENDPOINTS = `
SELECT due_at AS since FROM endpoint_health
WHERE due_at <= now() AND ${isWorking()} AND (lease_until IS NULL OR lease_until < now()) ORDER BY due_at LIMIT ${COUNTED_AT_MOST}`;

// Needs index mails_due. Mails leave also while the work of their tenant rests.
const DUE_MAILS = `SELECT next_attempt_at AS since FROM mails WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT ${COUNTED_AT_MOST}`;

// Needs index score_requests_alone.
const SET_ASIDE = `SELECT count(*)::int AS count FROM score_requests WHERE alone AND set_aside AND ${isWorking()}`;

const ageOf = (waiting: string): string => `
SELECT count(*)::int AS count, coalesce(extract(epoch FROM clock_timestamp() - min(since)), 0)::float8 * 1000 AS oldest
FROM (${waiting}) waiting`;

// Needs the primary key.
const WAITING_OUTBOX_EVENTS = overFirstRows(
  { table: 'outbox', keys: 'tenant_id', first: { by: 'id', column: 'created_at' }, where: isWorking() },
  ageOf('SELECT created_at AS since FROM found'),
);

/** @throws when the database cannot be asked. */
export async function readWaitingWork(database: Database): Promise<WaitingWork> {
  const due = await findDueScoreRequests(database);
  const first = async (statement: string | SweepStatement): Promise<Record<string, unknown> | undefined> =>
    (await database.findWork('measure waiting work', statement))[0];
  const waiting = await first(WAITING_OUTBOX_EVENTS);
  const endpoints = toWaiting(await first(ageOf(DUE_ENDPOINTS)));
  const [mails] = await database.acrossTenants('measure waiting work', (send) => send(ageOf(DUE_MAILS), []));
  const setAside = Number((await first(SET_ASIDE))?.['count'] ?? 0);
  return {
    scores: { fresh: ofLane(due, false), backfill: ofLane(due, true) },
    outboxEvents: toWaiting(waiting),
    endpoints,
    mails: toWaiting(mails),
    setAside,
  };
}

/** A clock that was set back makes nothing wait for less than no time. */
const toWaiting = (row: Record<string, unknown> | undefined): Waiting => ({
  count: Number(row?.['count'] ?? 0),
  oldestMs: Math.max(0, Number(row?.['oldest'] ?? 0)),
});

function ofLane(due: readonly DueScoreRequests[], backfill: boolean): Waiting {
  const waits = due.filter((each) => each.backfill === backfill).map(({ waitedMs }) => waitedMs);
  return { count: waits.length, oldestMs: Math.max(0, ...waits) };
}
