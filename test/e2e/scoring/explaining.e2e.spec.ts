import { DAY_MS, LIMITS } from '#libs/core';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

describe('the answer about one customer', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.start();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
    await shop.send(...[95, 65, 35].map((days) => order({ customer_id: 'regular', occurred_at: daysAgo(days) })));
  });

  const change = (columns: string): Promise<unknown> =>
    system.owner.query(`UPDATE customers SET ${columns} WHERE tenant_id = $1`, [shop.tenantId]);

  it('gives the reasons of the stored score, and the features of the day on which it is read', async () => {
    const before = await shop.churnOf('regular');
    expect(before.explanation.length).toBeGreaterThan(0);
    const later = await system.startAnother('api', { TEST_CLOCK_OFFSET_MS: String(20 * DAY_MS) });
    try {
      const after = await shop.via(later.url).churnOf('regular');
      expect(after.churn).toEqual(before.churn);
      expect([after.explanation, after.confidence]).toEqual([before.explanation, before.confidence]);
      expect([before.features, after.features]).toMatchObject([
        { recency_days: 35, frequency_orders_30d: 0 },
        { recency_days: 55, frequency_orders_30d: 0 },
      ]);
      expect([before.features_extended['overdue_ratio'], after.features_extended['overdue_ratio']]).toEqual([1.17, 1.83]);
    } finally {
      await later.stop();
    }
  });

  it('gives no reasons while the stored orders lead to another score than the stored one', async () => {
    await change('score = score - 0.01');
    const detail = await shop.churnOf('regular');
    expect(detail).toMatchObject({ explanation: [], confidence: 'medium', features: { recency_days: 35 } });
  });

  it('gives neither reasons nor a rhythm for more orders than can be read, and says so', async () => {
    await change(`orders_count = ${LIMITS.explainedOrders + 1}`);
    expect(await shop.churnOf('regular')).toMatchObject({
      features: { recency_days: 35 },
      features_extended: { avg_gap_days: null, overdue_ratio: null },
      explanation: [],
      warnings: [`more than ${LIMITS.explainedOrders} orders: this answer has neither features nor reasons`],
    });
  });
});
