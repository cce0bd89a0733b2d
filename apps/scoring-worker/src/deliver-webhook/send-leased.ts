import type { Clock } from '#libs/core';
import {
  deliveryHeaders,
  ATTEMPT_TIMEOUT_MS,
  nextStep,
  type NextStep,
  type Sender,
  type SendResult,
  type SigningKeys,
  signingKeysOf,
} from '#libs/delivery';
import type { AttemptSlots } from './attempt-slots.js';
import type { AttemptRecord, DueDelivery } from './due-deliveries.sql.js';
import { measureAttempt, tracedAttempt } from './observe-attempt.js';
import { ObservedHealth } from './observed-health.js';
import { type LeaseStart, type EndpointLease, RENEW_EVERY_MS } from './endpoint-lease.js';

/** What every turn of a process works with. */
export interface SendTools {
  readonly sender: Sender;
  readonly clock: Clock;
  /** Bounds all attempts of the process. */
  readonly slots: AttemptSlots;
  /** Bounds those to addresses that have failed of late, so that there is always room for the others. */
  readonly suspectSlots: AttemptSlots;
  /** Chance, from 0 to below 1. */
  readonly unit: () => number;
  /** How many times faster than the clock waits pass; 1 outside tests. */
  readonly speed: number;
  /** How often to look for what other workers have relayed. */
  readonly pollMs: number;
}

/** What a turn has done. */
export interface SendCounts {
  delivered: number;
  failed: number;
  deadLetters: number;
  /** Another worker took over, because this one was away too long. */
  isLost: boolean;
}

/** With fewer held ready, more are read. */
const LOW_WATER = 150;
/** What came of attempts waits so long for the next ones, while there is more to send: fewer transactions for as many deliveries. */
const RECORD_WITHIN_MS = 20;
/** Not longer when there are so many. */
const RECORDS_AT_ONCE = 100;
const OUTAGE_PAUSE_MS = 250;

/** One worker's time with one address: sends what is due, a few at once, until nothing is, and records what came of it. */
export class SendLeased {
  readonly counts: SendCounts = { delivered: 0, failed: 0, deadLetters: 0, isLost: false };
  private readonly url: string;
  private readonly keys: readonly SigningKeys[];
  private readonly health: ObservedHealth;
  private ready: DueDelivery[];
  private records: AttemptRecord[] = [];
  /** Ids of what is ready, being sent, or not yet recorded. */
  private readonly held: Set<string>;
  private sending = 0;
  private readonly giveUp = new AbortController();
  private isStopping = false;
  private isCalled = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly lease: EndpointLease,
    start: LeaseStart,
    private readonly tools: SendTools,
  ) {
    this.url = start.receiver.url;
    this.keys = start.secrets.map(signingKeysOf);
    this.health = new ObservedHealth(start.receiver, tools.speed);
    this.ready = [...start.due];
    this.held = new Set(start.due.map(({ id }) => id));
  }

  /** Something more may be due. */
  lookAgain(): void {
    this.isCalled = true;
    this.wake();
  }

  /** Begins nothing more. What is being sent may end. */
  stop(): void {
    this.isStopping = true;
    this.wake();
  }

  /** Gives up what is being sent, as if it had not begun. */
  abort(): void {
    this.stop();
    this.giveUp.abort();
  }

  /** @throws when the database cannot be asked for longer than the lease lasts. */
  async sendAll(): Promise<SendCounts> {
    for (;;) {
      this.launch();
      await this.rest();
      this.isCalled = false;
      const settled = await this.settle();
      if (settled === 'held') continue;
      this.counts.isLost = settled === 'lost';
      if (this.counts.isLost) this.abort();
      return this.counts;
    }
  }

  private get isClosing(): boolean {
    return this.isStopping || this.health.isClosedOff || this.keys.length === 0;
  }

  private launch(): void {
    if (this.isClosing) this.forget(this.ready.splice(0));
    while (this.ready.length > 0 && this.sending < this.health.atOnce && this.lease.hasRoom) {
      const next = this.ready.shift();
      if (next !== undefined) void this.attempt(next);
    }
  }

  private async attempt(delivery: DueDelivery): Promise<void> {
    this.sending += 1;
    const slots = this.health.isSuspect ? [this.tools.suspectSlots, this.tools.slots] : [this.tools.slots];
    for (const each of slots) if (!each.takeFree()) await each.wait();
    try {
      if (this.isClosing || !this.lease.hasRoom) this.forget([delivery]);
      else this.records.push(await this.send(delivery));
    } catch {
      // Given up: whether it arrived nobody knows, so it is sent again.
      this.forget([delivery]);
    } finally {
      for (const each of slots) each.release();
      this.sending -= 1;
      this.launch();
      if (this.isWorthSettling || this.records.length <= 1) this.wake();
    }
  }

  private async send(delivery: DueDelivery): Promise<AttemptRecord> {
    const at = this.tools.clock.now();
    const attempt = delivery.attempts + 1;
    const { id: deliveryId, event, body, sequence, batch } = delivery;
    const headers = deliveryHeaders({ deliveryId, event, body, attempt, sequence, batch }, this.keys, at);
    const { url, giveUp } = this;
    const wanted = { url, headers, body, timeoutMs: ATTEMPT_TIMEOUT_MS, signal: giveUp.signal };
    const result = await tracedAttempt(delivery, attempt, () => this.tools.sender.send(wanted));
    this.health.observe(result);
    const step = nextStep({ attempt, maxAttempts: delivery.max_attempts }, result, this.tools.unit());
    measureAttempt(delivery, at, result, step);
    this.count(step);
    return toRecord({ id: deliveryId, attempt, at }, result, step, this.tools.speed);
  }

  private async settle(): Promise<'held' | 'ended' | 'lost'> {
    const records = this.records.splice(0);
    const ended = new Set(records.map(({ id }) => id));
    try {
      const settled = await this.lease.settle({
        records,
        behaviour: this.health.toBehaviour(),
        disable: this.health.disable,
        held: [...this.held].filter((id) => !ended.has(id)),
        wantsMore: !this.isClosing && this.ready.length < LOW_WATER,
        mayEnd: this.sending === 0 && this.ready.length === 0,
      });
      for (const id of ended) this.held.delete(id);
      if (settled.kind === 'held') this.hold(settled.due);
      return settled.kind;
    } catch (error) {
      if (!this.lease.isGood) throw error;
      this.records.unshift(...records);
      await new Promise((resolve) => setTimeout(resolve, OUTAGE_PAUSE_MS));
      return 'held';
    }
  }

  private hold(due: readonly DueDelivery[]): void {
    for (const { id } of due) this.held.add(id);
    this.ready.push(...due);
  }

  private forget(deliveries: readonly DueDelivery[]): void {
    for (const { id } of deliveries) this.held.delete(id);
  }

  /** There is something to record that nothing more will join soon, or nothing to send. */
  private get isWorthSettling(): boolean {
    const { length } = this.records;
    return this.sending === 0 || this.isCalled || length >= RECORDS_AT_ONCE || (length > 0 && this.ready.length === 0);
  }

  /** Until there is something worth recording, something may be due, or the lease wants renewing. */
  private async rest(): Promise<void> {
    for (let isOver = false; !isOver && !this.isWorthSettling;) {
      isOver = await this.pause(this.records.length > 0 ? RECORD_WITHIN_MS : this.patienceMs);
    }
  }

  private get patienceMs(): number {
    const canSendMore = this.sending < this.health.atOnce && !this.isClosing;
    return canSendMore ? Math.min(this.tools.pollMs, RENEW_EVERY_MS) : RENEW_EVERY_MS;
  }

  /** @returns whether the time has passed without anybody waking us. */
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

// Written out: spreading objects into each other took a twentieth of the time of a delivery.
function toRecord({ id, attempt, at }: Made, result: SendResult, step: NextStep, speed: number): AttemptRecord {
  const { statusCode, error, durationMs, responseBody } = result;
  const delayMs = step.kind === 'retry' ? step.delayMs / speed : null;
  const deadLetterReason = step.kind === 'dead_letter' ? step.reason : null;
  return { id, attempt, status: STATUS[step.kind], delayMs, deadLetterReason, at, statusCode, error, durationMs, responseBody };
}

type Made = Pick<AttemptRecord, 'id' | 'attempt' | 'at'>;

const STATUS = { success: 'success', retry: 'failed', dead_letter: 'dead_letter' } as const satisfies Record<NextStep['kind'], string>;
