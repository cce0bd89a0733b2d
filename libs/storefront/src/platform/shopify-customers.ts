import { type Fields, isObject, listIn, objectIn } from '../mapping/fields.js';
import { readGraphql } from './graphql-answer.js';
import type { OrdersPage } from './orders-page.js';
import type { PlatformAnswer } from './platform-http.js';
import type { PlatformResult } from './platform-result.js';

/** The place in the list of customers. Orders since `ordersSince` are imported one by one. */
interface CustomersCursor {
  /** ISO 8601. */
  readonly ordersSince: string;
  /** The platform's own cursor; null at the beginning. */
  readonly after: string | null;
}

/** Customers per page. One costs 3 points, and a query may cost 1,000. */
const PAGE = 100;
const CUSTOMERS = `
query Customers($query: String!, $first: Int!, $after: String) {
  customers(query: $query, first: $first, after: $after) {
    nodes { id createdAt numberOfOrders amountSpent { amount currencyCode } lastOrder { createdAt } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const NOTHING: OrdersPage = { text: '{"customers":[]}', cursor: null };

/** Returns the cursor of the first page of customers, which follows the last page of orders. */
export const firstCustomers = (ordersSince: Date): string => cursorOf({ ordersSince: ordersSince.toISOString(), after: null });

const cursorOf = (cursor: CustomersCursor): string => JSON.stringify(cursor);

/** Returns whether an import has read the orders of a shop and reads what its customers ordered before. */
export const readsCustomers = (cursor: string | null): boolean => cursor !== null && readCustomersCursor(cursor) !== null;

/** Returns null when the text is not a cursor of customers. */
export function readCustomersCursor(text: string): CustomersCursor | null {
  if (!text.startsWith('{')) return null;
  const { ordersSince, after } = JSON.parse(text) as Fields;
  return typeof ordersSince === 'string' && (after === null || typeof after === 'string') ? { ordersSince, after } : null;
}

/**
 * Reads the next customers with orders. A shop that does not show its customers has none: its orders are imported already.
 * @param ask asks the shop, with its token
 */
export async function customersPage(
  ask: (query: string, variables: object) => Promise<PlatformAnswer>,
  { ordersSince, after }: CustomersCursor,
): Promise<PlatformResult<OrdersPage>> {
  const answer = await ask(CUSTOMERS, { query: 'orders_count:>0', first: PAGE, after });
  const page = readGraphql(answer, ({ customers: connection }) => {
    const customers = isObject(connection) ? listIn(connection['nodes']) : null;
    if (customers === null) throw new TypeError('there is no list');
    const { hasNextPage, endCursor } = objectIn(objectIn(connection)['pageInfo']);
    const isLast = hasNextPage !== true || typeof endCursor !== 'string';
    return { text: JSON.stringify({ customers, ordersSince }), cursor: isLast ? null : cursorOf({ ordersSince, after: endCursor }) };
  });
  return page.kind === 'refused' ? { kind: 'ok', value: NOTHING, pauseMs: 0 } : page;
}
