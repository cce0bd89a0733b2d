import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { RETRY_POLICY, type RetryPolicy } from '#libs/backfill';
import type { OutgoingEvent } from '#libs/order-import';

/** An answer that the service gives to the next `POST /events`, instead of its own. */
interface ScriptedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const PSEUDONYM_KEY = Buffer.alloc(32, 7).toString('base64');

/** Tries as often as the real patience does, without passing the time. */
export function quickPatience(waits: number[] = []): RetryPolicy {
  return { ...RETRY_POLICY, pause: async (ms) => void waits.push(ms), random: () => 1 };
}

/**
 * A stand-in for the service across the network: real HTTP on a loopback port, the wire format of the interface, events
 * kept by id in memory, every customer scored at once.
 */
export class LoopbackService {
  readonly events = new Map<string, OutgoingEvent>();
  /** Event ids of every batch that was answered with results, dry runs excluded. */
  readonly batches: string[][] = [];
  readonly bodies: string[] = [];
  /** Uploads as they were created. */
  readonly uploads: { readonly file_name: string; readonly summary: { readonly orders: number } }[] = [];
  /** For each of these batches, whether it ends the backfill. */
  readonly ends: boolean[] = [];
  /** Customers without a score. */
  readonly unscored = new Set<string>();
  /** The time at which all scores were calculated: that of the last events, unless a test sets it. */
  calculatedAt = new Date();
  /** The time at which a model was fitted. */
  trainedAt: string | null = null;
  requests = 0;
  maxBatch = 1000;
  /** The batch (counted from 1) at which the process dies: the connection breaks, and so do all later ones. */
  diesAtBatch = Number.POSITIVE_INFINITY;
  readonly script: ScriptedAnswer[] = [];
  /** Why an event is refused, or `null`. */
  refusal: (event: OutgoingEvent) => string | null = () => null;
  private readonly server: Server = createServer((request, response) => void this.handle(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new TypeError('no port');
    return `http://127.0.0.1:${address.port}/api/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const url = new URL(request.url ?? '', 'http://loopback');
    this.requests += 1;
    if (request.headers['x-api-key'] !== 'ck_live_test') return reply(response, 401, { error: 'unauthorized' });
    if (url.pathname.endsWith('/customers/by-orders')) return this.findCustomers(body, response);
    if (url.pathname.endsWith('/customers/known')) return this.findKnown(body, response);
    if (url.pathname.endsWith('/events/uploads')) return this.createUpload(body, response);
    if (request.method === 'POST') return this.takeEvents(body, url.searchParams.has('dry_run'), response);
    if (url.pathname.endsWith('/events/pseudonym-key'))
      return reply(response, 200, { key: PSEUDONYM_KEY, algorithm: 'HMAC-SHA256', has_orders: this.events.size > 0, currency: 'EUR' });
    if (url.pathname.endsWith('/churn/model')) return reply(response, 200, modelOf(this.trainedAt));
    const customer = /\/customers\/(.+)\/churn$/.exec(url.pathname)?.[1];
    return customer === undefined
      ? this.listCustomers(url.searchParams.get('cursor'), response)
      : this.explainCustomer(decodeURIComponent(customer), response);
  }

  private createUpload(body: string, response: ServerResponse): void {
    this.uploads.push(JSON.parse(body));
    reply(response, 201, { id: `01a2218d-0000-7000-8000-${String(this.uploads.length).padStart(12, '0')}` });
  }

  private findCustomers(body: string, response: ServerResponse): void {
    const { order_ids: ids }: { order_ids: string[] } = JSON.parse(body);
    const owners = new Map([...this.events.values()].map(({ data, customer_id: customer }) => [data?.order_id, customer]));
    reply(response, 200, { data: ids.filter((id) => owners.has(id)).map((id) => ({ order_id: id, external_id: owners.get(id) })) });
  }

  private findKnown(body: string, response: ServerResponse): void {
    const { customer_ids: ids }: { customer_ids: string[] } = JSON.parse(body);
    const known = new Set([...this.events.values()].map((event) => event.customer_id));
    reply(response, 200, { data: ids.filter((id) => known.has(id)) });
  }

  private takeEvents(body: string, dryRun: boolean, response: ServerResponse): void {
    const scripted = this.script.shift();
    if (scripted !== undefined) return reply(response, scripted.status, { error: 'scripted' }, scripted.headers);
    if (!dryRun && this.batches.length + 1 >= this.diesAtBatch) return void response.destroy();
    this.bodies.push(body);
    const { events, backfill_done: isDone = false }: { events: OutgoingEvent[]; backfill_done?: boolean } = JSON.parse(body);
    if (events.length > this.maxBatch) {
      return reply(response, 400, {
        error: 'validation_error',
        message: `a batch takes ${this.maxBatch} events, ${events.length} were sent`,
      });
    }
    if (!dryRun) this.calculatedAt = new Date();
    const results = events.map((event) => this.take(event, dryRun));
    if (!dryRun) {
      this.batches.push(events.map((event) => event.event_id));
      this.ends.push(isDone);
    }
    const rejected = results.filter((result) => result.status === 'rejected').length;
    if (rejected === events.length) return reply(response, 400, { error: 'validation_error', message: 'all were rejected', results });
    return reply(response, rejected === 0 ? 202 : 207, { results });
  }

  private take(event: OutgoingEvent, dryRun: boolean): { event_id: string; status: string; error?: string; conflict?: boolean } {
    const known = this.events.get(event.event_id);
    const error = this.refusal(event);
    if (error !== null) return { event_id: event.event_id, status: 'rejected', error };
    if (known !== undefined) {
      const conflict = JSON.stringify(known) !== JSON.stringify(event);
      return { event_id: event.event_id, status: 'duplicate', ...(conflict ? { conflict } : {}) };
    }
    if (!dryRun) this.events.set(event.event_id, event);
    return { event_id: event.event_id, status: 'accepted' };
  }

  /** Two pages of customers, to see that the cursor is followed. */
  private listCustomers(cursor: string | null, response: ServerResponse): void {
    const all = [...new Set([...this.events.values()].map((event) => event.customer_id))];
    const half = Math.ceil(all.length / 2);
    const page = cursor === null ? all.slice(0, half) : all.slice(half);
    const data = page.map((id) => ({
      external_id: id,
      churn: churnOf(all.indexOf(id), this.calculatedAt),
      monetary_total: String(all.indexOf(id)),
    }));
    return reply(response, 200, { data, pagination: { next_cursor: cursor === null ? 'half' : null, has_more: cursor === null } });
  }

  private explainCustomer(id: string, response: ServerResponse): void {
    const all = [...new Set([...this.events.values()].map((event) => event.customer_id))];
    const index = all.indexOf(id);
    if (index === -1) return reply(response, 404, { error: 'not_found' });
    return reply(response, 200, {
      external_id: id,
      churn: this.unscored.has(id) ? null : churnOf(index, this.calculatedAt),
      features: { recency_days: 62, frequency_orders_30d: 0, monetary_total: '120.00' },
      features_extended: { orders_total: 4, days_since_order: 62 },
      explanation: [{ effect: 1.2, text: 'No order for 62 days. This customer usually orders every 21 days.' }],
    });
  }
}

/** Not more of a model than a summary reads. */
const modelOf = (trainedAt: string | null): object => ({
  status: trainedAt === null ? 'provisional' : 'fitted',
  warnings: trainedAt === null ? ['no model was fitted'] : [],
  model_version: 'loopback-1.0',
  trained_at: trainedAt,
  horizon_days: 90,
  customers: 40,
  quality: null,
  auc: null,
  base_rate: null,
});

const LABELS = ['critical', 'high', 'medium', 'low'] as const;

const churnOf = (index: number, calculatedAt: Date): object => ({
  score: (0.9512 - (index % 4) * 0.25).toFixed(4),
  label: LABELS[index % 4],
  calculated_at: calculatedAt.toISOString(),
  model_version: 'loopback-1.0',
});

function reply(response: ServerResponse, status: number, body: object, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}
