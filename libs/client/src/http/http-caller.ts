import { ChurnConnectionError } from '../errors.js';
import type { Surroundings } from '../surroundings.js';
import { fillPath, type Query } from './address.js';
import type { AnswerOf, InputOf, OperationName } from './operations.js';
import { type Expectation, type RawAnswer, readBody, toApiError } from './read-answer.js';
import { type Endured, type Failure, nextStep, readRetryAfter, type RetrySettings } from './retry.js';
import { withDefaults } from '../settings.js';
import { Deadline } from './deadline.js';

/** Describes a wait before a retry, for logs. `status` is null when there was no answer. */
export interface RetryNote {
  readonly operation: string;
  /** The status of the answer; null: there was none. */
  readonly status: number | null;
  /** The error that the call would end with if it gave up now. */
  readonly error: Error;
  /** `asked`: the service said when to come again. `failed`: the client chose the wait. */
  readonly why: 'asked' | 'failed';
  readonly waitMs: number;
  readonly attempts: number;
}

export interface HttpCallerSettings {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum time of one attempt in milliseconds, including the body of the answer. */
  readonly timeoutMs: number;
  readonly retry: RetrySettings;
  readonly onRetry: (note: RetryNote) => void;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends the call at once with the signal's reason. The service may still process what it received. */
  readonly signal?: AbortSignal;
}

/** Options that only the client itself sets. */
export interface SendingOptions extends CallOptions {
  /** Replaces `bridgeMs` of `RetrySettings` for this call. */
  readonly bridgeMs?: number;
}

interface Request {
  readonly isExpected: Expectation;
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly bridgeMs: number | undefined;
}

type Attempt =
  | { readonly kind: 'answer'; readonly answer: RawAnswer }
  | { readonly kind: 'failure'; readonly failure: Failure; readonly error: (attempts: number) => Error };

/**
 * Sends a request and retries after 429, 5xx and no answer, within `RetrySettings`; never after any other answer. Every operation of
 * this API is safe to repeat: events count once by `event_id`, a second erasure returns the first one, and a second calculation gives
 * the same score.
 */
export class HttpCaller {
  constructor(
    private readonly settings: HttpCallerSettings,
    private readonly surroundings: Surroundings,
  ) {}

  /** @throws ChurnApiError, ChurnConnectionError, the signal's reason, or TypeError for a value that cannot be sent. */
  call<Name extends OperationName>(name: Name, input: InputOf<Name>, options?: CallOptions): Promise<AnswerOf<Name>> {
    const { body } = input as { body?: unknown };
    return this.send(name, input, body === undefined ? undefined : JSON.stringify(body), options) as Promise<AnswerOf<Name>>;
  }

  /** Sends a body that is JSON already; otherwise like `call`. @param isExpected validates the body of a successful answer. */
  async send(
    name: OperationName,
    input: object,
    body: string | undefined,
    { signal, bridgeMs }: SendingOptions = {},
    isExpected: Expectation = () => true,
  ): Promise<unknown> {
    const { path, query } = input as { path?: Record<string, string>; query?: Query };
    const [method, template] = name.split(' ') as [string, string];
    const url = this.settings.baseUrl + fillPath(template, path, query);
    return this.untilAnswered({ operation: name, method, url, body, signal, bridgeMs, isExpected });
  }

  private async untilAnswered(request: Request): Promise<unknown> {
    const { onRetry } = this.settings;
    const retry = withDefaults(this.settings.retry, { bridgeMs: request.bridgeMs });
    let endured: Endured = { failures: 0, pausedMs: 0, waitedMs: 0 };
    for (let attempts = 1; ; attempts += 1) {
      request.signal?.throwIfAborted();
      const attempt = await this.attempt(request);
      if (attempt.kind === 'answer') {
        if (attempt.answer.status >= 200 && attempt.answer.status < 300) return readBody(attempt.answer, attempts, request.isExpected);
        throw toApiError(attempt.answer, attempts, null);
      }
      const step = nextStep(retry, attempt.failure, endured, this.surroundings.random());
      if (step.kind === 'give_up') throw attempt.error(attempts);
      endured = step.endured;
      const { status } = attempt.failure;
      onRetry({ operation: request.operation, status, error: attempt.error(attempts), why: step.why, waitMs: step.ms, attempts });
      await this.surroundings.pause(step.ms, request.signal);
    }
  }

  private async attempt({ method, url, body, signal }: Request): Promise<Attempt> {
    const deadline = new Deadline(this.settings.timeoutMs, signal);
    try {
      const response = await this.surroundings.fetch(url, {
        method,
        headers: { ...this.settings.headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        body,
        // Following a redirect would show the API key to another address.
        redirect: 'manual',
        signal: deadline.signal,
      });
      const answer = { status: response.status, headers: response.headers, text: await response.text() };
      return this.classify(answer);
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      const reason = deadline.isOver ? 'timeout' : reasonOf(error);
      return {
        kind: 'failure',
        failure: { status: null, askedMs: null },
        error: (attempts) => new ChurnConnectionError(reason, attempts, { cause: error }),
      };
    } finally {
      deadline.end();
    }
  }

  private classify(answer: RawAnswer): Attempt {
    const { status, headers } = answer;
    if (status !== 429 && status < 500) return { kind: 'answer', answer };
    const askedMs = status === 429 || status === 503 ? readRetryAfter(headers.get('retry-after'), this.surroundings.now()) : null;
    return { kind: 'failure', failure: { status, askedMs }, error: (attempts) => toApiError(answer, attempts, askedMs) };
  }
}

/** Returns the reason of a failed fetch. Node's fetch says only "fetch failed"; the cause says why. An error may come from another realm, so no instanceof. */
function reasonOf(error: unknown): string {
  const { cause = error } = (error ?? {}) as { cause?: unknown };
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  return [code, message].find((text) => typeof text === 'string' && text !== '')?.toString() ?? String(cause);
}
