import { LIMITS } from '../limits.js';
import { isPersonalName } from './personal-names.js';

/**
 * The fields of an event's `data` that are stored for every tenant, at any depth: scoring, refunds, the log of events and the items of an
 * order use them, and none names a person. All others need the tenant's permission.
 */
export const DATA_FIELDS: ReadonlySet<string> = new Set([
  'order_id', 'order_number', 'currency', 'updated_at', 'placed_at', 'test', 'simulated', 'refunded_total', 'discount_total', 'total_price', 'items_count',
  'financial_status', 'cancel_reason', 'source_name', 'orders_count', 'total_spent', 'state',
  'items', 'line_items', 'product_id', 'variant_id', 'sku', 'category', 'quantity', 'price', 'unit_price', 'total',
  'accepts_marketing', 'accepts_marketing_updated_at', 'cart_id', 'checkout_id', 'campaign_id', 'subscription_id', 'plan', 'rating',
  'orders', 'spent', 'first_order_at', 'last_order_at', 'until', 'orders_since',
]); // prettier-ignore

const { count: MOST, nameLength: LENGTH } = LIMITS.dataFields;
// A name that begins with a letter cannot be `__proto__`.
const NAME = new RegExp(`^\\p{L}[\\p{L}\\p{N}_.-]{0,${LENGTH - 1}}$`, 'u');

/** The allowed form of the names that a tenant gives, for errors and the OpenAPI document. */
export const DATA_FIELD_NAMES = `at most ${MOST} names of 1 to ${LENGTH} letters, digits, dots, hyphens and underscores that begin with a letter`;

/** @returns the reason why a tenant cannot allow these fields of `data`, as the end of a sentence; null when it can */
export function allowedFieldsProblem(names: unknown): string | null {
  if (!Array.isArray(names) || names.length > MOST) return `must be ${DATA_FIELD_NAMES}`;
  for (const name of names as unknown[]) {
    if (typeof name !== 'string' || !NAME.test(name))
      return `holds ${JSON.stringify(name)?.slice(0, LENGTH)}: it must be ${DATA_FIELD_NAMES}`;
    if (isPersonalName(name)) {
      return `holds "${name}", which looks like personal data: names, e-mail addresses, phone numbers, postal addresses, birth dates, IP addresses, card and bank numbers are never stored`;
    }
  }
  return null;
}
