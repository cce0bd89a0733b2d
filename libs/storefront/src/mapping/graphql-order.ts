import { type Fields, listIn, objectIn } from './fields.js';

/**
 * Converts an order of Shopify's GraphQL API into the shape of its webhooks, with the fields that `mapResource` reads. So the same order
 * gets the same event ids from both.
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
    buyer_accepts_marketing: node['customerAcceptsMarketing'],
    items_count: node['subtotalLineItemsQuantity'],
    ...(isAsked(node) && { line_items: (listIn(objectIn(node['lineItems'])['nodes']) ?? []).map(lineOfNode) }),
    // All refunds of the order as one. The single refunds arrive by their own webhooks.
    ...(refunded !== undefined && { refunds: [{ transactions: [{ kind: 'refund', status: 'success', amount: refunded }] }] }),
  };
}

const isAsked = (node: Fields): boolean => node['lineItems'] !== undefined;

/** The shop's own type of a product says more than Shopify's category. A product that was deleted since has neither. */
function lineOfNode({ currentQuantity, sku, product }: Fields): Fields {
  const { id, productType, category } = objectIn(product);
  return { product_id: id, sku, current_quantity: currentQuantity, product_type: productType || objectIn(category)['name'] };
}

/** Reads an amount in the currency of the shop, with at least two decimals, as webhooks write it; undefined when absent. */
function amountOf(bag: unknown): string | undefined {
  const amount = objectIn(objectIn(bag)['shopMoney'])['amount'];
  if (typeof amount !== 'string') return undefined;
  return /^\d+(\.\d)?$/.test(amount) ? Number(amount).toFixed(2) : amount;
}

/** Converts GraphQL's PARTIALLY_REFUNDED to partially_refunded, as webhooks write it. */
const lowerCase = (value: unknown): string | null => (typeof value === 'string' ? value.toLowerCase() : null);

/** Reads the order number from the name: `#1001` is order 1001, unless the shop uses other names. */
function numberOf(name: unknown): number | null {
  const [, digits] = (typeof name === 'string' ? /^#?(\d{1,15})$/.exec(name) : null) ?? [];
  return digits === undefined ? null : Number(digits);
}
