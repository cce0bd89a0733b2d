import { cents, emailOf, financialStatusOf, money, refundedOf, type SimulatedOrder } from '../simulated-order.js';

/** Formats an instant as GraphQL does: whole seconds in UTC. */
const instant = (at: Date): string => at.toISOString().replace(/\.\d{3}Z$/, 'Z');

/** Formats a decimal as GraphQL does: at most one trailing zero. */
const bag = (amount: number, currencyCode: string): object => {
  const both = { amount: money(amount).replace(/0$/, ''), currencyCode };
  return { shopMoney: both, presentmentMoney: both };
};

/** An order as the GraphQL API gives it. */
export function orderNode(order: SimulatedOrder): object {
  const { currency } = order;
  const email = emailOf(order);
  return {
    id: `gid://shopify/Order/${order.id}`,
    name: `#${order.number}`,
    test: order.test ?? false,
    email,
    currencyCode: currency,
    sourceName: 'web',
    subtotalLineItemsQuantity: 1,
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
