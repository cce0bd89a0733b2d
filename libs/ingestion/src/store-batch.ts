import { type AppError, type Clock, type CustomerId, unavailable } from '#libs/core';
import { type TenantDb, unitsOf } from '#libs/database';
import { placementIn } from '#libs/orders';
import type { BatchOptions } from './batch-options.js';
import { parseInstant } from './validation/instant.js';
import type { EventRow } from './validation/validate-event.js';
import type { Known } from './group-commit.js';
import { withCorrections } from './known-events.js';
import { laterStates } from './later-states.sql.js';
import { scoreRequestOf } from './score-requests/score-request.js';
import { countInUpload, joinSenders } from './uploads.sql.js';
import type { FieldNotes } from './validation/validate-event.js';
import {
  BROUGHT_BY_UPLOAD,
  DIFFERS,
  EVENTS,
  findKnownEvents,
  insertEvents,
  insertScoreRequests,
  noteDelivery,
  type ReceivedRow,
} from './store-events.sql.js';

/** A valid event of a batch. */
export interface Candidate extends ReceivedRow, FieldNotes {
  readonly index: number;
}

export interface StoreOptions extends Pick<BatchOptions, 'backfill' | 'deliveryKey' | 'ofPlaceholders' | 'guard' | 'uploadId'> {
  /** The events come from a platform that counts time in seconds, so one id may have several contents. See `laterStates`. */
  readonly revises: boolean;
}

/** @returns the events that were stored before. */
export async function storeBatch(
  db: TenantDb,
  candidates: readonly Candidate[],
  { backfill, deliveryKey, ofPlaceholders, guard, revises, uploadId = null }: StoreOptions,
  clock: Clock,
): Promise<Known> {
  if (deliveryKey != null && !(await noteDelivery(db, deliveryKey, clock.now())))
    return new Map(candidates.map(({ event }) => [event.eventId, { conflict: false }]));
  const rowsOfPlaceholders = new Set<EventRow>(candidates.filter(({ index }) => ofPlaceholders?.has(index)));
  const fresh = await insertEvents(db, candidates, { request: scoreRequestOf(candidates, rowsOfPlaceholders), backfill, uploadId });
  await guard?.(db);
  if (fresh === null) {
    if (uploadId !== null) await countInUpload(db, uploadId, candidates.length);
    return new Map();
  }
  const stored = candidates.filter(({ event }) => fresh.has(event.eventId));
  const known = withCorrections(
    await findKnownEvents(
      db,
      candidates.filter(({ event }) => !fresh.has(event.eventId)),
      uploadId,
    ),
  );
  if (fresh.size + known.size !== candidates.length) throw notStored(candidates.length - fresh.size - known.size);
  const corrections = await correctEvents(
    db,
    candidates.filter(({ event }) => known.get(event.eventId)?.corrected === true),
    { uploadId, now: () => clock.now() },
  );
  const rows = [...stored, ...corrections.rows];
  await joinSenders(db, repeatedIn(candidates, known, corrections), uploadId);
  if (uploadId !== null) await countInUpload(db, uploadId, rows.length);
  if (rows.length > 0)
    await insertScoreRequests(
      db,
      { ...scoreRequestOf(rows, rowsOfPlaceholders), others: corrections.previousOwners, restated: corrections.restated },
      backfill,
    );
  if (!revises) return known;
  const later = await storeLaterStates(db, candidates, { known, rowsOfPlaceholders, backfill });
  return new Map([...known].filter(([id]) => !later.has(id)));
}

/** Returns the ids of events that were stored with this content before, or that another import has given this content in the meantime. */
function repeatedIn(candidates: readonly Candidate[], known: Known, { rows }: Corrections): string[] {
  const corrected = new Set(rows.map(({ event }) => event.eventId));
  return candidates.flatMap(({ event: { eventId } }) => {
    const event = known.get(eventId);
    const isRepeated = event?.corrected === true ? !corrected.has(eventId) : event?.conflict === false && event.isNewSender === true;
    return isRepeated ? [eventId] : [];
  });
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
    const fresh = await insertEvents(db, rows, { request: scoreRequestOf(rows, ofPlaceholders), backfill, uploadId: null });
    const stored = fresh === null ? later : later.filter(({ row }) => fresh.has(row.event.eventId));
    if (fresh !== null && stored.length > 0)
      await insertScoreRequests(
        db,
        scoreRequestOf(
          stored.map(({ row }) => row),
          ofPlaceholders,
        ),
        backfill,
      );
    for (const { of } of stored) done.add(of.event.eventId);
    const orders = new Set(later.filter((each) => !stored.includes(each)).map(({ of }) => of.event.order?.orderId));
    open = candidates.filter(({ event }) => orders.has(event.order?.orderId ?? null));
  }
  return done;
}

/** Sending the batch again stores it. An erasure may have removed an event while it was compared; anything else is a fault of the database. */
const notStored = (missing: number): AppError =>
  Object.assign(unavailable('the database'), { cause: new Error(`${missing} events are neither stored nor known`) });

/** The columns of an event that a correction replaces, and the names of the former. */
const REPLACED = 'event_id, customer_id, event_type, occurred_at, value, data, received_at, received_by, uploads';
const named = (table: string, columns: string): string =>
  columns
    .split(', ')
    .map((name) => `${table}.${name}`)
    .join(', ');

// Needs the primary keys of events and replaced_events. A version from the same upload is not kept, because removing the upload removes
// both. Locks in the order in which events are inserted, and reads again once it has a row: of two imports at once, the second sees the
// first one's content.
const CORRECT = `
WITH input (${EVENTS.names}) AS MATERIALIZED (SELECT ${EVENTS.sideBySide}),
stored AS MATERIALIZED (
  SELECT ${named('e', REPLACED)} FROM input JOIN events e ON e.tenant_id = $1 AND e.event_id = input.event_id
  WHERE ${DIFFERS} ORDER BY e.event_id FOR UPDATE OF e),
kept AS (
  INSERT INTO replaced_events (tenant_id, number, ${REPLACED})
  SELECT $1, 1 + coalesce((SELECT max(number) FROM replaced_events r WHERE r.tenant_id = $1 AND r.event_id = s.event_id), 0), s.*
  FROM stored s WHERE s.uploads IS DISTINCT FROM ${BROUGHT_BY_UPLOAD} OR s.uploads IS NULL)
UPDATE events e SET ${EVENTS.assigned('input')}, received_at = now(), uploads = ${BROUGHT_BY_UPLOAD}
FROM input JOIN stored ON stored.event_id = input.event_id WHERE e.tenant_id = $1 AND e.event_id = input.event_id
RETURNING e.event_id AS "eventId", stored.customer_id AS "customerId", stored.occurred_at AS "occurredAt", stored.data ->> 'placed_at' AS "placedAt",
       coalesce(stored.data ? 'accepts_marketing', false) AS "saysConsent",
       CASE WHEN stored.event_type = 'order_refunded' THEN stored.value::float8 END AS refunded`;

interface Replaced {
  readonly eventId: string;
  readonly customerId: CustomerId;
  readonly occurredAt: Date;
  readonly placedAt: string | null;
  readonly refunded: number | null;
  readonly saysConsent: boolean;
}

/** Events that have taken the place of what an earlier import said, and the customers who had them. */
interface Corrections {
  readonly rows: readonly ReceivedRow[];
  readonly previousOwners: readonly CustomerId[];
  /** Customers with a consent or refusal in the earlier content. */
  readonly restated: readonly CustomerId[];
}

/** Gives stored events the content that a later import states. The caller's transaction must also store the score requests of these rows. */
async function correctEvents(
  db: TenantDb,
  events: readonly ReceivedRow[],
  { uploadId, now }: { readonly uploadId: string | null; readonly now: () => Date },
): Promise<Corrections> {
  if (events.length === 0) return { rows: [], previousOwners: [], restated: [] };
  const replaced = new Map(
    (await db.query<Replaced>(CORRECT, [...EVENTS.parametersOf(events), uploadId])).map((row) => [row.eventId, row]),
  );
  // Only now: an import that this one waited for must be the earlier one.
  const importedAt = now().getTime();
  const rows = events.flatMap((row) => {
    const before = replaced.get(row.event.eventId);
    if (before === undefined) return [];
    const placedBefore = placementIn(before.occurredAt, parseInstant(before.placedAt));
    return [{ ...row, importedAt, refundedBefore: unitsOf(before.refunded ?? 0), placedBefore }];
  });
  const earlier = [...replaced.values()];
  return {
    rows,
    previousOwners: earlier.map(({ customerId }) => customerId),
    restated: earlier.filter(({ saysConsent }) => saysConsent).map(({ customerId }) => customerId),
  };
}
