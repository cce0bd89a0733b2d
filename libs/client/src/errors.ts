import type { ErrorDetailDto } from './generated/api.js';

/** Everything that this package throws on purpose, apart from a `TypeError` for an argument that cannot be right. */
export class ChurnError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The parts of a refusal. */
interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: readonly ErrorDetailDto[];
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly body: unknown;
}

/** The service answered, and the answer is a refusal. What may pass by itself (429, 5xx) was tried again before this is thrown. */
export class ChurnApiError extends ChurnError {
  /** HTTP status. */
  readonly status: number;
  /** `error` of the body, such as `validation_error`; `unreadable_answer` when the answer is none of the service's own. */
  readonly code: string;
  /** One for each field that is wrong; empty when the refusal is about none. */
  readonly details: readonly ErrorDetailDto[];
  /** `X-Request-Id`: what to ask the operator of the service about. */
  readonly requestId: string | null;
  /** Milliseconds that the service asked to wait; null when it did not. */
  readonly retryAfterMs: number | null;
  /** The body as JSON, or its text when it is none. */
  readonly body: unknown;

  constructor(
    refusal: Refusal,
    /** Number of times that the request was sent. */
    readonly attempts: number,
  ) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.details = refusal.details;
    this.requestId = refusal.requestId;
    this.retryAfterMs = refusal.retryAfterMs;
    this.body = refusal.body;
  }
}

/** There was no answer, however often the request was sent. Whether it was carried out is not known. */
export class ChurnConnectionError extends ChurnError {
  constructor(
    /** The last failure in a word, such as `ECONNREFUSED` or `timeout`. */
    readonly reason: string,
    readonly attempts: number,
    options?: ErrorOptions,
  ) {
    super(`the service did not answer (${reason}, ${attempts} ${attempts === 1 ? 'try' : 'tries'})`, options);
  }
}

/** The queue holds as many events as it may. Nothing was lost: the event is still the caller's. */
export class QueueFullError extends ChurnError {}

/** The queue was closed: before the event came, or before it could be sent. */
export class QueueClosedError extends ChurnError {}
