import type { ErrorDetailDto } from './generated/api.js';

/** Base class of all errors of this package, except the `TypeError` for an invalid argument. */
export class ChurnError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The parts of an error answer. */
interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: readonly ErrorDetailDto[];
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly body: unknown;
}

/** The service answered with an error. The client retries temporary errors (429, 5xx) before it throws this. */
export class ChurnApiError extends ChurnError {
  /** HTTP status. */
  readonly status: number;
  /** `error` of the body, such as `validation_error`; `unreadable_answer` when the answer does not come from the service. */
  readonly code: string;
  /** One entry for each wrong field; empty when the error is not about fields. */
  readonly details: readonly ErrorDetailDto[];
  /** `X-Request-Id`. Give it to the operator of the service when you ask for help. */
  readonly requestId: string | null;
  /** Milliseconds that the service asked the client to wait; null when it did not. */
  readonly retryAfterMs: number | null;
  /** The body as JSON, or as text when it is not JSON. */
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

/** No attempt got an answer. It is not known whether the service processed the request. */
export class ChurnConnectionError extends ChurnError {
  constructor(
    /** The last failure in one word, such as `ECONNREFUSED` or `timeout`. */
    readonly reason: string,
    readonly attempts: number,
    options?: ErrorOptions,
  ) {
    super(`the service did not answer (${reason}, ${attempts} ${attempts === 1 ? 'try' : 'tries'})`, options);
  }
}

/** The queue is full. It did not take the event, so the caller must keep it. */
export class QueueFullError extends ChurnError {}

/** The queue was closed before it took the event, or before it could send it. */
export class QueueClosedError extends ChurnError {}
