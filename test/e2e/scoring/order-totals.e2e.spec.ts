import * as fc from 'fast-check';
import { type CustomerId, newId, toTenantId } from '#libs/core';
import { readTotals } from '#libs/orders';
import { type OrderFacts, totalsOf } from '#libs/scoring';
import { anyOrders, DAY_MS, daysAgo, NOON, order, unlinkedRefund } from '../../../libs/scoring/test-data/order-facts.js';
import { fillWithOrders } from '../../support/shop/any-orders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

describe('the orders of a customer, added up by the database', () => {
  let system: ChurnSystem;
  let shop: Shop;
  beforeAll(async () => {
    system = await ChurnSystem.start();
    shop = await system.shop();
  }, 60_000);
  afterAll(() => system.stop());

  const totalsInDatabase = async (rows: readonly OrderFacts[]): Promise<unknown> => {
    const id = newId();
    await fillWithOrders(system.owner, shop.tenantId, id, rows);
    return system.transaction(toTenantId(shop.tenantId), (db) => readTotals(db, id as CustomerId, NOON));
  };

  it('give the same totals as in memory, whatever the orders and refunds', async () => {
    await fc.assert(
      fc.asyncProperty(anyOrders, async (any) => {
        // In memory a difference of numbers beyond 2^53 is rounded.
        const rows = any.map((row) => ({ ...row, amount: row.amount === null ? null : Math.min(row.amount, 1e15) }));
        expect(await totalsInDatabase(rows)).toEqual(totalsOf(rows, NOON));
      }),
      { numRuns: 300 },
    );
  }, 120_000);

  it('give the same totals when many refunds name no order', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => {
      const at = daysAgo((i * 37) % 90) - ((i * 7_919) % DAY_MS);
      return i % 3 === 0 ? unlinkedRefund(500_000 + (i % 4), at) : order({ placedAtMs: at, amount: 500_000 + (i % 5) });
    });
    expect(await totalsInDatabase(rows)).toEqual(totalsOf(rows, NOON));
  });
});
