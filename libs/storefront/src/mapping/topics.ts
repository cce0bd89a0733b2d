/** Webhook topics in Shopify's words; the topics of other platforms are converted to these. */
const TOPICS = [
  'orders/create',
  'orders/updated',
  'orders/cancelled',
  'orders/paid',
  'orders/delete',
  'orders/restored',
  'refunds/create',
  'customers/create',
  'customers/update',
  'customers/delete',
  'carts/update',
  'checkouts/update',
] as const;
export type Topic = (typeof TOPICS)[number];

const ALIASES: Readonly<Record<string, Topic>> = {
  'orders/update': 'orders/updated',
  'order.created': 'orders/create',
  'order.updated': 'orders/updated',
  'order.restored': 'orders/restored',
  'order.deleted': 'orders/delete',
  'customer.created': 'customers/create',
  'customer.updated': 'customers/update',
  'customer.deleted': 'customers/delete',
  'carts/create': 'carts/update',
  'checkouts/create': 'checkouts/update',
};

/** Returns null for a topic that says nothing about purchases. */
export function topicOf(text: string): Topic | null {
  const name = text.trim().toLowerCase();
  if (Object.hasOwn(ALIASES, name)) return ALIASES[name] ?? null;
  return TOPICS.find((topic) => topic === name) ?? null;
}
