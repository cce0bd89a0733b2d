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

/** The webhooks that a WooCommerce shop should have. @param apiUrl the public URL of this API, with its prefix. */
export const wooCommerceWebhooks = (apiUrl: string, tenantId: string): { topic: keyof typeof PATHS; address: string }[] =>
  TOPICS.map(([topic, path]) => ({ topic, address: `${apiUrl}/webhooks/storefront/t/${tenantId}/${path}` }));

/** The list before the first check at the shop. */
export const unknownWooCommerceTopics = (): TopicState[] => TOPICS.map(([topic]) => ({ topic, ok: false }));
