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
import { orderConsent } from './marketing-consent.js';
import { orderItems } from './order-items.js';
import type { OrderState, PlatformOrder } from './platform-order.js';
import { refundAmount } from './refund-amount.js';

/** Reads an order as Shopify, Shopline and the generic platform write it. @returns null when it has no id. */
export function readShopifyOrder(fields: Fields): PlatformOrder | null {
  const id = ownId(fields);
  if (id === null) return null;
  const customer = objectIn(fields['customer']);
  const createdAt = instantIn(fields, 'created_at');
  const placedAt = instantIn(fields, 'processed_at') ?? createdAt;
  return {
    id,
    state: stateOf(fields),
    createdAt,
    placedAt,
    updatedAt: instantIn(fields, 'updated_at'),
    cancelledAt: instantIn(fields, 'cancelled_at'),
    ...moneyOf(fields),
    hasUnreadTotal: ['total_price', 'current_total_price'].some((name) => isUnreadMoney(fields, name)),
    test: fields['test'] === true,
    customerId: ownId(customer) ?? idIn(fields, 'customer_id'),
    email: emailIn(fields, 'email', 'contact_email') ?? emailIn(customer, 'email'),
    items: orderItems(fields),
    data: {
      order_number: keptIn(fields, 'order_number') ?? keptIn(fields, 'name'),
      currency: currencyIn(fields, 'currency'),
      financial_status: keptIn(fields, 'financial_status'),
      items_count: itemsIn(fields),
      source_name: keptIn(fields, 'source_name'),
      discount_total: keptIn(fields, 'current_total_discounts') ?? keptIn(fields, 'total_discounts'),
      cancel_reason: keptIn(fields, 'cancel_reason'),
      ...orderConsent(fields, customer, placedAt),
    },
  };
}

function stateOf(fields: Fields): OrderState {
  if (instantIn(fields, 'cancelled_at') !== null) return 'cancelled';
  switch (fields['financial_status']) {
    case 'refunded':
      return 'refunded';
    case 'voided':
    case 'expired':
      // An authorisation that will never be charged.
      return 'cancelled';
    case 'paid':
      return 'completed';
    case undefined:
    default:
      return 'open';
  }
}

/**
 * `current_total_price` is what is left after edits and refunds. Refunds also arrive as events of their own. So the refunded amount is
 * added back and sent in a field of its own: it is subtracted once, whichever of the two arrives.
 */
function moneyOf(fields: Fields): Pick<PlatformOrder, 'gross' | 'refunded'> {
  const total = positive(moneyIn(fields, 'total_price'));
  const current = positive(moneyIn(fields, 'current_total_price'));
  const refunds = listIn(fields['refunds']);
  const currency = currencyIn(fields, 'currency');
  if (current === null) return { gross: total, refunded: refunds === null ? null : refundedIn(refunds, currency) };
  if (refunds !== null) {
    const refunded = refundedIn(refunds, currency);
    return { gross: rounded(current + refunded), refunded };
  }
  const gross = Math.max(current, total ?? current);
  return { gross, refunded: gross > current ? rounded(gross - current) : null };
}

const refundedIn = (refunds: readonly Fields[], currency: string | undefined): number =>
  rounded(refunds.reduce((sum, refund) => sum + (refundAmount(refund, currency)?.amount ?? 0), 0));
const positive = (amount: number | null): number | null => (amount === null || amount < 0 ? null : amount);

/** Counts the pieces of the order or cart. */
export function itemsIn(fields: Fields): number | undefined {
  const said = fields['items_count'];
  if (typeof said === 'number' && Number.isSafeInteger(said)) return said;
  const lines = listIn(fields['line_items']);
  return lines?.reduce((sum, { quantity }) => sum + (typeof quantity === 'number' && Number.isSafeInteger(quantity) ? quantity : 0), 0);
}
