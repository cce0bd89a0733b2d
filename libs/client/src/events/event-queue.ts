import { QueueClosedError, QueueFullError } from '../errors.js';
import { LONGEST_TIMER_MS } from '../settings.js';
import { type ChurnEvent, type EventResult, writeEvent, type WrittenEvent } from './churn-event.js';
import type { EventSender } from './send-events.js';

export interface QueueOptions {
  /** Milliseconds that the first event of a batch waits for others, unless the batch fills earlier. Default 1000. */
  readonly flushIntervalMs: number;
  /** Most events that wait or are on their way. Default 10 000. */
  readonly maxEvents: number;
  /** Most bytes of them. Default 64 MiB. */
  readonly maxBytes: number;
  /** Imported history: scored after fresh events, and announced to nobody. */
  readonly backfill: boolean;
  /** Called once for each event that the service has judged, in order. */
  readonly onResult: (result: EventResult, event: ChurnEvent) => void;
  /** Called for each batch that could not be delivered. Sending its events again is safe, also when some were stored. */
  readonly onError: (error: unknown, events: readonly ChurnEvent[]) => void;
}

export const QUEUE: QueueOptions = {
  flushIntervalMs: 1000,
  maxEvents: 10_000,
  maxBytes: 64 * 1024 * 1024,
  backfill: false,
  onResult: () => undefined,
  onError: () => undefined,
};

interface Waiting extends WrittenEvent {
  readonly settle: (result: EventResult) => void;
  readonly fail: (error: unknown) => void;
}

interface Waiter {
  /** The number of events that have to be settled, since the beginning. */
  readonly until: number;
  readonly done: () => void;
}

/**
 * Collects events and sends them in batches, in the order in which they came and one batch at a time. Nothing is dropped in silence:
 * each event ends with a result or an error, and what the queue cannot hold it refuses.
 */
export class EventQueue {
  private readonly waiting: Waiting[] = [];
  private waitingBytes = 0;
  private enqueued = 0;
  private settled = 0;
  /** Events up to this number go out although they do not fill a batch. */
  private flushUpTo = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isSending = false;
  private isClosed = false;
  private readonly abandon = new AbortController();
  private flushWaiters: Waiter[] = [];
  private roomWaiters: (() => void)[] = [];

  constructor(
    private readonly sender: EventSender,
    private readonly options: QueueOptions,
  ) {}

  /** Events that wait or are on their way. */
  get size(): number {
    return this.enqueued - this.settled;
  }

  get hasRoom(): boolean {
    return this.size < this.options.maxEvents && this.waitingBytes < this.options.maxBytes;
  }

  /**
   * Takes an event and returns at once. The promise may be ignored: that it fails is then told to `onError` alone.
   * @returns what the service said of the event: accepted, duplicate, or rejected with the reason.
   * @throws QueueFullError when there is no room, QueueClosedError after `close`, TypeError for what is no JSON; else what sending
   * its batch threw. All of them by the promise.
   */
  enqueue(event: ChurnEvent): Promise<EventResult> {
    const result = new Promise<EventResult>((settle, fail) => {
      if (this.isClosed) throw new QueueClosedError('the queue is closed: it takes no more events');
      if (!this.hasRoom) throw new QueueFullError(this.fullMessage());
      const written = writeEvent(event);
      this.waiting.push({ ...written, settle, fail });
      this.enqueued += 1;
      this.waitingBytes += written.bytes;
    });
    // Whoever awaits it still gets the error; whoever does not should not lose the process over it.
    result.catch(() => undefined);
    void this.send();
    return result;
  }

  /** Ends when there is room: what a producer that is faster than the service awaits before `enqueue`. */
  async whenRoom(): Promise<void> {
    while (!this.hasRoom) await new Promise<void>((done) => this.roomWaiters.push(done));
  }

  /** Sends what there is without waiting for more. Ends when every event enqueued before has its result or its error. */
  async flush(): Promise<void> {
    if (this.size === 0) return;
    this.flushUpTo = this.enqueued;
    const flushed = new Promise<void>((done) => this.flushWaiters.push({ until: this.enqueued, done }));
    void this.send();
    await flushed;
  }

  /**
   * Takes no more events, and sends those it has.
   * @param options.timeoutMs after which the rest is given up, each event with a QueueClosedError. Without it the tries of each
   * batch are the limit.
   */
  async close({ timeoutMs }: { readonly timeoutMs?: number } = {}): Promise<void> {
    this.isClosed = true;
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.giveUp(timeoutMs), Math.min(timeoutMs, LONGEST_TIMER_MS));
    await this.flush();
    clearTimeout(timer);
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

  /** Events of the next batch, none while it may still grow. */
  private countDue(): number {
    const count = this.sender.countOfBatch(this.waiting);
    const isFull = count < this.waiting.length || count >= this.sender.batchSize;
    return isFull || this.flushUpTo > this.settled ? count : 0;
  }

  /** Keeps the process alive on purpose: a program that ends by itself ends after its events are sent. */
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
      const results = await this.sender.send(batch, { backfill: this.options.backfill, signal: this.abandon.signal });
      for (const [index, result] of results.entries()) this.tell(batch[index] as Waiting, result);
    } catch (error) {
      for (const { fail } of batch) fail(error);
      this.callBack(() =>
        this.options.onError(
          error,
          batch.map(({ event }) => event),
        ),
      );
    }
    this.settled += batch.length;
    this.waitingBytes -= batch.reduce((sum, { bytes }) => sum + bytes, 0);
    this.wake();
  }

  private stopTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private tell({ settle, event }: Waiting, result: EventResult): void {
    settle(result);
    this.callBack(() => this.options.onResult(result, event));
  }

  /** An error of the caller's own function is the caller's, and must not stop the queue. */
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
