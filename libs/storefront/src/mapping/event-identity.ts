import { createHash, createHmac } from 'node:crypto';
import { LIMITS } from '#libs/core';
import type { Topic } from './topics.js';
import type { StorefrontSource } from './mapped.js';

const HASH_CHARACTERS = 64;

/**
 * The idempotency key of an event: the same whether a webhook brings it, the history import or the reconcile.
 * @param at which state of the resource it tells of; '' when that is not known.
 */
export function eventIdOf(source: StorefrontSource, topic: Topic, resourceId: string, at: string): string {
  const id = `sf:${source.platform}:${source.shop}:${topic}:${resourceId}:${at}`;
  if (id.length <= LIMITS.idLength) return id;
  return `${id.slice(0, LIMITS.idLength - HASH_CHARACTERS - 1)}:${createHash('sha256').update(id).digest('hex')}`;
}

/** Customer ids of people without an account: whoever has the address but not the tenant's key cannot find them again. */
export const guestIdsWith =
  (key: Buffer) =>
  (email: string): string =>
    `guest:${createHmac('sha256', key).update(email).digest('hex')}`;
