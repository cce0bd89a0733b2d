import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HeaderFamily, signedHeaders } from './signed-call.js';
import { toJson } from './simulated-order.js';
import type { SimulatedShop } from './simulated-shop.js';

/** Faults of the platform's delivery. */
export interface WebhookFaults {
  /** Drops the webhooks of a topic for which it returns true. */
  lose: (topic: string) => boolean;
  /** Number of copies of each delivery, sent at the same moment. */
  copies: number;
  /** Sends the webhooks since `hold` in reverse order. */
  newestFirst: boolean;
}

/** One delivery, with the last answer of the app. */
export interface Sent {
  readonly shop: string;
  readonly topic: string;
  readonly address: string;
  readonly eventId: string;
  status: number;
  answer: string;
  attempts: number;
}

/** A webhook and its address. */
interface WebhookMessage {
  readonly topic: string;
  readonly address: string;
  readonly resource: unknown;
  /** Used when each webhook has its own secret; default: the secret of the operator's app. */
  readonly secret?: string;
}

const TRIES = 8;
const RETRY_MS = 100;

/** Sends signed webhooks with the faults of real platforms: duplicates, wrong order, retries after a failure, and lost webhooks. */
export class WebhookSender {
  readonly sent: Sent[] = [];
  readonly faults: WebhookFaults = { lose: () => false, copies: 1, newestFirst: false };
  private held: (() => Promise<void>)[] | null = null;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly family: HeaderFamily,
    private readonly secret: () => string,
  ) {}

  /** Sends the webhook to every subscriber of the topic. */
  notify(shop: SimulatedShop, topic: string, resource: unknown): void {
    const { installedApp } = shop;
    for (const { address } of shop.subscriptions.filter((subscription) => subscription.topic === topic)) {
      this.send(shop.domain, { topic, address, resource, ...(installedApp !== null && { secret: installedApp.secret }) });
    }
  }

  /** Sends to an address without a subscription, for topics of the app itself. */
  send(shop: string, { topic, address, resource, secret }: WebhookMessage): void {
    if (this.faults.lose(topic)) return;
    const sent: Sent = { shop, topic, address, eventId: randomUUID(), status: 0, answer: '', attempts: 0 };
    const body = toJson(resource);
    const headers = signedHeaders(
      this.family,
      { topic, shop, eventId: sent.eventId, triggeredAt: new Date() },
      body,
      secret ?? this.secret(),
    );
    this.sent.push(sent);
    const deliver = async (): Promise<void> => {
      await Promise.all(Array.from({ length: this.faults.copies }, () => this.deliver(sent, headers, body)));
    };
    if (this.held === null) this.track(deliver());
    else this.held.push(deliver);
  }

  /** Holds back all webhooks until `release`. */
  hold(): void {
    this.held ??= [];
  }

  release(): void {
    const held = this.held ?? [];
    this.held = null;
    const inOrder = async (): Promise<void> => {
      for (const deliver of this.faults.newestFirst ? held.toReversed() : held) await deliver();
    };
    this.track(inOrder());
  }

  /** Resolves when every webhook has been delivered or given up. */
  async delivered(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private track(work: Promise<void>): void {
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  private async deliver(sent: Sent, headers: Record<string, string>, body: string): Promise<void> {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      sent.attempts += 1;
      const answer = await fetch(sent.address, { method: 'POST', headers, body, redirect: 'manual' }).catch(() => null);
      sent.status = answer?.status ?? 0;
      sent.answer = (await answer?.text().catch(() => '')) ?? '';
      if (sent.status >= 200 && sent.status <= 299) return;
      await sleep(RETRY_MS * attempt);
    }
  }
}
