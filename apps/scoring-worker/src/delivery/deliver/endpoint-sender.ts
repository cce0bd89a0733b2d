import type { DestinationKind } from '#libs/core';
import { nextStep, type NextStep, type SendResult } from '#libs/delivery';
import type { AttemptRecord, DueDelivery, StoredBody, UnfinishedDelivery } from './due-deliveries.sql.js';
import { measureAttempt, tracedAttempt } from './observe-attempt.js';
import { ObservedHealth } from './observed-health.js';
import { type EndpointLease, type LeaseStart, RENEW_EVERY_MS } from './endpoint-lease.js';
import type { Protocol, ProtocolAttempt } from '../protocols/protocol.js';
import type { SendTools } from './send-tools.js';

/** Counts of the attempts of one lease. */
export interface SendCounts {
  delivered: number;
  failed: number;
  deadLetters: number;
  /** Another worker took over the lease, because this process was frozen or cut off for too long. */
  isLost: boolean;
}

/** Reads more deliveries when fewer are ready to be sent. */
const LOW_WATER = 150;
/** While there is more to send, results wait this long for further results. This saves transactions. */
const RECORD_WITHIN_MS = 20;
/** This many results are recorded without waiting for more. */
const RECORDS_AT_ONCE = 100;
/** A delivery that was read longer ago is read again before it is sent: its customer may be erased, or its endpoint changed. */
const FRESH_MS = 250;
/** Deliveries that have waited longer are checked when results are recorded, all of them in one statement. */
const AGED_MS = 125;
/** Pause before a failed transaction is retried. */
const OUTAGE_PAUSE_MS = 250;

/** Sends the due deliveries of one leased endpoint, a few at the same time, until none is due, and records the results. */
export class EndpointSender {
  readonly counts: SendCounts = { delivered: 0, failed: 0, deadLetters: 0, isLost: false };
  private readonly kind: DestinationKind;
  /** Null when nothing can be sent. */
  private readonly protocol: Protocol | null;
  private readonly health: ObservedHealth;
  private readonly ready: DueDelivery[] = [];
  private records: AttemptRecord[] = [];
  private aborted: string[] = [];
  private unfinished: UnfinishedDelivery[] = [];
  /** The deliveries that are ready, in flight, or not yet recorded, by id, with the time at which they were read (`performance.now`). */
  private readonly held = new Map<string, number>();
  private sending = 0;
  private readonly aborting = new AbortController();
  private isStopping = false;
  private isCalled = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly lease: EndpointLease,
    start: LeaseStart,
    private readonly tools: SendTools,
  ) {
    this.kind = start.kind;
    this.protocol = start.protocol;
    this.health = new ObservedHealth(start.endpoint, tools.speed);
    this.hold(start.due);
  }

  /** More deliveries may be due. */
  lookAgain(): void {
    this.isCalled = true;
    this.wake();
  }

  /** Starts no more attempts. Attempts in flight may finish. */
  stop(): void {
    this.isStopping = true;
    this.wake();
  }

  /** Aborts the attempts in flight without recording them, so another worker sends them again. */
  abort(): void {
    this.stop();
    this.aborting.abort();
  }

  /** @throws when the database is unreachable for longer than the lease lasts. */
  async sendAll(): Promise<SendCounts> {
    for (;;) {
      this.launch();
      await this.waitForResults();
      this.isCalled = false;
      const state = await this.recordResults();
      if (state === 'held') continue;
      this.counts.isLost = state === 'lost';
      if (this.counts.isLost) this.abort();
      return this.counts;
    }
  }

  private get isClosing(): boolean {
    return this.isStopping || this.health.isClosedOff || this.protocol === null;
  }

  private get atOnce(): number {
    return this.health.atOnce(this.protocol?.atOnce ?? 0);
  }

  private launch(): void {
    if (this.isClosing) this.drop(this.ready.splice(0));
    while (this.ready.length > 0 && this.sending < this.atOnce && this.lease.hasRoom) {
      const next = this.ready.shift();
      if (next !== undefined) void this.attempt(next);
    }
  }

  private async attempt(delivery: DueDelivery): Promise<void> {
    this.sending += 1;
    const { largeSlots } = this.tools;
    if (delivery.body === null || this.protocol?.isLarge === true)
      await largeSlots.use(this.lease.tenantId, () => this.attemptInSlot(delivery));
    else await this.attemptInSlot(delivery);
    this.lease.room.giveBack(delivery.bytes);
    this.sending -= 1;
    this.launch();
    // The first result also wakes the loop, so that it starts to wait RECORD_WITHIN_MS for more.
    if (this.isWorthRecording || this.records.length <= 1) this.wake();
  }

  private async attemptInSlot(delivery: DueDelivery): Promise<void> {
    const { tenantId } = this.lease;
    const { slots, suspectSlots } = this.tools;
    const inSlot = (): Promise<void> => slots.use(tenantId, () => this.attemptNow(delivery));
    await (this.health.isSuspect ? suspectSlots.use(tenantId, inSlot) : inSlot());
  }

  private async attemptNow(delivery: DueDelivery): Promise<void> {
    const { protocol } = this;
    const isFresh = performance.now() - (this.held.get(delivery.id) ?? 0) < FRESH_MS;
    const known = protocol?.isLarge === true || !isFresh ? null : delivery.body;
    const stored = known === null ? await this.lease.readBody(delivery.id).catch(() => null) : { body: known, progress: null };
    try {
      if (stored === null || protocol === null || this.isClosing || !this.lease.hasRoom) this.held.delete(delivery.id);
      else await this.send(delivery, stored, protocol);
    } catch {
      // The attempt was aborted and may have arrived, so the delivery is sent again.
      this.aborted.push(delivery.id);
      this.held.delete(delivery.id);
    }
  }

  private async send(delivery: DueDelivery, stored: StoredBody, protocol: Protocol): Promise<void> {
    const at = this.tools.clock.now();
    const attempt = delivery.attempts + 1;
    const { id: deliveryId, event, sequence, batch } = delivery;
    const { signal } = this.aborting;
    const attempted = { ...stored, deliveryId, event, attempt: attempt + delivery.lost_attempts, sequence, batch, at, signal };
    const result = await tracedAttempt(delivery, attempt, () => this.resultOf(protocol, attempted));
    if (result.unfinished !== undefined) {
      this.unfinished.push({ id: deliveryId, progress: result.unfinished.progress });
      this.health.pause(result.unfinished.lookAgainMs / this.tools.speed);
      return;
    }
    this.health.observe(result);
    const step = nextStep({ attempt, maxAttempts: delivery.max_attempts }, result, this.tools.unit());
    measureAttempt(delivery, { kind: this.kind, at, result, step });
    this.count(step);
    this.records.push(toRecord({ id: deliveryId, attempt, at }, result, step, this.tools.speed));
  }

  /** An unexpected error counts as a failed attempt. Otherwise the delivery would be retried at once, in an endless loop. */
  private async resultOf(protocol: Protocol, attempt: ProtocolAttempt): Promise<SendResult> {
    const started = performance.now();
    try {
      return await protocol.send(attempt);
    } catch (error) {
      if (attempt.signal.aborted) throw error;
      this.tools.log.error('delivery.threw', error, { tenantId: this.lease.tenantId, deliveryId: attempt.deliveryId });
      const durationMs = Math.round(performance.now() - started);
      return { error: 'connection_lost', statusCode: null, responseBody: null, retryAfterMs: null, durationMs };
    }
  }

  private async recordResults(): Promise<'held' | 'ended' | 'lost'> {
    const records = this.records.splice(0);
    const aborted = this.aborted.splice(0);
    const unfinished = this.unfinished.splice(0);
    const ended = new Set([...records, ...unfinished].map(({ id }) => id));
    const disable = this.health.disableToStore;
    const begun = performance.now();
    const isAged = ({ id }: DueDelivery): boolean => begun - (this.held.get(id) ?? 0) > AGED_MS;
    const aged = this.ready.flatMap((delivery) => (!delivery.names_many && isAged(delivery) ? delivery.id : []));
    try {
      const state = await this.lease.record({
        records,
        aborted,
        unfinished,
        health: this.health.toUpdate(),
        disable,
        held: [...this.held.keys()].filter((id) => !ended.has(id)),
        aged,
        wantsMore: !this.isClosing && this.ready.length < LOW_WATER,
        mayEnd: this.sending === 0 && this.ready.length === 0,
      });
      for (const id of ended) this.held.delete(id);
      if (state.kind === 'held') {
        if (state.isDisabled) this.health.markDisableStored();
        this.hold(state.due);
        this.keep(state.stillDue, aged, begun);
        if (state.clearedMs !== null) this.health.clear(state.clearedMs);
        if (state.mustEnd) this.stop();
      }
      return state.kind;
    } catch (error) {
      if (!this.lease.isGood) throw error;
      this.records.unshift(...records);
      this.aborted.unshift(...aborted);
      this.unfinished.unshift(...unfinished);
      await new Promise((resolve) => setTimeout(resolve, OUTAGE_PAUSE_MS));
      return 'held';
    }
  }

  private hold(due: readonly DueDelivery[]): void {
    const now = performance.now();
    for (const { id } of due) this.held.set(id, now);
    this.ready.push(...due);
  }

  /** Drops the aged deliveries that need not be sent any more. */
  private keep(stillDue: ReadonlySet<string>, aged: readonly string[], readAt: number): void {
    const gone = new Set(aged.filter((id) => !stillDue.has(id)));
    for (const id of stillDue) if (this.held.has(id)) this.held.set(id, readAt);
    const kept = this.ready.splice(0).filter((delivery) => {
      if (gone.has(delivery.id)) this.drop([delivery]);
      return !gone.has(delivery.id);
    });
    this.ready.push(...kept);
  }

  private drop(deliveries: readonly DueDelivery[]): void {
    for (const { id, bytes } of deliveries) {
      this.held.delete(id);
      this.lease.room.giveBack(bytes);
    }
  }

  /** True when there are results and no more will follow soon, or when nothing is in flight. */
  private get isWorthRecording(): boolean {
    const { length } = this.records;
    return this.sending === 0 || this.isCalled || length >= RECORDS_AT_ONCE || (length > 0 && this.ready.length === 0);
  }

  /** Waits until results are worth recording, more may be due, or the lease has to be renewed. */
  private async waitForResults(): Promise<void> {
    for (let isOver = false; !isOver && !this.isWorthRecording;) {
      isOver = await this.pause(this.records.length > 0 ? RECORD_WITHIN_MS : this.patienceMs);
    }
  }

  private get patienceMs(): number {
    const canSendMore = this.sending < this.atOnce && !this.isClosing;
    return canSendMore ? Math.min(this.tools.pollMs, RENEW_EVERY_MS) : RENEW_EVERY_MS;
  }

  /** @returns false when `wake` ended the pause early. */
  private pause(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms, true);
      this.wake = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });
  }

  private count(step: NextStep): void {
    if (step.kind === 'success') this.counts.delivered += 1;
    else if (step.kind === 'retry') this.counts.failed += 1;
    else this.counts.deadLetters += 1;
  }
}

// Field by field, because spreading objects took 5 % of the time of a delivery.
function toRecord({ id, attempt, at }: Made, result: SendResult, step: NextStep, speed: number): AttemptRecord {
  const { statusCode, error, durationMs, responseBody } = result;
  const delayMs = step.kind === 'retry' ? step.delayMs / speed : null;
  const deadLetterReason = step.kind === 'dead_letter' ? step.reason : null;
  return { id, attempt, status: STATUS[step.kind], delayMs, deadLetterReason, at, statusCode, error, durationMs, responseBody };
}

type Made = Pick<AttemptRecord, 'id' | 'attempt' | 'at'>;

const STATUS = { success: 'success', retry: 'failed', dead_letter: 'dead_letter' } as const satisfies Record<NextStep['kind'], string>;
