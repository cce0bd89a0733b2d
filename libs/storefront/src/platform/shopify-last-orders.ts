import { DAY_MS } from '#libs/core';
import { type Fields, isObject, listIn, objectIn, ownId } from '../mapping/fields.js';
import { readGraphql } from './calls/graphql-answer.js';
import type { OrdersPage } from './orders-page.js';
import type { PlatformAnswer } from './calls/platform-http.js';
import type { PlatformResult } from './calls/platform-result.js';

/** A day, UTC, and the number of customers whose last order was placed on it. */
type DayCount = readonly [day: string, customers: number];

/** The place in the days of last orders, from the latest back to the first. */
interface LastOrdersCursor {
  /** ISO 8601. Orders since then are imported one by one. */
  readonly ordersSince: string;
  /** The days before this one are not counted yet; null when none is left. */
  readonly before: string | null;
  /** Customers of the days before `before`; null until it is counted. */
  readonly older: number | null;
  /** No last order is older than this day; null until it is counted. */
  readonly oldest: string | null;
  /** Counted days whose customers are not read yet. */
  readonly days: readonly DayCount[];
  /** The platform's own cursor in the customers of the first of the days; null at the beginning. */
  readonly after: string | null;
}

/** The customers of a page whose last order was placed on a day. */
export interface LastOrders {
  /** UTC, such as 2024-02-19. */
  readonly on: string;
  readonly ids: readonly string[];
}

/** Days per query of counts. Each costs 3 points, and a query may cost 1,000. */
const DAYS = 50;
/** Years in which the first query looks for the oldest last order. */
const YEARS = 10;
/** Customers per page. Each costs a point. */
const PAGE = 250;
/** The most points of a page: the customers, and three for each day. */
const MOST_POINTS = PAGE + 3 * DAYS;
/** Shopify opened in 2006, so no order is older. */
const OLDEST = '2006-01-01';
const NO_CUSTOMERS = '{"lastOrders":[]}';

/** Returns the cursor of the first page, which follows the customers of a shop. */
export const firstLastOrders = (ordersSince: string): string =>
  JSON.stringify({
    ordersSince,
    before: dayAfter(ordersSince.slice(0, 10), 1),
    older: null,
    oldest: null,
    days: [],
    after: null,
  } satisfies LastOrdersCursor);

/** Returns null when the text is not a cursor of last orders. */
export function readLastOrdersCursor(text: string): LastOrdersCursor | null {
  if (!text.startsWith('{')) return null;
  const { ordersSince, before, older, oldest, days, after } = JSON.parse(text) as Fields;
  if (typeof ordersSince !== 'string' || !Array.isArray(days)) return null;
  return {
    ordersSince,
    before: textOf(before),
    older: typeof older === 'number' ? older : null,
    oldest: textOf(oldest),
    days: days as DayCount[],
    after: textOf(after),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns what is still to be read; null when the cursor is another one, or nothing is counted yet. */
export function lastOrdersLeft(cursor: string): { readonly customers: number; readonly counts: number } | null {
  const place = readLastOrdersCursor(cursor);
  if (place === null || place.older === null) return null;
  const { before, oldest } = place;
  const days = before === null || oldest === null ? 0 : (Date.parse(before) - Date.parse(oldest)) / DAY_MS;
  return { customers: place.days.reduce((sum, [, customers]) => sum + customers, place.older), counts: Math.ceil(days / DAYS) };
}

/**
 * Reads the day of the last order of customers who have not ordered since `ordersSince`. Shopify does not show these orders, but it finds
 * customers by the day of their last one. A page either counts days or reads the customers of counted days. A shop that refuses has no more pages.
 * @param ask asks the shop, with its token
 */
export async function lastOrdersPage(
  ask: (query: string) => Promise<PlatformAnswer>,
  cursor: LastOrdersCursor,
): Promise<PlatformResult<OrdersPage>> {
  const page = cursor.days.length > 0 ? await readCustomers(ask, cursor) : await countDays(ask, cursor);
  return page.kind === 'refused' ? { kind: 'ok', value: { text: NO_CUSTOMERS, cursor: null }, pauseMs: 0 } : page;
}

type Ask = (query: string) => Promise<PlatformAnswer>;

async function countDays(ask: Ask, cursor: LastOrdersCursor): Promise<PlatformResult<OrdersPage>> {
  const days = Array.from({ length: DAYS }, (_, back) => dayAfter(cursor.before ?? OLDEST, -1 - back));
  const earliest = days.at(-1)!;
  const years = cursor.oldest === null ? yearsBefore(earliest) : [];
  const beyond = years.map((day, n) => count(`y${n}`, before(day))).join(' ');
  const query = `query LastOrderDays { ${beyond} ${count('older', before(earliest))} ${days.map((day, n) => count(`d${n}`, on(day))).join(' ')} }`;
  const read = (data: Fields): OrdersPage => {
    const countOf = (name: string): number => Number(objectIn(data[name])['totalCount'] ?? 0);
    const found = days.map((day, n): DayCount => [day, countOf(`d${n}`)]).filter(([, customers]) => customers > 0);
    const older = countOf('older');
    const oldest = cursor.oldest ?? years.find((_, n) => countOf(`y${n}`) === 0) ?? OLDEST;
    const next = older > 0 && earliest > OLDEST ? earliest : null;
    return { text: NO_CUSTOMERS, cursor: cursorOf({ ...cursor, before: next, older, oldest, days: found, after: null }) };
  };
  return readGraphql(await ask(query), read, MOST_POINTS);
}

async function readCustomers(ask: Ask, cursor: LastOrdersCursor): Promise<PlatformResult<OrdersPage>> {
  const { ordersSince, days, after } = cursor;
  const asked = days.slice(0, fitting(days));
  const first = Math.min(PAGE, Math.max(...asked.map(([, customers]) => customers)));
  const list = ([day]: DayCount, n: number): string =>
    `d${n}: ${members(on(day), first, after)} { edges { node { id } } pageInfo { hasNextPage endCursor } }`;
  const read = (data: Fields): OrdersPage => {
    const connections = asked.map((_, n) => objectIn(data[`d${n}`]));
    const lastOrders = asked.map(([day], n): LastOrders => ({ on: day, ids: idsIn(connections[n]!) }));
    const { hasNextPage, endCursor } = objectIn(connections.at(-1)!['pageInfo']);
    // Only a day of its own has more customers than a page.
    const goesOn = asked.length === 1 && hasNextPage === true && typeof endCursor === 'string';
    const rest = goesOn ? { days, after: endCursor } : { days: days.slice(asked.length), after: null };
    return { text: JSON.stringify({ lastOrders, ordersSince }), cursor: cursorOf({ ...cursor, ...rest }) };
  };
  return readGraphql(await ask(`query LastOrders { ${asked.map(list).join(' ')} }`), read, MOST_POINTS);
}

/** Returns how many of the days fit on one page. Each of them is asked for as many customers as the fullest has. */
function fitting(days: readonly DayCount[]): number {
  let [fits, fullest] = [1, days[0]![1]];
  for (; fits < days.length; fits += 1) {
    fullest = Math.max(fullest, days[fits]![1]);
    if (fullest * (fits + 1) > PAGE) break;
  }
  return fits;
}

const cursorOf = (cursor: LastOrdersCursor): string | null =>
  cursor.before === null && cursor.days.length === 0 ? null : JSON.stringify(cursor);

const count = (name: string, filter: string): string => `${name}: ${members(filter, 1)} { totalCount }`;
const before = (day: string): string => `last_order_date < ${day}`;
/** Returns the days one, two and more years before a day, which tell how far back the customers go. */
const yearsBefore = (day: string): string[] => Array.from({ length: YEARS }, (_, n) => dayAfter(day, -365 * (n + 1)));
const on = (day: string): string => `last_order_date = ${day}`;
const members = (filter: string, first: number, after: string | null = null): string =>
  `customerSegmentMembers(query: ${JSON.stringify(filter)}, timezone: "UTC", first: ${first}${after === null ? '' : `, after: ${JSON.stringify(after)}`})`;

const idsIn = (connection: Fields): string[] =>
  (listIn(connection['edges']) ?? []).flatMap(({ node }) => (isObject(node) ? (ownId(node) ?? []) : []));

const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
