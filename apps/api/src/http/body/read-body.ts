import { json, type NextFunction, raw, type Request, type Response } from 'express';
import { AppError } from '#libs/core';
import type { BodyPlan } from '#libs/guards';
import { readJson } from '#libs/storefront';
import { admit, receiveWithin, tooLarge } from './body-admission.js';
import { asReceived, replay } from './checked-body.js';
import { notJson, parseJson } from './json-bytes.js';

type Parser = (request: Request, response: Response, next: NextFunction) => void;

// strict: false accepts any JSON value, so that we write the message about a wrong one. Gzip and deflate are inflated; the limit
// applies to the inflated size.
const newParsers = (limit: number) => ({
  parseJson: json({ limit, strict: false, type: ['application/json', 'application/*+json'], verify: admit }) as Parser,
  readBytes: raw({ limit, type: () => true }) as Parser,
});
/** The parsers of each limit are kept: plans have few limits, and new parsers take 20 µs. */
const PARSERS = new Map<number, ReturnType<typeof newParsers>>();

/** The error types of `body-parser` (its README, "Errors"). */
interface ParserError extends Error {
  readonly status?: number;
  readonly type?: string;
  readonly limit?: number;
}

/**
 * Reads the body as its plan says: checks the bytes as sent, inflates them, and parses them.
 * @throws AppError when the body is too large, fails its check, is not JSON or is missing.
 */
export async function readBody(request: Request, response: Response, plan: BodyPlan): Promise<unknown> {
  const body = await receiveWithin(request, response, plan, () => parse(request, response, plan));
  if (body !== undefined) return body;
  if (!hasBody(request)) throw new AppError('validation_error', 'the body is empty: it must be JSON');
  const type = request.get('content-type') ?? 'not set';
  throw new AppError('unsupported_media_type', `Content-Type is ${type.slice(0, 80)}: it must be application/json`);
}

/** Does the same as `readBody` for JSON that is not compressed and states its length, at a fraction of the cost of body-parser. */
export async function readPlainJson(request: Request, response: Response, plan: BodyPlan): Promise<unknown> {
  const bytes = await receiveWithin(request, response, plan, () => readAll(request));
  admit(request, response, bytes, 'utf-8');
  return parseJson(bytes);
}

export const hasBody = (request: Request): boolean =>
  request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;

async function parse(request: Request, response: Response, plan: BodyPlan): Promise<unknown> {
  const { limit } = plan;
  const parsers = PARSERS.get(limit) ?? newParsers(limit);
  PARSERS.set(limit, parsers);
  const run = (parser: Parser, source: Request): Promise<unknown> =>
    new Promise((resolve, reject) => {
      parser(source, response, (error?: unknown) =>
        error === undefined ? resolve(source.body as unknown) : reject(toAppError(error as ParserError, limit)),
      );
    });
  if (plan.kind === 'json') return run(parsers.parseJson, request);
  const sent = bytesIn(await asReceived(request, () => run(parsers.readBytes, request)));
  await plan.check(sent);
  const checked = replay(request, sent);
  if (plan.kind === 'signed_json') return run(parsers.parseJson, checked);
  const inflated = bytesIn(await run(parsers.readBytes, checked));
  return plan.call.kind === 'ping' ? {} : platformJson(inflated, response);
}

/** @param body the value that body-parser leaves when there are no bytes, or the bytes. */
const bytesIn = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Parses the JSON of a storefront so that ids keep all their digits. */
function platformJson(bytes: Buffer, response: Response): unknown {
  admit(undefined, response, bytes, 'utf-8');
  try {
    return readJson(bytes.toString('utf8'));
  } catch (error) {
    throw new AppError('validation_error', `the body is not valid JSON: ${String(error).slice(0, 200)}`);
  }
}

/** @returns the body in the length that Content-Length states. A caller that disconnects early gets no answer. */
function readAll(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once('error', () => reject(new AppError('validation_error', 'the body cannot be read: request aborted')));
  });
}

function toAppError(error: ParserError, limit: number): AppError {
  if (error instanceof AppError) return error;
  switch (error.type ?? '') {
    case 'entity.too.large':
      return tooLarge(limit);
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
