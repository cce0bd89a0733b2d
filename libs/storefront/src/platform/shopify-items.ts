import { type Fields, isObject, objectIn } from '../mapping/fields.js';
import { readGraphql } from './calls/graphql-answer.js';
import type { PlatformAnswer } from './calls/platform-http.js';
import type { PlatformResult } from './calls/platform-result.js';

/** Without the permission to read products, Shopify refuses the whole query, so it must not ask for them then. */
const LINE = 'currentQuantity sku product { id productType category { name } }';
/** Lines of an order that a page brings. Few orders have more, and a line costs 3 points. */
const LINES = 15;
/** Orders per page with their lines: a query may cost 1,000 points. */
export const PAGE_WITH_ITEMS = 17;
/** Lines that count. */
const MOST_LINES = 100;

export const PAGED_ITEMS = ` lineItems(first: ${LINES}) { nodes { ${LINE} } pageInfo { hasNextPage } }`;
export const COLLECTED_ITEMS = ` lineItems { edges { node { ${LINE} } } }`;
const REST = `query OrderLines($id: ID!) { order(id: $id) { lineItems(first: ${MOST_LINES}) { nodes { ${LINE} } } } }`;

/** Reads the lines of the orders that have more of them than a page brings. */
export async function withAllLines(
  ask: (query: string, variables: object) => Promise<PlatformAnswer>,
  orders: readonly Fields[],
): Promise<PlatformResult<readonly Fields[]>> {
  const whole: Fields[] = [];
  for (const order of orders) {
    if (objectIn(objectIn(order['lineItems'])['pageInfo'])['hasNextPage'] !== true) {
      whole.push(order);
      continue;
    }
    const asked = readGraphql(await ask(REST, { id: order['id'] }), ({ order: found }) => objectIn(found)['lineItems']);
    if (asked.kind !== 'ok') return asked;
    whole.push(isObject(asked.value) ? { ...order, lineItems: asked.value } : order);
  }
  return { kind: 'ok', value: whole, pauseMs: 0 };
}

/**
 * Puts the lines of a collected file, which follow their order, into the order. Lines before the first order belong to an order that was longer
 * than a part of the file, whose first lines have come already.
 */
export function withLines(objects: readonly Fields[]): Fields[] {
  const orders: (Fields & { readonly lineItems: { readonly nodes: Fields[] } })[] = [];
  for (const object of objects) {
    if (object['__parentId'] === undefined) orders.push({ ...object, lineItems: { nodes: [] } });
    else orders.at(-1)?.lineItems.nodes.push(object);
  }
  return orders;
}

/** Returns the number of objects without the last order, whose lines may go on in the next part; all of them when it is the only one. */
export function wholeOrders(objects: readonly Fields[]): number {
  const last = objects.findLastIndex((object) => object['__parentId'] === undefined);
  return last <= 0 ? objects.length : last;
}
