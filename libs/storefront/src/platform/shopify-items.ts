import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#libs/core';
import { type Fields, isObject, objectIn } from '../mapping/fields.js';
import { readGraphql } from './calls/graphql-answer.js';
import type { PlatformAnswer } from './calls/platform-http.js';
import type { PlatformResult } from './calls/platform-result.js';

/** Without the permission to read products, Shopify refuses the whole query, so it must not ask for them then. */
const LINE = 'currentQuantity sku product { id productType category { name } }';
/** Lines of an order that a page brings. Few orders have more, and a line costs 3 points. */
const LINES = 15;
/** The most points that Shopify allows for a query. The next page nearly costs them. */
const MOST_POINTS = 1000;
/** Orders per page with their lines. */
export const PAGE_WITH_ITEMS = 17;
/** Lines that count. */
const MOST_LINES = 100;
/** Maximum waits for points: a single one, and all of a page together. 17 orders take about 50 s at 100 points a second. */
const LONGEST_WAIT_MS = 10 * SECOND_MS;
const ALL_WAITS_MS = 2 * MINUTE_MS;

export const PAGED_ITEMS = ` lineItems(first: ${LINES}) { nodes { ${LINE} } pageInfo { hasNextPage } }`;
export const COLLECTED_ITEMS = ` lineItems { edges { node { ${LINE} } } }`;
const REST = `query OrderLines($id: ID!) { order(id: $id) { lineItems(first: ${MOST_LINES}) { nodes { ${LINE} } } } }`;

/**
 * Reads the lines of the orders that have more of them than a page brings. While Shopify throttles, it waits and asks for the same order again:
 * to drop the page would spend the points on the page again. After the longest wait an order keeps the lines that the page brought.
 * @param wait pauses for some milliseconds
 */
export async function withAllLines(
  ask: (query: string, variables: object) => Promise<PlatformAnswer>,
  orders: readonly Fields[],
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<PlatformResult<readonly Fields[]>> {
  const askLines = async ({ id }: Fields): Promise<PlatformResult<unknown>> =>
    readGraphql(await ask(REST, { id }), ({ order: found }) => objectIn(found)['lineItems'], MOST_POINTS);
  const whole: Fields[] = [];
  let [pauseMs, waitsLeftMs] = [0, ALL_WAITS_MS];
  for (const order of orders) {
    if (objectIn(objectIn(order['lineItems'])['pageInfo'])['hasNextPage'] !== true) {
      whole.push(order);
      continue;
    }
    let asked = await askLines(order);
    while (isThrottled(asked) && waitsLeftMs > 0) {
      const waitMs = Math.min(asked.afterMs ?? LONGEST_WAIT_MS, LONGEST_WAIT_MS, waitsLeftMs);
      waitsLeftMs -= waitMs;
      await wait(waitMs);
      asked = await askLines(order);
    }
    if (asked.kind !== 'ok' && !isThrottled(asked)) return asked;
    pauseMs = asked.kind === 'ok' ? asked.pauseMs : LONGEST_WAIT_MS;
    whole.push(asked.kind === 'ok' && isObject(asked.value) ? { ...order, lineItems: asked.value } : order);
  }
  return { kind: 'ok', value: whole, pauseMs };
}

interface Throttled {
  readonly kind: 'later';
  readonly afterMs: number | null;
  readonly why: 'throttled';
}

const isThrottled = (result: PlatformResult<unknown>): result is Throttled => result.kind === 'later' && result.why === 'throttled';

/**
 * Puts the lines of a collected file into their order, which they follow. Lines before the first order are dropped: they belong to an order that
 * fills more than one part of the file, and the previous part has its first lines.
 */
export function withLines(objects: readonly Fields[]): Fields[] {
  const orders: (Fields & { readonly lineItems: { readonly nodes: Fields[] } })[] = [];
  for (const object of objects) {
    if (object['__parentId'] === undefined) orders.push({ ...object, lineItems: { nodes: [] } });
    else orders.at(-1)?.lineItems.nodes.push(object);
  }
  return orders;
}

/**
 * Returns the number of objects without the last order, whose lines may go on in the next part. If the part holds one order only, returns all
 * objects.
 */
export function wholeOrders(objects: readonly Fields[]): number {
  const last = objects.findLastIndex((object) => object['__parentId'] === undefined);
  return last <= 0 ? objects.length : last;
}
