import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { AppError, type TenantId } from '#libs/core';
import { type BodyPlan, type Caller, closeCount } from '#libs/guards';
import { readJson } from '#libs/storefront';
import { serveInSlot, serveBackfillInSlot } from './body-slots.js';
import { Hold, holdersOf } from './held-bytes.js';
import { inflate } from './inflate.js';
import { checkBytes, notJson, parseJson } from './json-bytes.js';
import { receiveBytes } from './receive-bytes.js';

const PLAIN_JSON = /^application\/json(?:; ?charset=utf-8)?$/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

export const isPlainJson = (headers: IncomingHttpHeaders): boolean => PLAIN_JSON.test(headers['content-type'] ?? '');

export const hasBody = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

type BodyRequest = Request & { readonly user?: Caller };

/**
 * Reads the body as its plan says: checks the bytes as sent, inflates them, and parses them. Every body of the api comes in here. Its memory
 * counts until `serve` ends, also when the caller disconnects before. Closes an open count of the request.
 * @param options.isOptional a body without bytes is an empty object
 * @returns what `serve` returns
 * @throws AppError when the body is too large, fails its check, is not JSON or is missing, when memory has no room for it, or when the caller has used up the rate limit.
 */
export async function withBody<T>(
  request: BodyRequest,
  response: Response,
  options: { readonly plan: BodyPlan; readonly isOptional?: boolean },
  serve: (body: unknown) => Promise<T>,
): Promise<T> {
  const { plan, isOptional = false } = options;
  const hold = new Hold(holdersOf(request.user, request.ip));
  try {
    const sent = await receive(request, response, plan, hold);
    const size = request.headers['content-encoding'] === undefined ? sent.length : Infinity;
    return await serveInSlot(hold.owner, size, async () => {
      const body = sent.length === 0 && isOptional ? {} : await parse(request, plan, sent, hold);
      const isBackfill = isRecord(body) && body['backfill'] === true;
      closeCount(request, isBackfill);
      return isBackfill ? serveBackfillInSlot(hold.owner, size, () => serve(body)) : serve(body);
    });
  } catch (error) {
    closeCount(request, false);
    throw error;
  } finally {
    hold.resize(0);
  }
}

/** Returns the bytes as they were sent, which pass the check of the plan. */
async function receive(request: BodyRequest, response: Response, plan: BodyPlan, hold: Hold): Promise<Buffer> {
  if (plan.kind === 'json' && hasBody(request)) requireJson(request);
  const sent = await receiveBytes(request, response, plan.limit, hold);
  if (plan.kind !== 'json') await plan.check(sent);
  const tenantId = request.user === undefined ? provenBySignature(plan) : null;
  if (tenantId !== null) hold.moveTo(holdersOf({ tenantId }, request.ip));
  return sent;
}

/** Returns the tenant of the shop that has signed the body; null without such a shop. The signature has been checked. */
const provenBySignature = (plan: BodyPlan): TenantId | null =>
  plan.kind === 'storefront' && plan.call.kind === 'webhook' && plan.call.connection !== null ? plan.call.tenantId : null;

async function parse(request: BodyRequest, plan: BodyPlan, sent: Buffer, hold: Hold): Promise<unknown> {
  if (plan.kind === 'storefront' && plan.call.kind === 'ping') return {};
  if (sent.length === 0) throw new AppError('validation_error', 'the body is empty: it must be JSON');
  if (plan.kind === 'signed_json') requireJson(request);
  const bytes = await inflate(sent, request.headers['content-encoding'], plan.limit);
  hold.resize(bytes.length);
  hold.resize(checkBytes(bytes));
  return plan.kind === 'storefront' ? parsePlatformJson(bytes) : parseJson(bytes);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function requireJson(request: Request): void {
  const { headers } = request;
  if (isPlainJson(headers)) return;
  const type = headers['content-type'] ?? 'not set';
  if (!request.is(['application/json', 'application/*+json']))
    throw new AppError('unsupported_media_type', `Content-Type is ${type.slice(0, 80)}: it must be application/json`);
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) throw new AppError('unsupported_media_type', `the charset is ${charset.slice(0, 80)}: it must be utf-8`);
}

/** Parses the JSON of a storefront so that ids keep all their digits. */
function parsePlatformJson(bytes: Buffer): unknown {
  try {
    return readJson(bytes.toString('utf8'));
  } catch (error) {
    throw notJson(error);
  }
}
