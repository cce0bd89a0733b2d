import { GraphQLError } from 'graphql';
import type { SimulatedShop } from '../simulated-shop.js';
import { requireCustomers } from './customers-page.js';
import { cursorFor, pageOf, passedIn } from './list-page.js';

export interface MembersArguments {
  readonly query?: string;
  readonly first: number;
  readonly after?: string | null;
  readonly timezone?: string;
}

/** Most members of a page. */
const MOST = 1000;

/** Customers by the day of their last order, in Shopify's segment query language: `last_order_date = 2024-02-19`; and the number of all with orders. */
export function membersPage(shop: SimulatedShop, { query = '', first, after, timezone = 'UTC' }: MembersArguments): object {
  requireCustomers(shop);
  if (query === 'number_of_orders > 0') return { totalCount: shop.countCustomers(), edges: [] };
  const [, operator, day] = /^last_order_date (=|<) (\d{4}-\d{2}-\d{2})$/.exec(query) ?? [];
  if (day === undefined || timezone !== 'UTC' || first > MOST) throw new GraphQLError(`the segment is not simulated: ${query}`);
  const days = [...shop.lastOrderDays()].filter(([on]) => (operator === '=' ? on === day : on < day));
  const members = days.flatMap(([, ids]) => ids).toSorted((one, other) => (one < other ? -1 : 1));
  const { passed, place } = passedIn(after);
  const { items, hasNextPage } = pageOf(place === null ? members : members.filter((id) => id > BigInt(place)), first, passed);
  const endCursor = cursorFor(items.at(-1), passed + items.length);
  return {
    totalCount: members.length,
    edges: items.map((id) => ({ cursor: cursorFor(id, 0), node: { id: `gid://shopify/CustomerSegmentMember/${id}` } })),
    pageInfo: { hasNextPage, hasPreviousPage: after != null, startCursor: null, endCursor },
  };
}
