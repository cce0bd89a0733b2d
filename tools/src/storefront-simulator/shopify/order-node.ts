import { GraphQLError } from 'graphql';
import { cents, emailOf, financialStatusOf, money, refundedOf, type SimulatedOrder } from '../simulated-order.js';

/** Formats an instant as GraphQL does: whole seconds in UTC. */
const instant = (at: Date): string => at.toISOString().replace(/\.\d{3}Z$/, 'Z');

/** Formats a decimal as GraphQL does: at most one trailing zero. */
const bag = (amount: number, currencyCode: string): object => {
  const both = { amount: money(amount).replace(/0$/, ''), currencyCode };
  return { shopMoney: both, presentmentMoney: both };
};

/** An order as the GraphQL API gives it. */
export function orderNode(order: SimulatedOrder, mayReadProducts: boolean): object {
  const { currency } = order;
  const email = emailOf(order);
  return {
    id: `gid://shopify/Order/${order.id}`,
    name: `#${order.number}`,
    test: order.test ?? false,
    email,
    currencyCode: currency,
    sourceName: 'web',
    subtotalLineItemsQuantity: order.lines === undefined ? 1 : order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    lineItems: ({ first }: { first?: number }) => linesOf(order, mayReadProducts, first),
    customerAcceptsMarketing: true,
    createdAt: instant(order.createdAt),
    processedAt: instant(order.createdAt),
    updatedAt: instant(order.updatedAt),
    cancelledAt: order.cancelledAt === null ? null : instant(order.cancelledAt),
    cancelReason: order.cancelledAt === null ? null : 'CUSTOMER',
    displayFinancialStatus: financialStatusOf(order).toUpperCase(),
    totalPriceSet: bag(cents(order.total), currency),
    currentTotalPriceSet: bag(order.cancelledAt === null ? cents(order.total) - refundedOf(order) : 0, currency),
    currentTotalDiscountsSet: bag(0, currency),
    totalRefundedSet: bag(refundedOf(order), currency),
    customer: order.customer === undefined ? null : { id: `gid://shopify/Customer/${order.customer}`, email },
  };
}

/** Without the permission to read products, an app that asks for one is refused. */
function linesOf({ lines = [] }: SimulatedOrder, mayReadProducts: boolean, first = lines.length): object {
  const nodes = lines.slice(0, first).map(({ product, type, quantity }) => ({
    currentQuantity: quantity,
    sku: null,
    product: () => {
      if (!mayReadProducts) throw new GraphQLError('Access denied for product field.', { extensions: { code: 'ACCESS_DENIED' } });
      return { id: `gid://shopify/Product/${product}`, productType: type, category: null };
    },
  }));
  return { nodes, edges: nodes.map((node) => ({ node })), pageInfo: { hasNextPage: lines.length > first, hasPreviousPage: false } };
}
