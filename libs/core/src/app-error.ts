/** Every code that the `error` field of an error body may have. */
const ERROR_CODES = [
  'validation_error',
  'invalid_query',
  'unauthorized',
  'totp_required',
  'totp_locked',
  'forbidden',
  'email_not_verified',
  'tenant_suspended',
  'not_found',
  'method_not_allowed',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'quota_exceeded',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** One mistake in the input: the field, the broken rule, and a sentence that names the value and what is allowed. */
export interface ErrorDetail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** An error with a code. Only `apps/api/src/http` knows the HTTP status of each code. */
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

/** Refuses one field of a request. @param message names the field, the value and what is allowed */
export const invalid = (field: string, code: string, message: string): AppError =>
  new AppError('validation_error', message, [{ field, code, message }]);
export const unavailable = (what: string): AppError => new AppError('service_unavailable', `${what} is not available, try again`);
export const busy = (what: string): AppError => new AppError('service_unavailable', `${what} is busy, try again`);
