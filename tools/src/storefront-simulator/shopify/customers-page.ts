import { GraphQLError } from 'graphql';
import type { ShownCustomer, SimulatedShop } from '../simulated-shop.js';
import { cursorFor, passedIn, pageOf } from './list-page.js';
import { orderNode } from './order-node.js';
import { gidOf } from './shopify-customers.js';

export interface CustomersArguments {
  readonly query?: string;
  readonly first: number;
  readonly after?: string | null;
}

/** Customers of a shop with the sums of all their orders. Their last order is shown only if the app may read it. */
export function customersPage(shop: SimulatedShop, { query, first, after }: CustomersArguments): object {
  const { passed, place } = passedIn(after);
  const beyond = place === null ? beyondIn(query) : BigInt(place);
  const { items, hasNextPage } = pageOf(customersOf(shop, beyond), first, passed);
  return {
    nodes: items.map(customerNode),
    pageInfo: {
      hasNextPage,
      hasPreviousPage: after != null,
      startCursor: null,
      endCursor: cursorFor(items.at(-1)?.id, passed + items.length),
    },
  };
}

/** Returns the nodes of all customers, for a bulk operation. */
export function* customerNodes(shop: SimulatedShop, query: string | undefined): Iterable<object> {
  for (const customer of customersOf(shop, beyondIn(query))) yield customerNode(customer);
}

/** Throws an error for an app that may not read customers. */
export function requireCustomers({ scopes }: SimulatedShop): void {
  if (!scopes.includes('read_customers')) throw new GraphQLError('Access denied', { extensions: { code: 'ACCESS_DENIED' } });
}

function customersOf(shop: SimulatedShop, beyond: bigint): Iterable<ShownCustomer> {
  requireCustomers(shop);
  return shop.customersBeyond(beyond);
}

function beyondIn(query = ''): bigint {
  const [, beyond = '0'] = /^orders_count:>0(?: AND id:>(\d+))?$/.exec(query) ?? [];
  if (!query.startsWith('orders_count:>0')) throw new GraphQLError(`there is no filter ${query}`);
  return BigInt(beyond);
}

const customerNode = ({ id, createdAt, orders, spent, currency, last }: ShownCustomer): object => ({
  id: gidOf(id),
  email: null,
  createdAt: createdAt.toISOString(),
  numberOfOrders: String(orders),
  amountSpent: { amount: spent.toFixed(2), currencyCode: currency },
  lastOrder: last === null ? null : orderNode(last, false),
});
