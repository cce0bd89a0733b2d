import { type Fields, objectIn } from './fields.js';

/**
 * An order of Shopify's GraphQL API in the shape in which its webhooks tell of orders, as far as `mapResource` reads it. So the same
 * order comes under the same event ids whichever of the two brings it.
 */
export function orderOfNode(node: Fields): Fields {
  const refunded = amountOf(node['totalRefundedSet']);
  return {
    id: node['id'],
    name: node['name'],
    order_number: numberOf(node['name']),
    test: node['test'],
    email: node['email'],
    currency: node['currencyCode'],
    created_at: node['createdAt'],
    processed_at: node['processedAt'],
    updated_at: node['updatedAt'],
    cancelled_at: node['cancelledAt'],
    cancel_reason: lowerCase(node['cancelReason']),
    financial_status: lowerCase(node['displayFinancialStatus']),
    source_name: node['sourceName'],
    current_total_price: amountOf(node['currentTotalPriceSet']),
    current_total_discounts: amountOf(node['currentTotalDiscountsSet']),
    customer: node['customer'],
    line_items: [{ quantity: node['subtotalLineItemsQuantity'] }],
    // All refunds of the order as one: what each of them gave back is told by webhooks of their own.
    ...(refunded !== undefined && { refunds: [{ transactions: [{ kind: 'refund', status: 'success', amount: refunded }] }] }),
  };
}

/** In the currency of the shop, with two decimals at least, as webhooks write it; undefined when not told. */
function amountOf(bag: unknown): string | undefined {
  const amount = objectIn(objectIn(bag)['shopMoney'])['amount'];
  if (typeof amount !== 'string') return undefined;
  return /^\d+(\.\d)?$/.test(amount) ? Number(amount).toFixed(2) : amount;
}

/** What GraphQL writes PARTIALLY_REFUNDED is partially_refunded in a webhook. */
const lowerCase = (value: unknown): string | null => (typeof value === 'string' ? value.toLowerCase() : null);

/** `#1001` is the name of order 1001, unless the shop has named its orders otherwise. */
function numberOf(name: unknown): number | null {
  const [, digits] = (typeof name === 'string' ? /^#?(\d{1,15})$/.exec(name) : null) ?? [];
  return digits === undefined ? null : Number(digits);
}
