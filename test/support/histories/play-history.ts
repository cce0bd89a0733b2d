import assert from 'node:assert/strict';
import type { Merchant } from '../people/merchant.js';
import { endOf } from '../shop/jobs.js';
import { eventually } from '../waiting/eventually.js';
import { sha256Signature } from '../webhooks/webhook-signer.js';
import { ExpectedShop } from './expected-shop.js';
import { type CustomerName, type SentEvent, sentEvents, type Step, toWire } from './history.js';

/** A shop on which a history is played. */
export interface Stage {
  readonly merchant: Merchant;
  /** Signs calls of the custom webhook. */
  readonly secret: string;
  /** Makes the identifiers of customers those of one history. */
  readonly prefix: string;
  /** Ends a process with SIGKILL and starts it again. */
  readonly kill: (app: 'api' | 'scoring-worker') => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Plays a history on a shop, and returns what must be true of it once all work is done. */
export async function playHistory(stage: Stage, steps: readonly Step[]): Promise<ExpectedShop> {
  const player = new Player(stage);
  for (const step of steps) await player.play(step);
  await player.settle();
  return player.expected;
}

class Player {
  readonly expected = new ExpectedShop();
  private readonly jobs: string[] = [];
  /** Customers with an erasure that may still be under way. */
  private readonly erasing = new Set<CustomerName>();
  private sent = 0;

  constructor(private readonly stage: Stage) {}

  async play(step: Step): Promise<void> {
    switch (step.kind) {
      case 'events':
        return this.send(step);
      case 'join':
        return this.join(step.customer, step.alias);
      case 'separate':
        return this.separate(step.customer, step.alias);
      case 'erase':
        return this.erase(step.customer);
      case 'traits': {
        const { status } = await this.call('PUT', `/customers/${this.id(step.customer)}/traits`, { points: step.points });
        assertStatus(status, [200, 404], step);
        if (status === 200) this.expected.setTraits(step.customer, step.points);
        return;
      }
      case 'recalculate':
        this.jobs.push((await this.took('POST', '/churn/recalculate', { force: true }, 202)).body['job_id'] as string);
        return;
      case 'thresholds': {
        const label_thresholds = { medium: 0.3, high: step.high, critical: 0.8 };
        const { status } = await this.stage.merchant.owner.call('PATCH', '/settings').send({ label_thresholds });
        assertStatus(status, [200], step);
        return;
      }
      case 'settle':
        return this.settle();
      case 'kill':
        return this.stage.kill(step.app);
    }
  }

  /** Waits until everything that was acknowledged is done. */
  async settle(): Promise<void> {
    const { shop } = this.stage.merchant;
    for (const job of this.jobs.splice(0)) assert.equal((await endOf(shop, job, 60_000)).status, 'completed');
    await shop.settled(60_000);
    await eventually('the end of all jobs', async () => {
      const open = await shop.rows<{ status: string }>('churn_jobs', 'status');
      return open.every(({ status }) => status === 'completed') ? true : null;
    });
    await shop.settled(60_000);
    this.erasing.clear();
  }

  private id(customer: CustomerName): string {
    return `${this.stage.prefix}${customer}`;
  }

  private async send({ door, acts, twice }: Extract<Step, { kind: 'events' }>): Promise<void> {
    const events = sentEvents(acts, this.sent);
    this.sent += events.length;
    for (let time = 0; time < (twice ? 2 : 1); time += 1) {
      if (door === 'webhook') for (const event of events) await this.sendSigned(event);
      else {
        const body = {
          events: events.map((event) => toWire(event, this.id(event.customer))),
          ...(door === 'backfill' && { backfill: true }),
        };
        await this.took('POST', '/events', body, 202);
      }
    }
    this.expected.receive(events, this.erasing.size > 0);
  }

  private async sendSigned(event: SentEvent): Promise<void> {
    const { merchant, secret } = this.stage;
    const body = JSON.stringify(toWire(event, this.id(event.customer)));
    const signature = { 'X-Webhook-Signature': sha256Signature(secret, body) };
    const { status } = await untilAnswered(() => merchant.shop.post('/webhooks/custom', body).set(signature));
    assertStatus(status, [202], event);
  }

  private async join(customer: CustomerName, alias: CustomerName): Promise<void> {
    const { status } = await this.call('POST', `/customers/${this.id(customer)}/aliases`, { alias: this.id(alias) });
    const isPossible = this.expected.canJoin(customer, alias);
    // While one of them is being erased, a join is refused.
    const mayBeRefused = !isPossible || this.erasing.has(customer) || this.erasing.has(alias);
    assertStatus(status, [...(isPossible ? [200, 201] : []), ...(mayBeRefused ? [404, 409] : [])], { customer, alias });
    if (status < 300) this.expected.join(customer, alias);
  }

  private async separate(customer: CustomerName, alias: CustomerName): Promise<void> {
    const { status } = await this.call('DELETE', `/customers/${this.id(customer)}/aliases/${this.id(alias)}`);
    // The erasure takes the alias with it, and refuses the separation until then.
    const refused = this.erasing.has(customer) || this.erasing.has(alias) ? [404, 409] : [404];
    assertStatus(status, this.expected.separate(customer, alias) ? [200, 204] : refused, { customer, alias });
  }

  private async erase(customer: CustomerName): Promise<void> {
    const { status, body } = await this.call('DELETE', `/customers/${this.id(customer)}`);
    const isKnown = this.expected.isKnown(customer) || this.expected.personOf(customer) !== customer;
    assertStatus(status, isKnown ? [202] : [202, 404], { customer });
    if (status !== 202) return;
    this.jobs.push(body['job_id'] as string);
    for (const member of this.expected.erase(customer)) this.erasing.add(member);
  }

  private async took(method: string, path: string, body: object, status: number): Promise<Answer> {
    const answer = await this.call(method, path, body);
    assertStatus(answer.status, [status], answer.body);
    return answer;
  }

  private call(method: string, path: string, body?: object): Promise<Answer> {
    return untilAnswered(() => {
      const test = this.stage.merchant.shop.call(method, path);
      return body === undefined ? test : test.set('Content-Type', 'application/json').send(JSON.stringify(body));
    });
  }
}

/** A process that was killed a moment ago refuses connections, as its callers are used to: they try again. */
const untilAnswered = (call: () => PromiseLike<Answer>): Promise<Answer> =>
  eventually('an answer', async () => {
    const answer = await Promise.resolve(call()).catch(() => null);
    return answer === null || answer.status === 503 ? null : answer;
  });

function assertStatus(status: number, allowed: readonly number[], of: object): void {
  assert.ok(allowed.includes(status), `status ${status} in place of ${allowed.join(' or ')}: ${JSON.stringify(of)}`);
}
