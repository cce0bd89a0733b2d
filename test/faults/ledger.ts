import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { daysAgo, order, type WireEvent } from '../support/shop/builders.js';
import type { Shop } from '../support/shop/shop.js';
import { lapsed } from '../support/webhooks/webhook-shop.js';
import { PROMISED } from './patience.js';

const GIVE_UP_MS = 3 * PROMISED.answer;

interface ItemResult {
  readonly event_id: string;
  readonly status: string;
}

export interface Answer {
  /** 0 when there was none: the connection was refused, or broke. */
  readonly status: number;
  readonly results: readonly ItemResult[];
}

/** Writes down what was sent to the service and what the service has said of it. */
export class Ledger {
  /** Every event that was sent, by id, with any answer. */
  readonly sent = new Map<string, WireEvent>();
  /** Ids of events that were acknowledged, and how often as new. */
  readonly accepted = new Map<string, number>();
  /** Ids of events that were refused by themselves. */
  readonly rejected = new Set<string>();
  /** Batches that were refused whole or had no answer (status 0), and were not sent again; without the events that had been sent before. */
  readonly refused: { readonly ids: readonly string[]; readonly status: number }[] = [];
  readonly statuses = new Map<number, number>();
  slowestMs = 0;
  private isClosed = false;

  constructor(private readonly shop: Shop) {}

  /** Sends a batch once. An answer that takes too long counts as none, and shows in `slowestMs`. */
  async send(url: string, events: readonly WireEvent[]): Promise<Answer> {
    for (const event of events) this.sent.set(String(event['event_id']), event);
    const startedAt = performance.now();
    const answer = await this.post(url, events);
    // The connection was refused, so this is not a slow answer.
    if (answer.status !== 0 || performance.now() - startedAt > GIVE_UP_MS - 100)
      this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    for (const { event_id: id, status } of answer.results) {
      if (status === 'accepted') this.accepted.set(id, (this.accepted.get(id) ?? 0) + 1);
      if (status === 'duplicate' && !this.accepted.has(id)) this.accepted.set(id, 0);
      if (status === 'rejected') this.rejected.add(id);
    }
    return answer;
  }

  /** Sends a batch once and, should it be refused, never again. */
  async sendOnce(url: string, events: readonly WireEvent[]): Promise<void> {
    const ids = events.map((event) => String(event['event_id'])).filter((id) => !this.sent.has(id));
    const { status } = await this.send(url, events);
    if (status === 0 || status >= 400) this.refused.push({ ids, status });
  }

  /** Sends a batch to one process after the other until it is acknowledged. */
  async sendUntilStored(urls: readonly string[], events: readonly WireEvent[], withinMs = 120_000): Promise<void> {
    const deadline = Date.now() + withinMs;
    for (let tries = 0; !this.isClosed; tries += 1) {
      const { status } = await this.send(urls[tries % urls.length] ?? '', events);
      if (status === 202) return;
      if (Date.now() > deadline) throw new Error(`a batch was not stored within ${withinMs} ms; the last status is ${status}`);
      await sleep(50);
    }
  }

  /** Stops waiting for events that have not been acknowledged. */
  close(): void {
    this.isClosed = true;
  }

  private async post(url: string, events: readonly WireEvent[]): Promise<Answer> {
    try {
      const response = await fetch(`${url}/events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': this.shop.apiKey },
        body: JSON.stringify({ events }),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      const body = (await response.json()) as { results?: ItemResult[] };
      return { status: response.status, results: body.results ?? [] };
    } catch {
      return { status: 0, results: [] };
    }
  }
}

const CUSTOMERS = 60;
const BATCH = 20;
const SENDERS = 3;
/** One in this many batches is not sent again. */
const ONCE_IN = 5;
const CHANGERS = Array.from({ length: 6 }, (_, i) => `changer-${i}`);
const BETWEEN_CHANGES_MS = 500;
const BETWEEN_BATCHES_MS = 60;

/** Shops that order all the time, and customers who come and go, until it is stopped. */
export class Load {
  private stopping = false;
  private readonly loops: Promise<void>[] = [];
  private count = 0;

  constructor(
    private readonly ledger: Ledger,
    private readonly urls: readonly string[],
  ) {}

  /** The returning customers start as lapsed: from now on each return and each lapse is a change to deliver. */
  async begin(): Promise<void> {
    await this.ledger.sendUntilStored(this.urls, CHANGERS.flatMap(lapsed) as WireEvent[]);
    for (let i = 0; i < SENDERS; i += 1) this.loops.push(this.order(i));
    this.loops.push(this.comeAndGo());
  }

  /** Resolves when everything that has to be acknowledged is. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.loops);
  }

  private async order(sender: number): Promise<void> {
    for (let i = sender; !this.stopping; i += 1) {
      const events = someOrders(BATCH, () => `cust-${this.count++ % CUSTOMERS}`);
      const urls = i % 2 === 0 ? this.urls : this.urls.toReversed();
      if (i % ONCE_IN === 0) await this.ledger.sendOnce(urls[0] ?? '', events);
      else await this.ledger.sendUntilStored(urls, events);
      await sleep(BETWEEN_BATCHES_MS);
    }
  }

  private async comeAndGo(): Promise<void> {
    while (!this.stopping) {
      const orders = CHANGERS.map((id) => ({ customer_id: id, data: { order_id: randomUUID() } }));
      const back = orders.map((fields) => order({ ...fields, event_type: 'order_created', occurred_at: daysAgo(1) }));
      await this.ledger.sendUntilStored(this.urls, back);
      await sleep(BETWEEN_CHANGES_MS);
      const gone = orders.map((fields) => order({ ...fields, event_type: 'order_cancelled', occurred_at: daysAgo(0) }));
      await this.ledger.sendUntilStored(this.urls, gone);
      await sleep(BETWEEN_CHANGES_MS);
    }
  }
}

/** Orders of different value and day, each an order by itself. */
export function someOrders(count: number, customer: (i: number) => string): WireEvent[] {
  return Array.from({ length: count }, (_, i) =>
    order({ customer_id: customer(i), occurred_at: daysAgo(1 + ((i * 17) % 300)), value: 5 + (i % 90) }),
  );
}
