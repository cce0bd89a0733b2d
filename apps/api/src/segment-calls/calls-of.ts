import { Injectable, type PipeTransform } from '@nestjs/common';
import { invalid, notFound, type PlanId, PLANS } from '#libs/core';
import { type Fields, isObject } from '#libs/storefront';
import { MOST_CHANGES } from './change-customers.js';
import type { Calls } from './receive-calls.js';

const SINGLE = ['track', 'identify', 'page', 'screen', 'group', 'alias'];
const SEVERAL = ['batch', 'import'];

/** The last part of the paths. */
export const CALLS = [...SINGLE, ...SEVERAL];

/** Number of calls in a request. Clients send up to 500 KB, and a call has 200 bytes at least. */
const MOST = 2500;

/** Validates that a body is an object. The path says what it must hold. */
@Injectable()
export class CallBodyPipe implements PipeTransform<unknown, Fields> {
  transform(body: unknown): Fields {
    if (!isObject(body)) throw invalid('body', 'invalid_type', 'the body must be a JSON object');
    return body;
  }
}

/**
 * Returns the calls of a request.
 * @param name the last part of the path
 * @throws AppError `not_found` for another path, `validation_error` when the body has no calls. Clients drop such a request.
 */
export function callsOf(name: string, body: Fields): Calls {
  if (!CALLS.includes(name)) throw notFound(`the call ${JSON.stringify(name.slice(0, 40))}`);
  const sentAt = body['sentAt'];
  if (SINGLE.includes(name)) return { calls: [{ ...body, type: name }], sentAt, isHistory: false };
  const { batch: calls } = body;
  if (!Array.isArray(calls)) throw invalid('batch', 'invalid_type', 'batch must be an array of calls');
  if (calls.length > MOST) throw invalid('batch', 'too_many', `batch has ${calls.length} calls: it must have at most ${MOST}`);
  return { calls, sentAt, isHistory: name === 'import' };
}

/** Number of changes of customers that cost about as much as a batch of events. */
const CHANGES_OF_REQUEST = 100;

/** Returns the number of requests that a request counts as: one per batch of the plan, and one per hundred changes of customers. */
export function requestsIn({ calls, isHistory }: Calls, plan: PlanId): number {
  const objects = calls.filter(isObject);
  const aliases = objects.filter(({ type }) => type === 'alias').length;
  const traits = isHistory ? 0 : objects.filter(({ type, traits: given }) => type === 'identify' && hasNumber(given)).length;
  const changes = Math.min(aliases, MOST_CHANGES) + Math.min(traits, MOST_CHANGES);
  return Math.max(1, Math.ceil(calls.length / PLANS[plan].maxBatch)) + Math.floor(changes / CHANGES_OF_REQUEST);
}

const hasNumber = (traits: unknown): boolean => isObject(traits) && Object.values(traits).some((value) => typeof value === 'number');
