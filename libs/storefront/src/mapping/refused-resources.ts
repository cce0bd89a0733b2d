import { inNamespace } from './event-identity.js';
import { idIn, isObject } from './fields.js';
import type { UnreadCode, UnusableCode } from './mapped.js';
import type { Topic } from './topics.js';

const REASONS: Record<UnusableCode | UnreadCode, string> = {
  invalid_type: 'it must be a JSON object',
  legacy_payload:
    'it must come from the API version “WP REST API Integration v3”: choose it in your shop, in WooCommerce, Settings, Advanced, Webhooks',
  no_id: 'it must have an id',
  no_time: 'it must have a valid time',
  no_customer: 'it names neither a customer nor an e-mail address, as a sale at a till does',
  no_amount: 'it must have a valid amount',
  unread_amount: 'the total must be a number of 0 or more; the order is stored without it',
};

/** A resource, or a part of it, that was not used: for the log of rejected events. The id stands in it if it is an order. */
export interface RefusedResource {
  readonly input: unknown;
  readonly code: UnusableCode | UnreadCode;
  readonly reason: string;
}

/** Returns whether a reason of `refusedResources` means an order without a customer, which is no fault of the shop. */
export const isInOrder = (reason: string): boolean => reason.endsWith(`: ${REASONS.no_customer}`);

/** Describes resources for the log of rejected events. @param refused the indexes of the resources, each with the reason */
export const refusedResources = (
  { topic, namespace }: { readonly topic: Topic; readonly namespace: string },
  resources: readonly unknown[],
  refused: Iterable<readonly [place: number, code: UnusableCode | UnreadCode]>,
): RefusedResource[] =>
  Array.from(refused, ([place, code]) => {
    const resource = resources[place];
    const id = topic.startsWith('orders/') && isObject(resource) ? idIn(resource, 'id') : null;
    const input = id === null ? {} : { data: { order_id: inNamespace(namespace, id) } };
    return { input, code, reason: `${topic}: ${REASONS[code]}` };
  });
