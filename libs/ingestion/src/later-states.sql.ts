import { type CustomerId, type EventType, fittingId, SECOND_MS } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { Known } from './group-commit.js';
import type { ReceivedRow } from './store-events.sql.js';
import type { ValidEvent } from './validation/validate-event.js';

/**
 * Platforms count seconds, and an order may have several states in one second. They have one event id, so only the first would be stored. A
 * state that differs from the latest one of its second therefore becomes an event of its own, a millisecond later.
 */
export interface LaterState<Row> {
  /** The event as it came. */
  readonly of: Row;
  /** The event to store. */
  readonly row: Row;
}

/** The states of an order within one second. */
interface Second<Row> {
  readonly state: Row;
  readonly placement: Row | null;
}

interface StoredState {
  readonly event_id: string;
  readonly customer_id: CustomerId;
  readonly event_type: EventType;
  readonly value: number | null;
  readonly data: Readonly<Record<string, unknown>> | null;
}

// Needs the primary key of events.
const FIND = `
SELECT event_id, customer_id, event_type, value::float8 AS value, data FROM events WHERE tenant_id = $1 AND event_id = ANY ($2::text[])`;

/**
 * Returns the states of a batch that differ from the latest stored state of their second.
 * @param rows the events of a batch, all of them stored, or another content of their id.
 * @param known the events that were stored before the batch.
 */
export async function laterStates<Row extends ReceivedRow>(db: TenantDb, rows: readonly Row[], known: Known): Promise<LaterState<Row>[]> {
  const seconds = secondsIn(rows, known);
  const later: LaterState<Row>[] = [];
  const stored = new Map<string, StoredState>();
  // Few orders have a second state in a second, so the first look finds the end of nearly all.
  for (let n = 1, open = seconds; open.length > 0 && n < SECOND_MS; n += 1) {
    for (const row of await find(db, open, n)) stored.set(row.event_id, row);
    const further: Second<Row>[] = [];
    for (const second of open) {
      if (stored.has(laterId(second.state, n))) further.push(second);
      else if (differsFromStored(second, n, stored)) later.push({ of: second.state, row: postponed(second.state, n) });
    }
    open = further;
  }
  return later;
}

function secondsIn<Row extends ReceivedRow>(rows: readonly Row[], known: Known): Second<Row>[] {
  const placements = new Map(rows.filter(isKnownPlacement(known)).map((row) => [row.event.order?.orderId, row]));
  return rows.filter(isState).flatMap((state) => {
    const placement = placements.get(state.event.order?.orderId) ?? null;
    return known.has(state.event.eventId) || placement !== null ? [{ state, placement }] : [];
  });
}

const isKnownPlacement =
  (known: Known) =>
  ({ event }: ReceivedRow): boolean =>
    event.type === 'order_created' && known.get(event.eventId)?.conflict === true;

const isState = ({ event: { type, order } }: ReceivedRow): boolean =>
  type !== 'order_created' && order?.orderId != null && order.updatedAt !== null && order.updatedAt.getTime() % SECOND_MS === 0;

function find(db: TenantDb, seconds: readonly Second<ReceivedRow>[], n: number): Promise<StoredState[]> {
  const first = n === 1 ? seconds.flatMap(({ state, placement }) => [state, ...(placement === null ? [] : [placement])]) : [];
  const ids = [...first.map(({ event }) => event.eventId), ...seconds.map(({ state }) => laterId(state, n))];
  return db.query<StoredState>(FIND, [ids]);
}

const laterId = ({ event }: ReceivedRow, n: number): string => (n === 0 ? event.eventId : fittingId(`${event.eventId}:${n}`));

/** Tells whether the state differs from the latest of its second, which is the one before `n`. */
function differsFromStored({ state, placement }: Second<ReceivedRow>, n: number, stored: ReadonlyMap<string, StoredState>): boolean {
  const latest = stored.get(laterId(state, n - 1));
  if (latest === undefined) return false;
  const own = factsOf(state, state.event.type);
  if (hasOtherItems(state, latest)) return true;
  if (!isSame(own, factsIn(latest, latest.event_type))) return true;
  const placed = n > 1 || placement === null ? undefined : stored.get(placement.event.eventId);
  if (placed === undefined || Date.parse(String(placed.data?.['updated_at'])) !== state.event.order?.updatedAt?.getTime()) return false;
  // The amount of the placement may be the greater one, and would win.
  return !isSame(factsOf(state, 'order_created'), factsIn(placed, 'order_created'));
}

/** A state without items says nothing of them: webhooks do not name the categories. */
function hasOtherItems({ event: { dataJson } }: ReceivedRow, { data }: StoredState): boolean {
  if (dataJson?.includes('"items"') !== true) return false;
  const own = itemsText((JSON.parse(dataJson) as StoredState['data'])?.['items']);
  return own !== null && own !== itemsText(data?.['items']);
}

/** Postgres stores the fields of an object in an order of its own. */
function itemsText(items: unknown): string | null {
  if (!Array.isArray(items)) return null;
  const sorted = (items as object[]).map((item) => Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return JSON.stringify(sorted);
}

type Facts = readonly unknown[];

const factsOf = ({ event, customerId }: ReceivedRow, type: EventType): Facts => [
  type,
  customerId,
  event.value,
  event.order?.currency ?? null,
  event.order?.refundedTotal ?? 0,
  event.order?.test ?? false,
];

const factsIn = ({ customer_id: customerId, value, data }: StoredState, type: EventType): Facts => [
  type,
  customerId,
  value,
  data?.['currency'] ?? null,
  data?.['refunded_total'] ?? 0,
  data?.['test'] === true,
];

const isSame = (a: Facts, b: Facts): boolean => a.every((fact, index) => fact === b[index]);

/** Returns the event under the id of the n-th later state of its second, n milliseconds later. */
function postponed<Row extends ReceivedRow>(row: Row, n: number): Row {
  const { order } = row.event;
  const updatedAt = new Date((order?.updatedAt?.getTime() ?? 0) + n);
  const data = { ...(JSON.parse(row.event.dataJson ?? '{}') as object), updated_at: updatedAt.toISOString() };
  const event: ValidEvent = {
    ...row.event,
    eventId: laterId(row, n),
    dataJson: JSON.stringify(data),
    order: order === null ? null : { ...order, updatedAt },
  };
  return { ...row, event };
}
