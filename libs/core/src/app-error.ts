/** Every code that the `error` field of an error body may carry. */
const ERROR_CODES = [
  'validation_error',
  'invalid_query',
  'unauthorized',
  'totp_required',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** One thing that is wrong with the input: where, which rule, and a sentence that names value and what is allowed. */
export interface ErrorDetail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** A refusal with a code. Only `apps/api/src/http` knows the status number that belongs to it. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: readonly ErrorDetail[] = [],
  ) {
    super(message);
    this.name = 'AppError';
  }
}

export const notFound = (what: string): AppError => new AppError('not_found', `${what} not found`);
export const unauthorized = (message: string): AppError => new AppError('unauthorized', message);
export const forbidden = (message: string): AppError => new AppError('forbidden', message);
export const conflict = (message: string): AppError => new AppError('conflict', message);
export const unavailable = (what: string): AppError => new AppError('service_unavailable', `${what} is not available, try again`);
export const busy = (what: string): AppError => new AppError('service_unavailable', `${what} is busy, try again`);
