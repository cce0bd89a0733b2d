import { GraphQLError } from 'graphql';
import type { SimulatedOrder } from '../../../../tools/src/storefront-simulator/simulated-order.js';
import type { SimulatedShop } from '../../../../tools/src/storefront-simulator/simulated-shop.js';
import { orderNode } from './order-node.js';
import { gidOf } from './shopify-customers.js';

export interface CustomersArguments {
  readonly query?: string;
  readonly first: number;
  readonly after?: string | null;
}

/** Customers of a shop with the sums of all their orders. Their last order is shown only if the app may read it. */
export function customersPage(shop: SimulatedShop, { query, first, after }: CustomersArguments): object {
  if (query !== 'orders_count:>0') throw new GraphQLError(`there is no filter ${query ?? ''}`);
  if (!shop.scopes.includes('read_customers')) throw new GraphQLError('Access denied', { extensions: { code: 'ACCESS_DENIED' } });
  const byCustomer = new Map<bigint, SimulatedOrder[]>();
  for (const order of shop.orders) {
    if (order.customer !== undefined) byCustomer.set(order.customer, [...(byCustomer.get(order.customer) ?? []), order]);
  }
  const visible = new Set(shop.visibleOrders(new URLSearchParams({ status: 'any' })));
  const rest = [...byCustomer].toSorted(([one], [other]) => (one < other ? -1 : 1)).filter(([id]) => after == null || id > BigInt(after));
  const page = rest.slice(0, first);
  return {
    nodes: page.map(([id, orders]) => customerNode(id, orders, visible)),
    pageInfo: {
      hasNextPage: rest.length > page.length,
      hasPreviousPage: after != null,
      startCursor: null,
      endCursor: String(page.at(-1)?.[0]),
    },
  };
}

function customerNode(id: bigint, orders: readonly SimulatedOrder[], visible: ReadonlySet<SimulatedOrder>): object {
  const sorted = orders.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const last = sorted.at(-1)!;
  return {
    id: gidOf(id),
    email: null,
    createdAt: sorted[0]!.createdAt.toISOString(),
    numberOfOrders: String(orders.length),
    amountSpent: { amount: orders.reduce((sum, { total }) => sum + Number(total), 0).toFixed(2), currencyCode: last.currency },
    lastOrder: visible.has(last) ? orderNode(last) : null,
  };
}
