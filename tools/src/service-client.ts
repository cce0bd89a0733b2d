import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#libs/core';
import { StoppedError } from './stopped-error.js';
import { fieldOf, textOf } from './wire-reading.js';

/** Which service to talk to. `baseUrl` ends with `/api/v1`. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** How long to keep trying, and how to pass the time meanwhile. */
export interface Patience {
  /** Tries of a request that gets no answer or a 5xx. */
  readonly tries: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** Longest time that one request waits in obedience to `Retry-After`, all its waits together. */
  readonly longestWaitMs: number;
  readonly answerWithinMs: number;
  readonly pause: (ms: number) => Promise<unknown>;
}

export const PATIENCE: Patience = {
  tries: 8,
  firstPauseMs: 500,
  longestPauseMs: 15 * SECOND_MS,
  longestWaitMs: 15 * MINUTE_MS,
  answerWithinMs: 30 * SECOND_MS,
  pause: (ms) => sleep(ms),
};

/** An answer of the service: its status and its body, `null` when that is not JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Attempt = { kind: 'answer'; answer: Answer } | { kind: 'wait'; ms: number; status: number } | { kind: 'failure'; why: string };

const DEFAULT_RETRY_AFTER_MS = 5 * SECOND_MS;

/**
 * The merchant's side of the API: sends a request until it is answered. Waits as long as the service asks (`Retry-After` of
 * 429 and 503), repeats what was not answered or answered with another 5xx, with growing pauses. Events are idempotent, so a
 * repeated request never counts twice.
 */
export class ServiceClient {
  constructor(
    readonly address: ServiceAddress,
    private readonly patience: Patience = PATIENCE,
    private readonly onWait: (ms: number, status: number) => void = () => undefined,
  ) {}

  /** @param path below the base URL, with its query. @throws StoppedError when patience is exhausted or the key is refused. */
  get(path: string): Promise<Answer> {
    return this.untilAnswered({ method: 'GET', path });
  }

  /** @param signal aborts the waiting between tries. @throws StoppedError as `get`. */
  post(path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
    return this.untilAnswered({ method: 'POST', path, body: JSON.stringify(body), ...(signal === undefined ? {} : { signal }) });
  }

  private async untilAnswered(call: Call): Promise<Answer> {
    let failures = 0;
    let waitedMs = 0;
    for (;;) {
      if (call.signal?.aborted === true) throw new StoppedError('Stopped.');
      const attempt = await this.attempt(call);
      switch (attempt.kind) {
        case 'answer':
          return attempt.answer;
        case 'wait':
          waitedMs += attempt.ms;
          if (waitedMs > this.patience.longestWaitMs) throw new StoppedError(tooBusy(attempt.status, waitedMs));
          this.onWait(attempt.ms, attempt.status);
          await this.patience.pause(attempt.ms);
          break;
        case 'failure':
          failures += 1;
          if (failures >= this.patience.tries) throw new StoppedError(unreachable(this.address.baseUrl, attempt.why, failures));
          await this.patience.pause(Math.min(this.patience.firstPauseMs * 2 ** (failures - 1), this.patience.longestPauseMs));
          break;
      }
    }
  }

  private async attempt(call: Call): Promise<Attempt> {
    const { baseUrl, apiKey } = this.address;
    try {
      const response = await fetch(`${baseUrl}${call.path}`, {
        method: call.method,
        headers: { 'X-API-Key': apiKey, ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(call.body === undefined ? {} : { body: call.body }),
        signal: AbortSignal.timeout(this.patience.answerWithinMs),
      });
      const body = parseJson(await response.text());
      const { status } = response;
      if (status === 401)
        throw new StoppedError(`The API key was refused by ${baseUrl}; give a valid one with --api-key or CHURN_API_KEY.`);
      const retryAfter = response.headers.get('retry-after');
      if (status === 429 || (status === 503 && retryAfter !== null)) return { kind: 'wait', ms: retryAfterMs(retryAfter), status };
      if (status >= 500) return { kind: 'failure', why: `it answered ${status}` };
      return { kind: 'answer', answer: { status, body } };
    } catch (error) {
      if (error instanceof StoppedError) throw error;
      return { kind: 'failure', why: reasonOf(error) };
    }
  }
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterMs(header: string | null): number {
  if (header === null) return DEFAULT_RETRY_AFTER_MS;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds) * SECOND_MS;
  const at = Date.parse(header);
  return Number.isNaN(at) ? DEFAULT_RETRY_AFTER_MS : Math.max(0, at - Date.now());
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Node's fetch says only "fetch failed"; what failed stands in the cause. */
function reasonOf(error: unknown): string {
  const cause = fieldOf(error, 'cause') ?? error;
  return textOf(fieldOf(cause, 'code')) ?? textOf(fieldOf(cause, 'message')) ?? String(cause);
}

const unreachable = (baseUrl: string, why: string, tries: number): string =>
  `The service at ${baseUrl} could not be used (${why}, ${tries} tries). Is it running? Run the same command again to continue.`;

const tooBusy = (status: number, waitedMs: number): string =>
  `The service kept answering ${status} and asked for waits of ${Math.round(waitedMs / MINUTE_MS)} minutes in all. Run the same command again later to continue.`;
