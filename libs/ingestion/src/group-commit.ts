import { AsyncResource } from 'node:async_hooks';
import { unavailable } from '#libs/core';
import { isOutage } from '#libs/database';
import type { EventRow } from './validation/validate-event.js';

/** An event that was stored before. */
export interface KnownEvent {
  /** It was stored with other content. */
  readonly conflict: boolean;
  /** This content has taken the place of the other. */
  readonly corrected?: boolean;
  /** The event does not name the sender of this content yet. See `joinSenders`. */
  readonly isNewSender?: boolean;
}

/** The events that were stored before, by their ids. */
export type Known = ReadonlyMap<string, KnownEvent>;

/** @param deadlineMs time left until the request that has waited longest must have an answer. */
type Store<Row> = (rows: readonly Row[], deadlineMs: number) => Promise<Known>;

/** The rows of one request. */
interface Waiting<Row> {
  readonly rows: readonly Row[];
  readonly bytes: number;
  /** On the clock of `performance.now`. */
  readonly since: number;
  readonly resolve: (known: Known) => void;
  readonly reject: (error: unknown) => void;
  /** The context of the request: its trace and its log fields. */
  readonly context: AsyncResource;
}

interface Lane<Row> {
  readonly waiting: Waiting<Row>[];
  readonly store: Store<Row>;
  running: number;
}

/** Concurrent transactions of one lane. Fewer make larger groups; with one, no event would be validated while the disk writes. */
const AT_ONCE = 2;
/** The most memory that the rows of one transaction take: that of a thousand plain events. */
const MOST_BYTES = 700 * 1024;

/** About the memory that an event takes without its `data`. */
const BYTES_PER_EVENT = 600;

/** Returns about the memory that events take. */
export const bytesOf = (rows: readonly EventRow[]): number =>
  rows.reduce((bytes, { event }) => bytes + BYTES_PER_EVENT + (event.dataJson?.length ?? 0), 0);

/**
 * Stores what several requests bring at the same time in one transaction, since for a single event the transaction costs ten times what the
 * event does. A request never waits for others to come: those that arrive while two transactions are running share the next one.
 */
export class GroupCommit<Row extends EventRow> {
  private readonly lanes = new Map<string, Lane<Row>>();

  /** @param deadlineMs the longest that rows may wait and be stored. */
  constructor(private readonly deadlineMs: number) {}

  /**
   * @param lane names rows that may share a transaction
   * @param rows each event once
   * @param store stores all rows of the lane
   * @returns the events of the group that were stored before
   * @throws what `store` throws for these rows
   */
  add(lane: string, rows: readonly Row[], store: Store<Row>): Promise<Known> {
    const found = this.lanes.get(lane) ?? { waiting: [], store, running: 0 };
    this.lanes.set(lane, found);
    return new Promise((resolve, reject) => {
      found.waiting.push({
        rows,
        bytes: bytesOf(rows),
        since: performance.now(),
        resolve,
        reject,
        context: new AsyncResource('GroupCommit'),
      });
      if (found.running < AT_ONCE) {
        found.running += 1;
        // Requests read from other sockets in this iteration of the event loop join the group.
        setImmediate(() => void this.drain(lane, found));
      }
    });
  }

  private async drain(name: string, lane: Lane<Row>): Promise<void> {
    while (lane.waiting.length > 0) await this.commit(takeGroup(lane.waiting, performance.now() - this.deadlineMs), lane.store);
    lane.running -= 1;
    if (lane.running === 0) this.lanes.delete(name);
  }

  private async commit(group: readonly Waiting<Row>[], store: Store<Row>): Promise<void> {
    const [first, ...others] = group;
    if (first === undefined) return;
    const leftMs = this.deadlineMs - (performance.now() - first.since);
    try {
      if (leftMs <= 0) throw unavailable('the database');
      const together = others.length === 0 ? first.rows : group.flatMap(({ rows }) => rows);
      // Else all would be in the trace of the request that woke the lane, which may be over.
      const known = await first.context.runInAsyncScope(() => store(together, leftMs));
      for (const { resolve } of group) resolve(known);
    } catch (error) {
      // One bad request must not fail the others, so each is retried alone. An outage fails them all.
      if (others.length > 0 && !isOutage(error)) for (const each of group) await this.commit([each], store);
      else for (const { reject } of group) reject(error);
    }
  }
}

/**
 * Takes the requests that have waited longest, up to the first that repeats an event. Of two requests with the same event, the second has
 * to see the outcome of the first, so it goes with a later group, and so do the requests after it. A request that has waited for too long
 * goes alone, to be refused.
 */
function takeGroup<Row extends EventRow>(waiting: Waiting<Row>[], tooLongSince: number): Waiting<Row>[] {
  const ids = new Set<string>();
  let [count, together] = [0, 0];
  for (const { rows, bytes, since } of waiting) {
    if (count > 0 && (together + bytes > MOST_BYTES || rows.some(({ event }) => ids.has(event.eventId)))) break;
    if (since <= tooLongSince) return waiting.splice(0, count || 1);
    for (const { event } of rows) ids.add(event.eventId);
    together += bytes;
    count += 1;
  }
  return waiting.splice(0, count);
}
