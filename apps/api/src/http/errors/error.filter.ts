import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, type ErrorCode } from '#libs/core';
import type { ErrorDto } from './error.dto.js';
import { RateLimitedError, writeRateLimitHeaders, UnsignedError } from '#libs/guards';
import { type Log, STORAGE_QUOTA } from '#libs/observability';
import { QuotaExceeded } from '#libs/tenants';
import { knownMethods } from './known-methods.js';
import { requestIdOf } from '../request/request-context.js';

/** The one place that knows which status number belongs to which code. */
const STATUS = {
  validation_error: 400,
  invalid_query: 422,
  // A more specific code than the default one of the status.
  totp_required: 401,
  totp_locked: 401,
  unauthorized: 401,
  email_not_verified: 403,
  tenant_suspended: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  quota_exceeded: 429,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} satisfies Record<ErrorCode, number>;

const CODES = Object.fromEntries(Object.entries(STATUS).map(([code, status]) => [status, code])) as Record<number, ErrorCode>;
const RETRY_AFTER_SECONDS = '5';

/** Turns every thrown error into the error body of the interface. Of an unexpected error, callers see only the request id. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const request = host.switchToHttp().getRequest<Request>();
    const error = this.toAppError(thrown, request, requestIdOf(response));
    if (response.headersSent) return;
    if (error.code === 'method_not_allowed' && !response.hasHeader('Allow')) response.setHeader('Allow', knownMethods(request).join(', '));
    if (error instanceof RateLimitedError) writeRateLimitHeaders(response, error.window);
    else if (error instanceof QuotaExceeded) refuseByQuota(response, error);
    else if (error.code === 'service_unavailable') response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    // The interface prescribes this answer word for word.
    const body = error instanceof UnsignedError ? { error: error.code } : toErrorBody(error, requestIdOf(response));
    response.status(STATUS[error.code]).json(body);
  }

  private toAppError(thrown: unknown, request: Request, requestId: string): AppError {
    if (thrown instanceof AppError) {
      if (thrown.code === 'service_unavailable' && !(thrown instanceof RateLimitedError))
        this.log.error('request.refused', thrown.cause ?? thrown, { requestId });
      return thrown;
    }
    if (thrown instanceof HttpException) return fromHttpException(thrown, request);
    this.log.error('request.failed', thrown, { requestId });
    return new AppError('internal_error', 'something went wrong on our side; the request id tells us where');
  }
}

function refuseByQuota(response: Response, { retryAfterSeconds }: QuotaExceeded): void {
  response.setHeader('Retry-After', retryAfterSeconds);
  STORAGE_QUOTA.inc({ outcome: 'refused' });
}

function fromHttpException(thrown: HttpException, request: Request): AppError {
  // Nest reports it as a bad request, like other errors.
  if (!isDecodable(request.path)) return new AppError('invalid_query', 'the path is not valid percent-encoded UTF-8');
  const code = CODES[thrown.getStatus()] ?? (thrown.getStatus() < 500 ? 'validation_error' : 'internal_error');
  if (code !== 'not_found') return new AppError(code, thrown.message);
  const methods = knownMethods(request);
  if (methods.length === 0) return new AppError('not_found', `there is no ${request.method} ${request.baseUrl}${request.path}`);
  return new AppError(
    'method_not_allowed',
    `${request.baseUrl}${request.path} does not take ${request.method}: it takes ${methods.join(', ')}`,
  );
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A bad body and a bad query have different statuses, but the same code. */
export const toErrorBody = (error: AppError, requestId: string): ErrorDto => ({
  error: error.code === 'invalid_query' ? 'validation_error' : error.code,
  message: error.message,
  ...(error.details.length > 0 && { details: [...error.details] }),
  request_id: requestId,
});
