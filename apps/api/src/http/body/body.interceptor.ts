import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { json, type NextFunction, raw, type Request, type Response } from 'express';
import { from, type Observable, switchMap } from 'rxjs';
import { AppError, LIMITS, PLANS } from '#libs/core';
import type { Caller, LimitedBody, SignedRequest } from '#libs/guards';
import { admit, refuseOversized } from './body-admission.js';
import { asReceived, replay } from './checked-body.js';
import { notJson } from './json-bytes.js';
import { hasOptionalBody } from './optional-body.js';
import { platformBody } from './platform-body.js';

type Parser = (request: Request, response: Response, next: NextFunction) => void;

// strict: false accepts any JSON value, so that we write the message about a wrong one. Gzip and deflate are inflated; the limit
// applies to the inflated size.
const parserFor = (limit: number): Parser =>
  json({ limit, strict: false, type: ['application/json', 'application/*+json'], verify: admit });
const readerFor = (limit: number): Parser => raw({ limit, type: () => true });
const PARSERS = new Map<number, { readonly parse: Parser; readonly read: Parser }>(
  [LIMITS.accountBodyBytes, LIMITS.storefrontBodyBytes, ...Object.values(PLANS).map(({ maxBodyBytes }) => maxBodyBytes)].map((limit) => [
    limit,
    { parse: parserFor(limit), read: readerFor(limit) },
  ]),
);

/** The error types of `body-parser` (its README, "Errors"). */
interface ParserError extends Error {
  readonly status?: number;
  readonly type?: string;
  readonly limit?: number;
}

/**
 * Reads JSON bodies after the guards, so the body of an unknown caller is never read, and the limit is that of the caller's plan.
 * Routes without a body are skipped. A check of the raw body that a guard has set runs before anything is inflated or parsed.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request & SignedRequest & LimitedBody & { user?: Caller }>();
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'DELETE') return next.handle();
    const limit = request.bodyLimit ?? PLANS[request.user?.plan ?? 'starter'].maxBodyBytes;
    if (hasOptionalBody(context) && !hasBody(request)) {
      request.body = {};
      return next.handle();
    }
    const response = context.switchToHttp().getResponse<Response>();
    const read = Promise.race([readBody(request, response, limit), refuseOversized(request, response, limit)]);
    return from(read).pipe(switchMap(() => next.handle()));
  }
}

async function readBody(request: Request & SignedRequest, response: Response, limit: number): Promise<void> {
  const parsers = PARSERS.get(limit);
  if (parsers === undefined) throw new Error(`no parser for bodies of ${limit} bytes`);
  const run = (parser: Parser, source: Request): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      parser(source, response, (error?: unknown) => (error === undefined ? resolve() : reject(toAppError(error as ParserError, limit))));
    });
  if (request.checkRawBody === undefined) await run(parsers.parse, request);
  else {
    await asReceived(request, () => run(parsers.read, request));
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await request.checkRawBody(bytes);
    const checked = replay(request, bytes);
    await run(request.bodyFormat === undefined ? parsers.parse : parsers.read, checked);
    request.body = request.bodyFormat === undefined ? (checked.body as unknown) : platformBody(request.bodyFormat, checked.body, response);
  }
  if (request.body !== undefined) return;
  if (hasBody(request)) {
    const type = request.get('content-type') ?? 'not set';
    throw new AppError('unsupported_media_type', `Content-Type is ${type.slice(0, 80)}: it must be application/json`);
  }
  throw new AppError('validation_error', 'the body is empty: it must be JSON');
}

const hasBody = (request: Request): boolean =>
  request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;

function toAppError(error: ParserError, limit: number): AppError {
  if (error instanceof AppError) return error;
  switch (error.type ?? '') {
    case 'entity.too.large':
      return new AppError('payload_too_large', `the body is larger than ${limit} bytes, the most that your plan allows`);
    case 'entity.parse.failed':
      return notJson(error);
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new AppError('unsupported_media_type', `${error.message}: the body must be UTF-8, plain or gzip or deflate`);
  }
  if (error.status !== undefined && error.status < 500)
    return new AppError('validation_error', `the body cannot be read: ${error.message}`);
  // zlib reports a corrupt stream without a status.
  if ('code' in error && String(error.code).startsWith('Z_'))
    return new AppError('validation_error', 'the body is not a valid gzip or deflate stream');
  throw error;
}
