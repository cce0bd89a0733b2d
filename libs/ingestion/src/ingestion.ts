import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Clock, customerIdOf, type EventType, isBehaviour, LIMITS, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { UsageMeter } from '#libs/tenants';
import { BackfillNotes, BehaviourTypes, type Remember, type TimeSpan } from '#libs/work';
import { EVENTS } from '#libs/observability';
import { isImported, isPseudonym } from '#libs/order-import';
import { JobPublisher } from '#libs/queues';
import type { BatchOptions } from './batch-options.js';
import { bytesOf, GroupCommit, type Known } from './group-commit.js';
import { outcomeOf, withCorrections } from './known-events.js';
import { type FieldNotes, validateEvent, type ValidEvent } from './validation/validate-event.js';
import { findOwners } from './order-owners.sql.js';
import { rejected, type Rejection, type RejectionCode, startOf } from './validation/rejection.js';
import { type EventSource, receivedByOf } from './event-source.js';
import { type RejectedInput, RejectionLog } from './rejection-log.js';
import { type Candidate, storeBatch, type StoreOptions } from './store-batch.js';
import { BYTES_OF_DELIVERY_KEY, storedBytesIn } from './stored-bytes.js';
import { findKnownEvents } from './store-events.sql.js';
import { type TenantRule, TenantRules } from './tenant-rules.js';
import { finishUpload, requireUpload } from './uploads.sql.js';

/**
 * The outcome of one event, in the order of the batch. `eventId` is null when the event had no text to echo. `corrected` means that the
 * event replaces the one of an earlier import.
 */
export type ItemOutcome = { readonly index: number; readonly eventId: string | null } & (
  | ({ readonly kind: 'accepted'; readonly corrected?: boolean } & FieldNotes)
  | ({ readonly kind: 'duplicate'; readonly conflict: boolean } & FieldNotes)
  | {
      readonly kind: 'rejected';
      readonly code: RejectionCode;
      readonly error: string;
      readonly reason: string;
      readonly unknown?: readonly string[];
    }
);

/** Number of events to validate before yielding to other requests (about 1 ms). */
const BEFORE_OTHERS = 100;
/**
 * Most memory of the events of a request that shares a transaction with others, about 200 plain events. A larger request gets its own:
 * imports send a thousand at a time, and requests in the same transaction would wait for them.
 */
const LARGEST_SHARED_BYTES = 128 * 1024;

/** The one way in for events from every endpoint: validate, store, request scores. */
@Injectable()
export class Ingestion {
  private readonly groups: GroupCommit<Candidate>;
  readonly rules: TenantRules;
  private readonly rejections: RejectionLog;
  private readonly behaviour = new BehaviourTypes();

  constructor(
    private readonly database: Database,
    private readonly publisher: JobPublisher,
    private readonly clock: Clock,
    private readonly meter: UsageMeter,
    private readonly notes: BackfillNotes,
  ) {
    this.groups = new GroupCommit(database.deadlineMs);
    this.rules = new TenantRules(database);
    this.rejections = new RejectionLog(database);
  }

  /**
   * Validates every event by itself and stores the valid ones together with their score requests, in one transaction with a constant number
   * of statements. Events reported as accepted are committed.
   *
   * @throws AppError `service_unavailable` when it is not certain that the batch was stored; sending it again is safe. `quota_exceeded`
   * when the tenant has stored as many bytes as it may.
   */
  async batch(tenantId: TenantId, events: readonly unknown[], options: BatchOptions): Promise<ItemOutcome[]> {
    const { uploadId = null } = options;
    if (uploadId !== null) await this.database.transaction(tenantId, (db) => requireUpload(db, uploadId));
    const outcomes: ItemOutcome[] = [];
    const candidates = await this.keepOwners(tenantId, await this.validate(tenantId, events, { outcomes, source: options.source }));
    if (candidates.length > 0) {
      const known = await (options.dryRun
        ? this.database.transaction(tenantId, async (db) => withCorrections(await findKnownEvents(db, candidates, uploadId)))
        : this.storeWithinQuota(tenantId, candidates, options));
      for (const { index, event, ...candidate } of candidates)
        outcomes[index] = { index, eventId: event.eventId, ...notesOf(candidate), ...outcomeOf(known.get(event.eventId)) };
    }
    if (!options.dryRun) {
      count(outcomes);
      await this.keepRejected(tenantId, options.source, rejectedIn(events, outcomes));
      if (uploadId !== null && options.uploadDone === true)
        await this.database.transaction(tenantId, (db) => finishUpload(db, uploadId, this.clock.now()));
      if (options.backfillDone === true) await this.database.transaction(tenantId, (db) => this.notes.end(db));
    }
    return outcomes;
  }

  /**
   * Keeps what was rejected for people to look at. A storefront's resources may be rejected before they are events.
   * @returns the number kept, which are the first ones
   */
  async keepRejected(tenantId: TenantId, source: EventSource, rejections: readonly RejectedInput[]): Promise<number> {
    return rejections.length > 0 ? this.rejections.keep(tenantId, source, rejections, this.clock.now()) : 0;
  }

  /** Notes that the tenant's backfill goes on while its sender waits for the next events. */
  async continueBackfill(tenantId: TenantId): Promise<void> {
    const remember = await this.database.transaction(tenantId, (db) => this.notes.note(db, null));
    remember();
  }

  /** Leaves orders with the customers who have them, where a pseudonym of an import claims them: the order tells who that is. */
  private async keepOwners(tenantId: TenantId, candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
    const orderIds = candidates.flatMap(({ event }) => (isPseudonym(event.externalId) ? (event.order?.orderId ?? []) : []));
    if (orderIds.length === 0) return candidates;
    const owners = await this.database.transaction(tenantId, (db) => findOwners(db, orderIds));
    return candidates.map((candidate) => {
      const { event } = candidate;
      const owner = isPseudonym(event.externalId) ? owners.get(event.order?.orderId ?? '') : undefined;
      if (owner === undefined || isPseudonym(owner)) return candidate;
      return { ...candidate, event: { ...event, externalId: owner }, customerId: customerIdOf(tenantId, owner) };
    });
  }

  /** @throws QuotaExceeded before anything is stored */
  private async storeWithinQuota(tenantId: TenantId, candidates: readonly Candidate[], options: BatchOptions): Promise<Known> {
    // The key is stored even when all events are known.
    const keyBytes = options.deliveryKey == null ? 0 : BYTES_OF_DELIVERY_KEY;
    const { known, events } = await this.meter.storeWithin(tenantId, keyBytes + storedBytesIn(candidates), async () => {
      const before = await this.store(tenantId, candidates, options);
      const stored = candidates.filter(({ event }) => outcomeOf(before.get(event.eventId)).kind === 'accepted');
      return { known: before, events: stored.length, bytes: keyBytes + storedBytesIn(stored) };
    });
    if (events > 0) this.publisher.wakeScoring(tenantId, { backfill: options.backfill }, options.origin);
    return known;
  }

  /** Stores events together with those of other requests that arrive now. Large requests, and those that store more than events, go alone. */
  private store(tenantId: TenantId, candidates: readonly Candidate[], options: BatchOptions): Promise<Known> {
    const { backfill, deliveryKey, ofPlaceholders, guard, uploadId, source } = options;
    const revises = source.via === 'storefront';
    const bytes = bytesOf(candidates);
    const isAlone = deliveryKey != null || ofPlaceholders !== undefined || guard !== undefined || uploadId != null || revises;
    if (isAlone || bytes > LARGEST_SHARED_BYTES)
      return this.write(tenantId, candidates, { ...options, revises }, { deadlineMs: this.database.deadlineMs, bytes });
    return this.groups.add(`${tenantId} ${backfill}`, candidates, (rows, deadlineMs) =>
      this.write(tenantId, rows, { backfill, revises }, { deadlineMs }),
    );
  }

  /** @returns the events that were stored before. */
  private async write(
    tenantId: TenantId,
    candidates: readonly Candidate[],
    options: StoreOptions,
    { deadlineMs, bytes }: { readonly deadlineMs: number; readonly bytes?: number },
  ): Promise<Known> {
    const work = async (db: TenantDb): Promise<{ known: Known; remember: readonly Remember[] }> => {
      const known = await storeBatch(db, candidates, options, this.clock);
      const span = (): TimeSpan | null =>
        spanOfOrders(candidates.filter(({ event }) => outcomeOf(known.get(event.eventId)).kind === 'accepted'));
      const backfill = options.backfill ? [await this.notes.note(db, span())] : [];
      return { known, remember: [...backfill, await this.behaviour.note(db, behaviourIn(candidates))] };
    };
    const { known, remember } = await this.database.transaction(tenantId, work, deadlineMs, bytes);
    for (const each of remember) each();
    return known;
  }

  /** Fills in the outcomes that need no event of the database. @returns the first valid event of each id */
  private async validate(
    tenantId: TenantId,
    events: readonly unknown[],
    { outcomes, source }: { readonly outcomes: ItemOutcome[]; readonly source: EventSource },
  ): Promise<Candidate[]> {
    const now = this.clock.now();
    const receivedBy = receivedByOf(source);
    const firsts = new Map<string, Candidate>();
    let rule: TenantRule | undefined;
    const ruleOf = async (): Promise<TenantRule> => (rule ??= await this.rules.of(tenantId));
    for (const [index, input] of events.entries()) {
      if (index % BEFORE_OTHERS === BEFORE_OTHERS - 1) await yieldToOthers();
      let validated = validateEvent(input, now, rule?.allowedFields);
      // Most senders never ask for more than the fields that are always stored, and cost no second look.
      if (rule === undefined && validated.kind === 'valid' && validated.leftOut.length > 0)
        validated = validateEvent(input, now, (await ruleOf()).allowedFields);
      if (validated.kind === 'valid' && mayBeTooOld(validated.event, now)) {
        const { retainedFrom: from } = await ruleOf();
        if (from !== null && validated.event.occurredAt < from) validated = tooOld(from);
      }
      if (validated.kind === 'rejected') {
        outcomes[index] = { ...validated, index, eventId: eventIdOf(input) };
        continue;
      }
      const { event } = validated;
      // A connected shop shows its currency on a page of its own.
      const isCompared = validated.currency !== undefined && source.via !== 'storefront';
      const notes = { ...notesOf(validated), ...(isCompared && foreignOf(validated, (await ruleOf()).currency)) };
      const first = firsts.get(event.eventId);
      const customerId = customerIdOf(tenantId, event.externalId);
      const importedAt = isImported(event.eventId) ? now.getTime() : undefined;
      if (first === undefined)
        firsts.set(event.eventId, { index, event, customerId, ...notes, receivedBy, ...(importedAt !== undefined && { importedAt }) });
      else outcomes[index] = { index, eventId: event.eventId, kind: 'duplicate', conflict: !isSameContent(first.event, event), ...notes };
    }
    return [...firsts.values()];
  }
}

/** @param from the retention of the tenant keeps nothing from before */
/** Returns whether the retention of some tenant may refuse the event. A summary stays, however old its orders are. */
const mayBeTooOld = ({ occurredAt, type }: ValidEvent, now: Date): boolean =>
  type !== 'customer_history' && occurredAt.getTime() < now.getTime() - LIMITS.retentionReachesMs;

const tooOld = (from: Date): Rejection =>
  rejected(
    'out_of_range',
    'occurred_at',
    `must not be before ${from.toISOString()}`,
    'the retention in your settings removes older events',
  );

const rejectedIn = (events: readonly unknown[], outcomes: readonly ItemOutcome[]): RejectedInput[] =>
  outcomes.flatMap((outcome) =>
    outcome.kind === 'rejected' ? [{ input: events[outcome.index], code: outcome.code, reason: outcome.reason }] : [],
  );

/** Returns the types of the events, other than those about orders, that models may learn from. */
function behaviourIn(rows: readonly Candidate[]): ReadonlySet<EventType> {
  const types = new Set<EventType>();
  for (const { event } of rows) if (isBehaviour(event.type)) types.add(event.type);
  return types;
}

/** Returns the first and the last time of the events about orders; null without any. */
function spanOfOrders(rows: readonly Candidate[]): TimeSpan | null {
  let span: TimeSpan | null = null;
  for (const { event } of rows) {
    if (!event.type.startsWith('order_')) continue;
    const at = event.occurredAt.getTime();
    span = span === null ? { from: at, to: at } : { from: Math.min(span.from, at), to: Math.max(span.to, at) };
  }
  return span;
}

function count(outcomes: readonly ItemOutcome[]): void {
  const counts = { accepted: 0, duplicate: 0, rejected: 0 };
  for (const { kind } of outcomes) counts[kind] += 1;
  for (const [outcome, events] of Object.entries(counts)) if (events > 0) EVENTS.inc({ outcome }, events);
}

const isSameContent = (a: ValidEvent, b: ValidEvent): boolean =>
  a.externalId === b.externalId &&
  a.type === b.type &&
  a.occurredAt.getTime() === b.occurredAt.getTime() &&
  a.value === b.value &&
  (a.dataJson === b.dataJson || isDeepStrictEqual(parsed(a.dataJson), parsed(b.dataJson)));

/** Parses the text, so that the order of keys makes no difference to a comparison. The database ignores it too. */
const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

/** The sender's id of the event, if it is a text. */
function eventIdOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('event_id' in input)) return null;
  return typeof input.event_id === 'string' ? startOf(input.event_id, LIMITS.idLength) : null;
}

const foreignOf = ({ currency }: { readonly currency?: string }, shopCurrency: string): Pick<FieldNotes, 'foreign'> =>
  currency === undefined || currency === shopCurrency ? {} : { foreign: { currency, shopCurrency } };

const notesOf = ({ leftOut, unread, unknown, placeholder, isMail, missing, foreign }: FieldNotes): FieldNotes => ({
  leftOut,
  ...(unread !== undefined && { unread }),
  ...(unknown !== undefined && { unknown }),
  ...(placeholder !== undefined && { placeholder }),
  ...(isMail === true && { isMail }),
  ...(missing !== undefined && { missing }),
  ...(foreign !== undefined && { foreign }),
});
