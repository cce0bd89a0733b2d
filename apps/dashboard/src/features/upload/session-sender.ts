import type { BatchSettings, EventSender, NewUpload, OutgoingEvent, OwnerFinder, SentEvent } from '#libs/order-import';
import { api } from '../../api/client';
import { ApiProblem, problemOf } from '../../api/problem';
import type { EventBatchDto } from '../../api/schema';
import { plainReason } from './plain-reason';

/** Events of one request: as many as the service takes from a person at once. */
const BATCH = 1000;
const ORDERS_AT_ONCE = 1000;
const MOST_TRIES = 10;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Part of the requests of a minute that the upload leaves to the other pages. */
const LEFT_TO_OTHERS = 1 / 3;

interface Surroundings {
  readonly pause: (ms: number) => Promise<unknown>;
  readonly now: () => number;
}

const BROWSER: Surroundings = {
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => performance.timeOrigin + performance.now(),
};

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** Sends the rows of a file as the signed-in person. Waits while the service asks for it, or cannot be reached for a moment. */
export class SessionSender implements EventSender, OwnerFinder {
  readonly batchSize = BATCH;

  constructor(private readonly surroundings: Surroundings = BROWSER) {}

  /** @throws ApiProblem after the last try, or when the service refuses the whole batch. */
  async sendEvents(events: readonly OutgoingEvent[], settings: BatchSettings): Promise<readonly SentEvent[]> {
    const { backfill, backfillDone, uploadId, uploadDone, dryRun, signal } = settings;
    const body = {
      events: [...events],
      backfill,
      backfill_done: backfillDone,
      ...(uploadId !== null && { upload_id: uploadId, upload_done: uploadDone }),
    } as EventBatchDto;
    const answer = await this.asked<{ results?: readonly SentEvent[] }>(
      () => api.POST('/dashboard/events', { body, signal, params: { query: dryRun ? { dry_run: 'true' } : {} } }),
      // A batch of wrong events only is 400, with a result for each.
      (error) => Array.isArray((error as { results?: unknown } | undefined)?.results),
    );
    const results = answer.results ?? [];
    return results.map((result) => (result.error == null ? result : { ...result, error: plainReason(result.error) }));
  }

  /** @throws ApiProblem after the last try. */
  async customersOf(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const owners = new Map<string, string>();
    for (let start = 0; start < orderIds.length; start += ORDERS_AT_ONCE) {
      const body = { order_ids: orderIds.slice(start, start + ORDERS_AT_ONCE) };
      const { data } = await this.asked(() => api.POST('/dashboard/customers/by-orders', { body }));
      for (const { order_id: orderId, external_id: customer } of data) owners.set(orderId, customer);
    }
    return owners;
  }

  /** @throws ApiProblem after the last try. */
  async knownOf(customerIds: readonly string[]): Promise<ReadonlySet<string>> {
    const known = new Set<string>();
    for (let start = 0; start < customerIds.length; start += ORDERS_AT_ONCE) {
      const body = { customer_ids: customerIds.slice(start, start + ORDERS_AT_ONCE) };
      const { data } = await this.asked(() => api.POST('/dashboard/customers/known', { body }));
      for (const id of data) known.add(id);
    }
    return known;
  }

  /** Returns the key of the tenant's pseudonyms. @throws ApiProblem after the last try. */
  async pseudonymKey(): Promise<Uint8Array> {
    const { key } = await this.asked(() => api.GET('/dashboard/events/pseudonym-key'));
    return Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
  }

  /** Returns whether the service has any order. @throws ApiProblem after the last try. */
  async hasOrders(): Promise<boolean> {
    return (await this.asked(() => api.GET('/dashboard/events/pseudonym-key'))).has_orders;
  }

  /** Names a file before its rows are sent. @returns the id for `BatchSettings` @throws ApiProblem after the last try. */
  async createUpload(upload: NewUpload): Promise<string> {
    return (await this.asked(() => api.POST('/dashboard/events/uploads', { body: upload }))).id;
  }

  /** Returns whether an upload takes more rows: it was not removed. @throws ApiProblem after the last try. */
  async isOpen(uploadId: string): Promise<boolean> {
    const { data } = await this.asked(() => api.GET('/dashboard/events/uploads'));
    return data.some(({ id, state }) => id === uploadId && (state === 'under_way' || state === 'complete'));
  }

  private async asked<T>(call: () => Promise<Answer<T>>, takesError: (error: unknown) => boolean = () => false): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const answer = await call().catch((cause: unknown) => {
        if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
        return null;
      });
      if (answer?.response.ok === true || (answer !== null && takesError(answer.error))) {
        await this.leaveRoom(answer.response);
        return (answer.data ?? answer.error) as T;
      }
      const status = answer?.response.status ?? 0;
      const problem = answer === null ? new ApiProblem(0, 'offline', 'The service cannot be reached.') : problemOf(status, answer.error);
      // A quota has room again tomorrow, and no person waits for that.
      const mayPass = problem.code !== 'quota_exceeded' && (status === 0 || status === 429 || status >= 500);
      if (!mayPass || tries === MOST_TRIES) throw problem;
      await this.surroundings.pause(pauseAfter(tries, answer?.response.headers.get('Retry-After') ?? null));
    }
  }

  /** Waits for the next minute before the upload takes all requests of this one, so that the other pages go on working. */
  private async leaveRoom({ headers }: Response): Promise<void> {
    const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
      Number(headers.get(`X-RateLimit-${name}`) ?? Number.NaN),
    );
    if (limit === undefined || remaining === undefined || reset === undefined) return;
    if (remaining < limit * LEFT_TO_OTHERS) {
      const waitMs = reset * 1000 - this.surroundings.now();
      if (waitMs > 0) await this.surroundings.pause(Math.min(waitMs, 2 * LONGEST_PAUSE_MS));
    }
  }
}

function pauseAfter(tries: number, asked: string | null): number {
  const seconds = Number(asked ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
}
