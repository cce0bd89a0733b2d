import type { CustomerId, EventType, TenantId } from '#libs/core';
import { type Database, type TenantDb } from '#libs/database';
import { readBehaviourTypes } from '#libs/work';
import { readActivity, readTraitNames, readTraits, thinnedChanges } from '#libs/orders';
import {
  activityOfOne,
  type ActivityRow,
  type BehaviourGroup,
  LOOKBACK_DAYS,
  NO_ACTIVITY,
  type OrderDays,
  SIGNALS,
  SparseRowsBuilder,
  type TraitChange,
  traitsOfOne,
} from '#libs/scoring';
import { HistoryBuilder } from '../shared/history-builder.js';
import { outcomeReader, type ReadOutcomes } from '../shared/outcome-reader.js';
import { chooseSample, LARGEST_SAMPLE, nextIds, type UnreadRange } from './read-history.sql.js';

/** Customers per transaction. Small, so that it delays neither vacuum nor the event loop. */
const PAGE = 500;
/** Highest number of order days in a fit: 60 MB. Customers with 25 order days on average reach it with the whole sample. */
const MOST_ORDER_DAYS = 5_000_000;

/** Highest number of customers that a fit reads with events and traits. More would not improve it, and events are many. */
const LARGEST_OBSERVED_SAMPLE = 40_000;
/** Days of activity in a fit: three horizons of 90 days, each with the lookback before it. */
const OBSERVED_DAYS = 540;
/** Highest number of daily sums in a fit: 56 MB. */
const MOST_ACTIVITY_ROWS = 8_000_000;
/** Highest number of trait changes in a fit: 52 MB. */
const MOST_TRAIT_CHANGES = 4_000_000;

/**
 * Reads the order days of the tenant's customers with a counted order, by ascending id, into columns of 12 bytes per order day. It reads page by
 * page without locks, so memory holds only one page of rows and the columns. If the tenant sends events about more than orders, it also reads these,
 * summed by day. If the tenant sets traits, it also reads their values, each from the day on which it was set; and if it has control groups, the contacts.
 * @param today UTC day number
 * @param signal aborts the reading with its reason
 */
export async function readHistory(database: Database, tenantId: TenantId, today: number, signal: AbortSignal): Promise<OrderDays> {
  const groups = groupsOf(await database.transaction(tenantId, readBehaviourTypes));
  const names = await database.transaction(tenantId, readTraitNames);
  const [history, activity] = [new HistoryBuilder(), new SparseRowsBuilder(NO_ACTIVITY)];
  const traits = new SparseRowsBuilder(traitsOfOne(names, []));
  const customers = groups.length + names.length === 0 ? LARGEST_SAMPLE : LARGEST_OBSERVED_SAMPLE;
  const readOutcomes = await outcomeReader(database, tenantId);
  const observed = { groups, names, firstDay: today - OBSERVED_DAYS + LOOKBACK_DAYS, readOutcomes };
  let unread: UnreadRange | null = await database.transaction(tenantId, (db) => chooseSample(db, customers));
  while (unread !== null) {
    signal.throwIfAborted();
    const range: UnreadRange = unread;
    const page = await database.transaction(tenantId, async (db) => readPage(db, range, observed));
    for (const [id, days] of page.days) {
      history.add(days);
      activity.add(activityOfOne(page.activity.get(id) ?? []));
      traits.add(traitsOfOne(names, thinnedChanges(page.traits.get(id) ?? [], today)));
    }
    const hasRoom = history.size < MOST_ORDER_DAYS && activity.size < MOST_ACTIVITY_ROWS && traits.size < MOST_TRAIT_CHANGES;
    const hasMore = page.ids.length === PAGE && hasRoom;
    unread = hasMore ? { after: page.ids.at(-1)!, until: range.until } : null;
  }
  return {
    ...history.build(),
    ...(groups.length > 0 && { activity: activity.build() }),
    ...(names.length > 0 && { traits: traits.build() }),
  };
}

const groupsOf = (types: readonly EventType[]): BehaviourGroup[] => [
  ...new Set(SIGNALS.flatMap(([type, group]) => (types.includes(type) ? [group] : []))),
];

interface Page {
  readonly ids: readonly CustomerId[];
  readonly days: ReadonlyMap<CustomerId, OrderDays>;
  readonly activity: ReadonlyMap<CustomerId, readonly ActivityRow[]>;
  readonly traits: ReadonlyMap<CustomerId, readonly TraitChange[]>;
}

/** The groups of events and the traits to read, and how to read orders. */
interface Observed {
  readonly groups: readonly BehaviourGroup[];
  readonly names: readonly string[];
  readonly firstDay: number;
  readonly readOutcomes: ReadOutcomes;
}

/** Reads the next customers by id. */
async function readPage(db: TenantDb, range: UnreadRange, observed: Observed): Promise<Page> {
  const ids = await nextIds(db, range, PAGE);
  const [days, activity] = [await observed.readOutcomes(db, ids), await readActivity(db, ids, observed)];
  return { ids, days, activity, traits: await readTraits(db, ids, { names: observed.names, firstDay: null, until: null }) };
}
