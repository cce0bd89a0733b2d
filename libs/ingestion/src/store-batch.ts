import { type AppError, type Clock, unavailable } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { BatchOptions } from './batch-options.js';
import type { EventRow } from './validation/validate-event.js';
import { correctEvents } from './correct-events.sql.js';
import type { Known } from './group-commit.js';
import { withCorrections } from './known-events.js';
import { laterStates } from './later-states.sql.js';
import { scoreRequestOf } from './score-requests/score-request.js';
import { findKnownEvents, insertEvents, insertScoreRequests, noteDelivery, type ReceivedRow } from './store-events.sql.js';

/** A valid event of a batch. */
export interface Candidate extends ReceivedRow {
  readonly index: number;
  readonly leftOut: readonly string[];
}

export interface StoreOptions extends Pick<BatchOptions, 'backfill' | 'deliveryKey' | 'ofPlaceholders' | 'guard'> {
  /** The events come from a platform whose clock counts seconds, so that one id may have several contents. See `laterStates`. */
  readonly revises: boolean;
}

/** @returns the events that were stored before. */
export async function storeBatch(
  db: TenantDb,
  candidates: readonly Candidate[],
  { backfill, deliveryKey, ofPlaceholders, guard, revises }: StoreOptions,
  clock: Clock,
): Promise<Known> {
  if (deliveryKey != null && !(await noteDelivery(db, deliveryKey, clock.now())))
    return new Map(candidates.map(({ event }) => [event.eventId, { conflict: false }]));
  const rowsOfPlaceholders = new Set<EventRow>(candidates.filter(({ index }) => ofPlaceholders?.has(index)));
  const fresh = await insertEvents(db, candidates, { request: scoreRequestOf(candidates, rowsOfPlaceholders), backfill });
  await guard?.(db);
  if (fresh === null) return new Map();
  const stored = candidates.filter(({ event }) => fresh.has(event.eventId));
  const known = withCorrections(await findKnownEvents(db, candidates.filter(({ event }) => !fresh.has(event.eventId)))); // prettier-ignore
  if (fresh.size + known.size !== candidates.length) throw notStored(candidates.length - fresh.size - known.size);
  const corrections = await correctEvents(
    db,
    candidates.filter(({ event }) => known.get(event.eventId)?.corrected === true),
    () => clock.now(),
  );
  const rows = [...stored, ...corrections.rows];
  if (rows.length > 0)
    await insertScoreRequests(db, { ...scoreRequestOf(rows, rowsOfPlaceholders), others: corrections.previousOwners }, backfill);
  if (!revises) return known;
  const later = await storeLaterStates(db, candidates, { known, rowsOfPlaceholders, backfill });
  return new Map([...known].filter(([id]) => !later.has(id)));
}

/** Another process may store a state of the same second between reading and writing. Each round sees what it has committed. */
const MOST_ROUNDS = 20;

interface KnownRows {
  readonly known: Known;
  readonly rowsOfPlaceholders: ReadonlySet<EventRow>;
  readonly backfill: boolean;
}

/** @returns the ids, as they came, of the events that are stored as later states. */
async function storeLaterStates(
  db: TenantDb,
  candidates: readonly Candidate[],
  { known, rowsOfPlaceholders, backfill }: KnownRows,
): Promise<ReadonlySet<string>> {
  const done = new Set<string>();
  let open = candidates;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const later = await laterStates(db, open, known);
    if (later.length === 0) break;
    const rows = later.map(({ row }) => row);
    const ofPlaceholders = new Set<EventRow>(later.flatMap(({ of, row }) => (rowsOfPlaceholders.has(of) ? [row] : [])));
    const fresh = await insertEvents(db, rows, { request: scoreRequestOf(rows, ofPlaceholders), backfill });
    const stored = fresh === null ? later : later.filter(({ row }) => fresh.has(row.event.eventId));
    if (fresh !== null && stored.length > 0)
      await insertScoreRequests(db, scoreRequestOf(stored.map(({ row }) => row), ofPlaceholders), backfill); // prettier-ignore
    for (const { of } of stored) done.add(of.event.eventId);
    const orders = new Set(later.filter((each) => !stored.includes(each)).map(({ of }) => of.event.order?.orderId));
    open = candidates.filter(({ event }) => orders.has(event.order?.orderId ?? null));
  }
  return done;
}

/** Sending the batch again stores it. An erasure may have removed an event while it was compared; anything else is a fault of the database. */
const notStored = (missing: number): AppError =>
  Object.assign(unavailable('the database'), { cause: new Error(`${missing} events are neither stored nor known`) });
