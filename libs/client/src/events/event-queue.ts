import { QueueClosedError, QueueFullError } from '../errors.js';
import { LONGEST_TIMER_MS } from '../settings.js';
import { type ChurnEvent, type EventResult, writeEvent, type WrittenEvent } from './churn-event.js';
import type { EventSender } from './send-events.js';

export interface QueueOptions {
  /** Milliseconds that the first event of a batch waits for others, unless the batch is full earlier. Default 1000. */
  readonly flushIntervalMs: number;
  /** Maximum number of events that are queued or being sent. Default 10 000. */
  readonly maxEvents: number;
  /** Maximum size of these events in bytes. Default 64 MiB. */
  readonly maxBytes: number;
  /**
   * Milliseconds that the queue keeps trying to send a batch while the service gives no answer, or answers 5xx: a restart, a deployment, a lost
   * connection. Default 120 000. The queue takes events until it is full.
   */
  readonly bridgeMs: number;
  /** Imported history: the service scores it after fresh events and sends no webhooks for it. */
  readonly backfill: boolean;
  /** Called once for each event that the service has answered, in order. */
  readonly onResult: (result: EventResult, event: ChurnEvent) => void;
  /** Called for each warning about a batch: its events were stored, but fields of them count for nothing. */
  readonly onWarning: (warning: string) => void;
  /** Called for each batch that could not be delivered. Sending its events again is safe, even if some were stored. */
  readonly onError: (error: unknown, events: readonly ChurnEvent[]) => void;
}

export const QUEUE: QueueOptions = {
  flushIntervalMs: 1000,
  maxEvents: 10_000,
  maxBytes: 64 * 1024 * 1024,
  bridgeMs: 120_000,
  backfill: false,
  onResult: () => undefined,
  onWarning: () => undefined,
  onError: () => undefined,
};

interface Waiting extends WrittenEvent {
  readonly resolve: (result: EventResult) => void;
  readonly fail: (error: unknown) => void;
}

interface Waiter {
  /** The number of events that must have a result, counted from the start of the queue. */
  readonly until: number;
  readonly done: () => void;
}

/**
 * Collects events and sends them in batches, in order and one batch at a time. The queue never drops an event silently:
 * each event gets a result or an error, and a full queue refuses new events.
 */
export class EventQueue {
  private readonly waiting: Waiting[] = [];
  private waitingBytes = 0;
  private enqueued = 0;
  private settled = 0;
  /** The queue sends events up to this number even if they do not fill a batch. */
  private flushUpTo = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isSending = false;
  private isClosed = false;
  private readonly abandon = new AbortController();
  private flushWaiters: Waiter[] = [];
  private roomWaiters: (() => void)[] = [];
  /** Events that failed since `close` was called. */
  private readonly unsent: ChurnEvent[] = [];

  constructor(
    private readonly sender: EventSender,
    private readonly options: QueueOptions,
  ) {}

  /** Number of events that are queued or being sent. */
  get size(): number {
    return this.enqueued - this.settled;
  }

  get hasRoom(): boolean {
    return this.size < this.options.maxEvents && this.waitingBytes < this.options.maxBytes;
  }

  /**
   * Takes an event and returns at once. You may ignore the promise; then only `onError` reports a failure.
   * @returns the service's result for the event: accepted, duplicate, or rejected with the reason.
   * @throws QueueFullError when the queue is full, QueueClosedError after `close`, TypeError for an event that is not JSON, or the error
   * of sending its batch. The promise rejects with all of them.
   */
  enqueue(event: ChurnEvent): Promise<EventResult> {
    const result = new Promise<EventResult>((resolve, fail) => {
      if (this.isClosed) throw new QueueClosedError('the queue is closed: it takes no more events');
      if (!this.hasRoom) throw new QueueFullError(this.fullMessage());
      const written = writeEvent(event);
      this.waiting.push({ ...written, resolve, fail });
      this.enqueued += 1;
      this.waitingBytes += written.bytes;
    });
    // A caller that awaits the promise still gets the error; an ignored promise must not end the process.
    result.catch(() => undefined);
    void this.send();
    return result;
  }

  /** Resolves when the queue has room. A producer that is faster than the service awaits this before `enqueue`. */
  async whenRoom(): Promise<void> {
    while (!this.hasRoom) await new Promise<void>((done) => this.roomWaiters.push(done));
  }

  /** Sends all queued events without waiting for more. Resolves when each of them has a result or an error. */
  async flush(): Promise<void> {
    if (this.size === 0) return;
    this.flushUpTo = this.enqueued;
    const flushed = new Promise<void>((done) => this.flushWaiters.push({ until: this.enqueued, done }));
    void this.send();
    await flushed;
  }

  /**
   * Stops taking events, and sends the queued ones.
   * @returns the events that could not be sent. Store them, and enqueue them again when the program starts the next time: an event that
   * the service has already is a duplicate and counts once.
   * @param options.timeoutMs after this time the queue gives up, and each remaining event fails with a QueueClosedError. Without it only the
   * retry limits of each batch apply.
   */
  async close({ timeoutMs }: { readonly timeoutMs?: number } = {}): Promise<readonly ChurnEvent[]> {
    this.isClosed = true;
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.giveUp(timeoutMs), Math.min(timeoutMs, LONGEST_TIMER_MS));
    await this.flush();
    clearTimeout(timer);
    return this.unsent;
  }

  private giveUp(timeoutMs: number): void {
    this.abandon.abort(new QueueClosedError(`the queue was closed, and ${timeoutMs} ms were too short to send everything`));
  }

  private async send(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    for (let count = this.countDue(); count > 0; count = this.countDue()) await this.sendBatch(this.waiting.splice(0, count));
    this.isSending = false;
    if (this.waiting.length > 0 && this.timer === null) this.startTimer();
  }

  /** Returns the events of the next batch; none while the batch may still grow. */
  private countDue(): number {
    const count = this.sender.countOfBatch(this.waiting);
    const isFull = count < this.waiting.length || count >= this.sender.batchSize;
    return isFull || this.flushUpTo > this.settled ? count : 0;
  }

  /** Keeps the process alive on purpose, so that a program does not end before its events are sent. */
  private startTimer(): void {
    this.timer = setTimeout(() => {
      this.timer = null;
      this.flushUpTo = this.enqueued;
      void this.send();
    }, this.options.flushIntervalMs);
  }

  private async sendBatch(batch: readonly Waiting[]): Promise<void> {
    this.stopTimer();
    try {
      this.abandon.signal.throwIfAborted();
      const results = await this.sender.send(batch, {
        backfill: this.options.backfill,
        bridgeMs: this.options.bridgeMs,
        signal: this.abandon.signal,
        onWarning: (warning) => this.callBack(() => this.options.onWarning(warning)),
      });
      for (const [index, result] of results.entries()) this.reportResult(batch[index] as Waiting, result);
    } catch (error) {
      for (const { fail } of batch) fail(error);
      const events = batch.map(({ event }) => event);
      if (this.isClosed) this.unsent.push(...events);
      this.callBack(() => this.options.onError(error, events));
    }
    this.settled += batch.length;
    this.waitingBytes -= batch.reduce((sum, { bytes }) => sum + bytes, 0);
    this.wake();
  }

  private stopTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private reportResult({ resolve, event }: Waiting, result: EventResult): void {
    resolve(result);
    this.callBack(() => this.options.onResult(result, event));
  }

  /** Calls a function of the caller. If it throws, the queue continues. */
  private callBack(call: () => void): void {
    try {
      call();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  private wake(): void {
    const flushed = this.flushWaiters.filter(({ until }) => until <= this.settled);
    this.flushWaiters = this.flushWaiters.filter(({ until }) => until > this.settled);
    for (const { done } of flushed) done();
    const roomWaiters = this.roomWaiters.splice(0);
    for (const done of roomWaiters) done();
  }

  private fullMessage(): string {
    const { maxEvents, maxBytes } = this.options;
    return `the queue holds ${this.size} events of ${this.waitingBytes} bytes, and takes ${maxEvents} of ${maxBytes} bytes: await whenRoom() before enqueue()`;
  }
}
