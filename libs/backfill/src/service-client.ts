import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChurnEvent,
  ChurnApiError,
  ChurnClient,
  ChurnConnectionError,
  type ChurnDetail,
  type Customer,
  type Job,
  type Model,
  type RetrySettings,
  type Upload,
} from '#libs/client';
import { MINUTE_MS, SECOND_MS } from '#libs/core';
import type { BatchSettings, EventSender, NewUpload, OutgoingEvent, OwnerFinder, SentEvent } from '#libs/order-import';
import { StoppedError } from '#libs/terminal';

export type { Job, Upload };

/** The service to call, and the API key. `baseUrl` ends with `/api/v1`. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Retry settings, and the pause between attempts. `random` returns 0 to 1; default: the client's own. */
export interface RetryPolicy {
  readonly retry: RetrySettings;
  readonly answerWithinMs: number;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly random?: () => number;
}

/** An import may take hours: it survives a restart of the service and 15 minutes of exhausted rate limits. */
export const RETRY_POLICY: RetryPolicy = {
  retry: { tries: 8, bridgeMs: 0, firstPauseMs: 500, longestPauseMs: 15 * SECOND_MS, longestWaitMs: 15 * MINUTE_MS },
  answerWithinMs: 30 * SECOND_MS,
  pause: (ms) => sleep(ms),
};

/** Every plan accepts batches of 100 events, the largest plan 1,000. The client starts high and learns from the first refusal. */
const LARGEST_BATCH = 1000;
const PAGE = 200;
/** The limit of one request. */
const ORDERS_AT_ONCE = 1000;

/** The API key is valid, and its scope does not allow the call. */
export class ScopeError extends StoppedError {}

/** The upload was removed, so it takes no more events. */
export class UploadGoneError extends StoppedError {}

/** Calls the API for a command: turns the client's errors into sentences that name the remedy. */
export class ServiceClient implements EventSender, OwnerFinder {
  private readonly client: ChurnClient;

  constructor(
    readonly address: ServiceAddress,
    { retry, answerWithinMs, pause, random }: RetryPolicy = RETRY_POLICY,
    onWait: (ms: number, status: number) => void = () => undefined,
  ) {
    this.client = new ChurnClient({
      ...address,
      retry,
      timeoutMs: answerWithinMs,
      batchSize: LARGEST_BATCH,
      onRetry: ({ why, waitMs, status }) => (why === 'asked' && status !== null ? onWait(waitMs, status) : undefined),
      surroundings: { pause, ...(random !== undefined && { random }) },
    });
  }

  /** Number of events per request, as known so far. */
  get batchSize(): number {
    return this.client.batchSize;
  }

  /** @returns a result for each event. @throws StoppedError after the last retry, or when the service refuses the whole batch. */
  async sendEvents(events: readonly OutgoingEvent[], settings: BatchSettings): Promise<readonly SentEvent[]> {
    // A row may name any type of event; the service validates it.
    const named = events as readonly ChurnEvent[];
    return this.sentence('the events', async () => (await this.client.sendEvents(named, settings)).results);
  }

  /** @returns null when the service does not know the customer. @throws StoppedError as `sendEvents`. */
  churnOf(customerId: string): Promise<ChurnDetail | null> {
    return this.sentence('the question for a score', () =>
      this.client.customers.churn(customerId).catch((error: unknown) => {
        if (error instanceof ChurnApiError && error.status === 404) return null;
        throw error;
      }),
    );
  }

  /** Returns which customer has each of the orders. @throws StoppedError as `sendEvents`. */
  async customersOf(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (let start = 0; start < orderIds.length; start += ORDERS_AT_ONCE) {
      const part = orderIds.slice(start, start + ORDERS_AT_ONCE);
      const owners = await this.sentence('the question for customers of orders', () => this.client.customers.byOrders(part));
      for (const [orderId, customerId] of owners) found.set(orderId, customerId);
    }
    return found;
  }

  /** Returns which of the customers the service knows. @throws StoppedError as `sendEvents`. */
  async knownOf(customerIds: readonly string[]): Promise<ReadonlySet<string>> {
    const known = new Set<string>();
    for (let start = 0; start < customerIds.length; start += ORDERS_AT_ONCE) {
      const part = customerIds.slice(start, start + ORDERS_AT_ONCE);
      const found = await this.sentence('the question for known customers', () => this.client.customers.known(part));
      for (const id of found) known.add(id);
    }
    return known;
  }

  /** Returns whether the service has any order. @throws StoppedError as `sendEvents`. */
  hasOrders(): Promise<boolean> {
    return this.sentence('the question for orders', () => this.client.hasOrders());
  }

  /** Returns the currency of the shop. @throws StoppedError as `sendEvents`. */
  currency(): Promise<string> {
    return this.sentence('the question for the currency', () => this.client.currency());
  }

  /** Names a file before its events are sent. @returns the id for `BatchSettings`. @throws StoppedError as `sendEvents`. */
  async createUpload(upload: NewUpload): Promise<string> {
    return (await this.sentence('the upload', () => this.client.uploads.create(upload))).id;
  }

  /** Returns the uploads, newest first. @throws StoppedError as `sendEvents`. */
  uploads(): Promise<readonly Upload[]> {
    return this.sentence('the question for uploads', () => this.client.uploads.list());
  }

  /** Begins to remove what an upload brought. @returns the id of the job. @throws StoppedError as `sendEvents`. */
  async removeUpload(uploadId: string): Promise<string> {
    return (await this.sentence('the removal', () => this.client.uploads.remove(uploadId))).job_id;
  }

  /** @throws StoppedError as `sendEvents`. */
  job(jobId: string): Promise<Job> {
    return this.sentence('the question for the job', () => this.client.jobs.get(jobId));
  }

  /** Returns the key of the tenant's pseudonyms. @throws StoppedError as `sendEvents`. */
  pseudonymKey(): Promise<Uint8Array> {
    return this.sentence('the question for the key of pseudonyms', () => this.client.pseudonymKey());
  }

  /** @throws StoppedError as `sendEvents`. */
  model(): Promise<Model> {
    return this.sentence('the question for the model', () => this.client.model());
  }

  /** Yields all customers, page by page. @throws StoppedError as `sendEvents`. */
  async *customers(): AsyncGenerator<Customer, void, undefined> {
    const list = this.client.customers.list({ limit: PAGE });
    for (;;) {
      const next = await this.sentence('the question for the list of customers', () => list.next());
      if (next.done === true) return;
      yield next.value;
    }
  }

  private async sentence<T>(what: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw toStopped(error, what, this.address.baseUrl);
    }
  }
}

function toStopped(error: unknown, what: string, baseUrl: string): unknown {
  if (error instanceof ChurnConnectionError) return new StoppedError(unreachable(baseUrl, error.reason, error.attempts));
  if (!(error instanceof ChurnApiError)) return error;
  const { status, retryAfterMs, attempts, message, details } = error;
  if (status === 401) return new StoppedError(`The API key was refused by ${baseUrl}. Pass a valid one with --api-key or CHURN_API_KEY.`);
  if (what === 'the events' && (status === 409 || details.some(({ field }) => field === 'upload_id')))
    return new UploadGoneError(`The upload was removed (${message}). Run the command again with --restart to send the file again.`);
  if (status === 403) return new ScopeError(`The service refused ${what} with 403: ${message}`);
  if (status === 429 || retryAfterMs !== null) return new StoppedError(tooBusy(status, retryAfterMs));
  if (status >= 500) return new StoppedError(unreachable(baseUrl, `it answered ${status}`, attempts));
  return new StoppedError(`The service refused ${what} with ${status}: ${message}`);
}

const unreachable = (baseUrl: string, why: string, tries: number): string =>
  `The service at ${baseUrl} could not be used (${why}, ${tries} tries). Is it running? Run the same command again to continue.`;

function tooBusy(status: number, askedMs: number | null): string {
  const minutes = Math.ceil((askedMs ?? 0) / MINUTE_MS);
  const asked = askedMs === null ? '' : ` and asked to wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} more`;
  return `The service kept answering ${status}${asked}. Run the same command again later to continue.`;
}
