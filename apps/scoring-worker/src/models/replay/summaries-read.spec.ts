import { type CustomerId, customerIdOf, DAY_MS, FIRST_ID, LAST_ID, toTenantId } from '#libs/core';
import type { Database } from '#libs/database';
import { customerCount, earlierOfOne, NO_ORDERS, type OrderDays } from '#libs/scoring';
import { readHistory } from '../fit/read-history.js';
import { PastReader } from './read-past.js';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
/** Number of customers of a page. Each has a summary of a million orders, and so gets 500 days. */
const PAGE = 500;
const summed: OrderDays = {
  ...NO_ORDERS,
  offsets: Uint32Array.of(0, 0),
  earlier: earlierOfOne({ orders: 1_000_000, spent: null, firstAtMs: null, lastAtMs: null, untilMs: 20_000 * DAY_MS }),
};
const ids = Array.from({ length: PAGE }, (_, i): CustomerId => customerIdOf(TENANT, String(i)));
const page = { ids, days: new Map(ids.map((id) => [id, summed])), activity: new Map(), traits: new Map() };

/** Returns a database that gives these answers to transactions, and afterwards pages without end. */
function databaseWith(...answers: readonly unknown[]): Database {
  const left = [...answers];
  return { transaction: () => Promise.resolve(left.length > 0 ? left.shift() : page) } as unknown as Database;
}

describe('reading customers who have nothing but summaries', () => {
  const signal = new AbortController().signal;

  it('ends for a fit when their summaries will get 5,000,000 days', async () => {
    const database = databaseWith([], [], { after: FIRST_ID, until: LAST_ID });
    expect(customerCount(await readHistory(database, TENANT, 20_400, signal))).toBe(10_000);
  });

  it('ends a part of a replay when their summaries will get 5,000,000 days', async () => {
    const { value } = await new PastReader(databaseWith(), TENANT, signal).parts().next();
    expect(value).toMatchObject({ next: ids.at(-1) });
    expect(customerCount(value!.history)).toBe(10_000);
  });
});
