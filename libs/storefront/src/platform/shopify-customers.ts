import { type Fields, isObject, listIn, objectIn, ownId } from '../mapping/fields.js';
import { readGraphql } from './calls/graphql-answer.js';
import type { OrdersPage } from './orders-page.js';
import type { PlatformAnswer } from './calls/platform-http.js';
import type { PlatformResult } from './calls/platform-result.js';
import { RESTART_AT } from './shopify-cursor.js';
import { firstLastOrders } from './shopify-last-orders.js';

/** The place in the list of customers. Orders since `ordersSince` are imported one by one. */
interface CustomersCursor {
  /** ISO 8601. */
  readonly ordersSince: string;
  /** The platform's own cursor; null at the beginning of a list. */
  readonly after: string | null;
  /** The number of customers before it in the same list. */
  readonly passed?: number;
  /** The list begins after the customer with this number; absent for the first list. */
  readonly beyond?: string;
}

/** Customers per page. One costs 3 points, and a query may cost 1,000. */
const PAGE = 100;
const CUSTOMER = 'id createdAt numberOfOrders amountSpent { amount currencyCode } lastOrder { createdAt }';
const CUSTOMERS = `
query Customers($query: String!, $first: Int!, $after: String) {
  customers(query: $query, first: $first, after: $after) {
    nodes { ${CUSTOMER} }
    pageInfo { hasNextPage endCursor }
  }
}`;
const WITH_ORDERS = 'orders_count:>0';
/** The query of a bulk operation. */
export const ALL_CUSTOMERS = `{ customers(query: "${WITH_ORDERS}") { edges { node { ${CUSTOMER} } } } }`;
const NOTHING: OrdersPage = { text: '{"customers":[]}', cursor: null };

/** Returns the cursor of the first page of customers, which follows the last page of orders. */
export const firstCustomers = (ordersSince: Date): string => cursorOf({ ordersSince: ordersSince.toISOString(), after: null });

const cursorOf = (cursor: CustomersCursor): string => JSON.stringify(cursor);

/** Returns null when the text is not a cursor of customers. */
export function readCustomersCursor(text: string): CustomersCursor | null {
  if (!text.startsWith('{')) return null;
  const { ordersSince, after, passed, beyond, days } = JSON.parse(text) as Fields;
  if (days !== undefined || typeof ordersSince !== 'string' || (after !== null && typeof after !== 'string')) return null;
  return { ordersSince, after, ...(typeof passed === 'number' && { passed }), ...(typeof beyond === 'string' && { beyond }) };
}

/**
 * Reads the next customers with orders. A shop that does not show its customers has none: its orders are imported already.
 * @param ask asks the shop, with its token
 */
export async function customersPage(
  ask: (query: string, variables: object) => Promise<PlatformAnswer>,
  cursor: CustomersCursor,
): Promise<PlatformResult<OrdersPage>> {
  const { ordersSince, after, beyond } = cursor;
  const query = beyond === undefined ? WITH_ORDERS : `${WITH_ORDERS} AND id:>${beyond}`;
  const answer = await ask(CUSTOMERS, { query, first: PAGE, after });
  const page = readGraphql(answer, ({ customers: connection }) => {
    const customers = isObject(connection) ? listIn(connection['nodes']) : null;
    if (customers === null) throw new TypeError('there is no list');
    const { hasNextPage, endCursor } = objectIn(objectIn(connection)['pageInfo']);
    const isLast = hasNextPage !== true || typeof endCursor !== 'string';
    return {
      text: JSON.stringify({ customers, ordersSince }),
      cursor: isLast ? firstLastOrders(ordersSince) : nextCursor(cursor, customers, endCursor),
    };
  });
  return page.kind === 'refused' ? { kind: 'ok', value: NOTHING, pauseMs: 0 } : page;
}

/** Returns the cursor of the next page. Before the list gets too long for the platform, a new one begins after the last customer. */
function nextCursor({ passed = 0, ...cursor }: CustomersCursor, customers: readonly Fields[], after: string): string {
  const [reached, last] = [passed + customers.length, ownId(customers.at(-1) ?? {})];
  if (reached < RESTART_AT || last === null) return cursorOf({ ...cursor, after, passed: reached });
  return cursorOf({ ordersSince: cursor.ordersSince, after: null, beyond: last });
}
