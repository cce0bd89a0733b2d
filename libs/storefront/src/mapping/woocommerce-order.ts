import {
  currencyIn,
  emailIn,
  type Fields,
  idIn,
  instantIn,
  isUnreadMoney,
  keptIn,
  listIn,
  moneyIn,
  objectIn,
  ownId,
  rounded,
} from './fields.js';
import { pluginConsent } from './marketing-consent.js';
import { type Categories, orderItems } from './order-items.js';
import type { OrderState, PlatformOrder } from './platform-order.js';
import { itemsIn } from './shopify-order.js';

/** The statuses of WooCommerce. A status that a plugin adds counts as an open order. */
const STATES: Readonly<Record<string, OrderState>> = {
  'auto-draft': 'draft',
  'checkout-draft': 'draft',
  draft: 'draft',
  processing: 'completed',
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'cancelled',
  trash: 'cancelled',
  refunded: 'refunded',
};

/** Reads an order of the WooCommerce REST API. @returns null when it has no id. */
export function readWooCommerceOrder(fields: Fields, categories?: Categories): PlatformOrder | null {
  const id = ownId(fields);
  if (id === null) return null;
  const status = String(keptIn(fields, 'status') ?? '').replace(/^wc-/, '');
  const state = Object.hasOwn(STATES, status) ? (STATES[status] ?? 'open') : 'open';
  const createdAt = utcIn(fields, 'date_created');
  const updatedAt = utcIn(fields, 'date_modified');
  const total = moneyIn(fields, 'total');
  return {
    id,
    state,
    createdAt,
    placedAt: createdAt,
    updatedAt,
    cancelledAt: state === 'cancelled' ? updatedAt : null,
    gross: total === null || total < 0 ? null : total,
    hasUnreadTotal: isUnreadMoney(fields, 'total'),
    refunded: refundedIn(fields),
    test: false,
    customerId: idIn(fields, 'customer_id'),
    email: emailIn(objectIn(fields['billing']), 'email'),
    items: orderItems(fields, categories),
    data: {
      order_number: keptIn(fields, 'number'),
      currency: currencyIn(fields, 'currency'),
      financial_status: status === '' ? undefined : status,
      items_count: itemsIn(fields),
      source_name: keptIn(fields, 'created_via'),
      discount_total: keptIn(fields, 'discount_total'),
      ...pluginConsent(fields, createdAt),
    },
  };
}

/** Fields with names that end in `_gmt` are in UTC; the others are in the shop's own time. */
export const utcIn = (fields: Fields, name: string): string | null => instantIn(fields, `${name}_gmt`, 'Z') ?? instantIn(fields, name, 'Z');

/** The refunds in an order have negative totals. */
function refundedIn(fields: Fields): number | null {
  const refunds = listIn(fields['refunds']);
  return refunds === null ? null : rounded(refunds.reduce((sum, refund) => sum + Math.abs(moneyIn(refund, 'total') ?? 0), 0));
}
