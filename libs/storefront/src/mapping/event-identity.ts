import { fittingId } from '#libs/core';
import { pseudonymsWith } from '#libs/order-import';
import type { Topic } from './topics.js';
import type { StorefrontSource } from './mapped.js';

/**
 * Returns the idempotency key of an event. It is the same for a webhook, the history import and the reconcile.
 * @param at the time of the resource's state; '' when it is unknown.
 */
export function eventIdOf(source: StorefrontSource, topic: Topic, resourceId: string, at: string): string {
  return fittingId(`sf:${source.platform}:${source.shop}:${topic}:${resourceId}:${at}`);
}

/** Returns the id of a customer or an order of a shop, with the shop before it where the shop has a namespace. */
export const inNamespace = (namespace: string, id: string): string => (namespace === '' ? id : fittingId(`${namespace}${id}`));

/** Makes customer ids for people without an account, the same as an import of the shop's orders. */
export const guestIdsWith = (key: Buffer): ((email: string) => string) => {
  const pseudonym = pseudonymsWith(key);
  return (email) => pseudonym('email', email);
};
