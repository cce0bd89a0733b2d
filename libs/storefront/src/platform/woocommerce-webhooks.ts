import type { TopicState } from './subscriptions.js';

const PATHS = {
  'order.created': 'orders',
  'order.updated': 'orders',
  'order.deleted': 'orders',
  'order.restored': 'orders',
  'customer.created': 'customers',
  'customer.updated': 'customers',
} as const;
const TOPICS = Object.entries(PATHS) as [keyof typeof PATHS, string][];

/** What a WooCommerce shop is to tell, and where. @param apiUrl of this service as shops reach it, with its prefix. */
export const wooCommerceWebhooks = (apiUrl: string, tenantId: string): { topic: keyof typeof PATHS; address: string }[] =>
  TOPICS.map(([topic, path]) => ({ topic, address: `${apiUrl}/webhooks/storefront/t/${tenantId}/${path}` }));

/** Before the shop has been asked. */
export const unknownWooCommerceTopics = (): TopicState[] => TOPICS.map(([topic]) => ({ topic, ok: false }));
