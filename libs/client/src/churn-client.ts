import { type ChurnEvent, writeEvent } from './events/churn-event.js';
import { EventQueue, QUEUE, type QueueOptions } from './events/event-queue.js';
import { BATCH_LIMITS, EventSender, type SendOptions } from './events/send-events.js';
import type {
  AnalyticsDto,
  BatchReplyDto,
  EventResultDto,
  EventLogPageDto,
  EventTypeListDto,
  FreedTraitDto,
  BacktestDto,
  DigestDto,
  LabelChangeDto,
  LifecycleAnalyticsDto,
  ModelDto,
  RecalculateDto,
  RecalculationDto,
  TraitListDto,
} from './generated/api.js';
import { readApiKey, readBaseUrl } from './http/address.js';
import { RETRY, type RetrySettings } from './http/retry.js';
import { type CallOptions, type RetryNote, HttpCaller } from './http/http-caller.js';
import type { InputOf } from './http/operations.js';
import { Customers } from './resources/customers.js';
import { Jobs } from './resources/jobs.js';
import { Uploads } from './resources/uploads.js';
import { checkNumber, withDefaults } from './settings.js';
import { type Surroundings, SURROUNDINGS } from './surroundings.js';
import { VERSION } from './version.js';

export interface ChurnClientOptions {
  /** Base address of the service. It ends with `/api/v1`. */
  readonly baseUrl: string;
  /** API key of one shop. It begins with `ck_live_`. */
  readonly apiKey: string;
  /** Maximum time for one attempt, in milliseconds. Default 30 000. */
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetrySettings>;
  /** Number of events in one request. Default 100, up to 1000 on the Enterprise plan. If the plan allows fewer, the client sends fewer. */
  readonly batchSize?: number;
  /** Settings of `events.enqueue`. */
  readonly queue?: Partial<QueueOptions>;
  /** Called before each wait, for logs. */
  readonly onRetry?: (note: RetryNote) => void;
  /** Replaces the global `fetch`, for tests or to use a proxy. */
  readonly surroundings?: Partial<Surroundings>;
}

const TIMEOUT_MS = 30_000;
const LARGEST_BATCH = 1000;
const LARGEST_PAGE = 200;
const MOST_WARNINGS = 100;

/** Calls the API of the Churn Scoring Service from a merchant's server. Create one client per key and share it. */
export class ChurnClient {
  /** Accepts single events and sends them in batches in the background. */
  readonly events: EventQueue;
  readonly customers: Customers;
  readonly jobs: Jobs;
  readonly uploads: Uploads;
  private readonly http: HttpCaller;
  private readonly sender: EventSender;

  /** @throws TypeError when an option is invalid. */
  constructor(options: ChurnClientOptions) {
    const surroundings = withDefaults(SURROUNDINGS, options.surroundings);
    this.http = new HttpCaller(
      {
        baseUrl: readBaseUrl(options.baseUrl),
        headers: { 'X-API-Key': readApiKey(options.apiKey), Accept: 'application/json', 'User-Agent': `churn-scoring-client/${VERSION}` },
        timeoutMs: readTimeout(options.timeoutMs ?? TIMEOUT_MS),
        retry: readRetry(withDefaults(RETRY, options.retry)),
        onRetry: options.onRetry ?? (() => undefined),
      },
      surroundings,
    );
    this.sender = new EventSender(this.http, { ...BATCH_LIMITS, events: readBatchSize(options.batchSize ?? BATCH_LIMITS.events) });
    this.events = new EventQueue(this.sender, readQueue(withDefaults(QUEUE, options.queue)));
    this.customers = new Customers(this.http);
    this.jobs = new Jobs(this.http, surroundings);
    this.uploads = new Uploads(this.http);
  }

  /** Number of events per request, as known so far. It shrinks when the plan refuses the configured number. */
  get batchSize(): number {
    return this.sender.batchSize;
  }

  /**
   * Sends any number of events, in batches one after the other.
   * @returns the counts and a result for each event in the given order, also when all of them are rejected: a wrong event is a result, not an
   * exception. `warnings` has each warning of the service once, 100 at most: fields that count for nothing, and what was probably meant.
   * @throws ChurnApiError or ChurnConnectionError when a batch could not be delivered. Sending all events again is safe.
   */
  async sendEvents(events: readonly ChurnEvent[], options: SendOptions = {}): Promise<BatchReplyDto> {
    const warnings = new Set<string>();
    const onWarning = (warning: string): void => {
      if (warnings.size < MOST_WARNINGS) warnings.add(warning);
      options.onWarning?.(warning);
    };
    const results = await this.sender.send(events.map(writeEvent), { ...options, onWarning });
    const count = (status: EventResultDto['status']): number => results.filter((result) => result.status === status).length;
    return {
      accepted: count('accepted'),
      rejected: count('rejected'),
      duplicates: count('duplicate'),
      results,
      ...(warnings.size > 0 && { warnings: [...warnings] }),
    };
  }

  /** Returns a page of received events, accepted and rejected, the latest first; `pagination.next_cursor` is the `cursor` of the next. */
  receivedEvents(filter: NonNullable<InputOf<'GET /events'>['query']> = {}, options?: CallOptions): Promise<EventLogPageDto> {
    return this.http.call('GET /events', { query: filter }, options);
  }

  /** Returns the known event types and the role of each. */
  eventTypes(options?: CallOptions): Promise<EventTypeListDto> {
    return this.http.call('GET /events/types', {}, options);
  }

  /** Returns the key with which an import replaces e-mail addresses, phone numbers and names: 32 bytes. */
  async pseudonymKey(options?: CallOptions): Promise<Uint8Array> {
    const { key } = await this.http.call('GET /events/pseudonym-key', {}, options);
    return Buffer.from(key, 'base64');
  }

  /** Returns whether the service has any order of yours. */
  async hasOrders(options?: CallOptions): Promise<boolean> {
    return (await this.http.call('GET /events/pseudonym-key', {}, options)).has_orders;
  }

  /** Returns the currency of your shop. The amounts of orders in another one do not count. */
  async currency(options?: CallOptions): Promise<string> {
    return (await this.http.call('GET /events/pseudonym-key', {}, options)).currency;
  }

  /** Returns the distribution of scores, day by day over the period (default: 30 days), and the customers most at risk. */
  analytics(period?: AnalyticsDto['period'], options?: CallOptions): Promise<AnalyticsDto> {
    return this.http.call('GET /churn/analytics', { query: { period } }, options);
  }

  /**
   * Passes on each customer with a label that changed, appeared or went away since then, with the present label; `churn` is null without
   * one. It keeps a mirror of labels right: new models, new settings and imported history trigger no webhooks.
   *
   * @returns the time to pass next, once all changes are taken.
   */
  async labelChanges(since: Date, take: (change: LabelChangeDto) => void | Promise<void>, options?: CallOptions): Promise<Date> {
    const query = { since: since.toISOString(), limit: LARGEST_PAGE };
    for (let cursor: string | undefined; ;) {
      const { data, pagination, next_since: next } = await this.http.call('GET /churn/changes', { query: { ...query, cursor } }, options);
      for (const change of data) await take(change);
      if (pagination.next_cursor === null) return new Date(next);
      cursor = pagination.next_cursor;
    }
  }

  /** Returns how many customers are new, active, slipping away or lost, who moved this week, and what they are expected to bring. @param trendDays 1 to 400, default 182 */
  lifecycle(trendDays?: number, options?: CallOptions): Promise<LifecycleAnalyticsDto> {
    return this.http.call('GET /analytics/lifecycle', { query: { trend_days: trendDays } }, options);
  }

  /** Returns the news of a week, in numbers and in sentences. @param week ISO 8601, `2026-W47`; by default the last one that is over */
  digest(week?: string, options?: CallOptions): Promise<DigestDto> {
    return this.http.call('GET /churn/digest', { query: { week } }, options);
  }

  /** Returns the model that calculates the scores, and its quality. */
  model(options?: CallOptions): Promise<ModelDto> {
    return this.http.call('GET /churn/model', {}, options);
  }

  /**
   * Returns the customers that the list of slipping customers would have named about three months ago, and who came back. The list has
   * pages.
   */
  backtest(page: { readonly limit?: number; readonly cursor?: string } = {}, options?: CallOptions): Promise<BacktestDto> {
    return this.http.call('GET /churn/backtest', { query: page }, options);
  }

  /** Returns the names of your traits, and whether the model uses each. */
  traits(options?: CallOptions): Promise<TraitListDto> {
    return this.http.call('GET /traits', {}, options);
  }

  /** Frees the name of a trait. Its values do not count any more. @throws ChurnApiError 404 when the trait does not exist. */
  freeTrait(name: string, options?: CallOptions): Promise<FreedTraitDto> {
    return this.http.call('DELETE /traits/{name}', { path: { name } }, options);
  }

  /** Recalculates the scores of the named customers or of all. `jobs.wait` waits for the end. */
  recalculate(request: RecalculateDto = {}, options?: CallOptions): Promise<RecalculationDto> {
    return this.http.call('POST /churn/recalculate', { body: request }, options);
  }
}

function readTimeout(timeoutMs: number): number {
  checkNumber('timeoutMs', timeoutMs, 1);
  return timeoutMs;
}

function readRetry(retry: RetrySettings): RetrySettings {
  checkNumber('retry.tries', retry.tries, 1, Infinity);
  checkNumber('retry.bridgeMs', retry.bridgeMs, 0, Infinity);
  checkNumber('retry.firstPauseMs', retry.firstPauseMs, 0);
  checkNumber('retry.longestPauseMs', retry.longestPauseMs, 0);
  checkNumber('retry.longestWaitMs', retry.longestWaitMs, 0, Infinity);
  return retry;
}

function readQueue(queue: QueueOptions): QueueOptions {
  checkNumber('queue.flushIntervalMs', queue.flushIntervalMs, 0);
  checkNumber('queue.maxEvents', queue.maxEvents, 1, Infinity);
  checkNumber('queue.maxBytes', queue.maxBytes, 1, Infinity);
  return queue;
}

function readBatchSize(size: number): number {
  if (Number.isInteger(size) && size >= 1 && size <= LARGEST_BATCH) return size;
  throw new TypeError(`batchSize is ${size}: it must be a whole number from 1 to ${LARGEST_BATCH}`);
}
