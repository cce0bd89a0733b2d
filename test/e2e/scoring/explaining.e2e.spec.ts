import type { ChurnDetail } from '#libs/client';
import { DAY_MS, LIMITS } from '#libs/core';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

const HOUR_MS = 3_600_000;

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

  it('counts the days of a calendar where the shop is, in reasons, list and page alike', async () => {
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const at = (days: number): string => new Date(midnight - days * DAY_MS - HOUR_MS).toISOString();
    // At 23:00 UTC, the last time 50 full days before midnight.
    await shop.send(...[80, 70, 60, 50].map((days) => order({ customer_id: 'late', occurred_at: at(days) })));
    // Read at 01:00 UTC of the next day: 52 midnights in UTC, and 51 in Tokyo, where it was morning.
    const night = await system.startAnother('api', { TEST_CLOCK_OFFSET_MS: String(midnight + DAY_MS + HOUR_MS - Date.now()) });
    try {
      const read = async (): Promise<unknown> => {
        const detail = await shop.via(night.url).churnOf('late');
        const { body } = await shop.via(night.url).get('/customers/late').expect(200);
        const [silence] = detail.explanation;
        const within = Number(/would have ordered within (\d+)/.exec(silence?.text ?? '')?.[1]);
        expect([silence?.value, detail.overdue_days]).toEqual([detail.features_extended.days_since_order, body.overdue_days]);
        expect(silence?.text).toContain(`No order for ${silence?.value} days.`);
        return { silent: silence?.value, overdue: (detail.overdue_days ?? Number.NaN) + within, recency: detail.features.recency_days };
      };
      expect(await read()).toEqual({ silent: 52, overdue: 52, recency: 51 });
      await system.owner.query(`UPDATE tenants SET timezone = 'Asia/Tokyo' WHERE id = $1`, [shop.tenantId]);
      expect(await read()).toEqual({ silent: 51, overdue: 51, recency: 51 });
    } finally {
      await night.stop();
    }
  });

  it('says who is late from the midnight on that makes them so, as the list does, before the nightly calculation', async () => {
    await shop.send(...[77, 70, 63].map((days) => order({ customer_id: 'weekly', occurred_at: daysAgo(days) })));
    const stored = await shop.settledRows<{ id: string; since: string | null; from: string | null }>(
      'customers',
      'external_id AS id, late_since::text AS since, late_from::text AS from',
    );
    const regular = stored.find(({ id }) => id === 'regular');
    expect(stored.find(({ id }) => id === 'weekly')).toMatchObject({ since: expect.any(String), from: null });
    expect(regular).toMatchObject({ since: null, from: expect.any(String) });
    const midnight = Date.parse(`${regular?.from}T00:00:00Z`);

    const readAt = async (ms: number): Promise<ChurnDetail> => {
      const night = await system.startAnother('api', { TEST_CLOCK_OFFSET_MS: String(ms - Date.now()) });
      try {
        const detail = await shop.via(night.url).churnOf('regular');
        const { body } = await shop.via(night.url).get('/customers').expect(200);
        const { data } = body as { data: readonly { external_id: string }[] };
        const { late_since: since, overdue_days: overdue, lifecycle, churn } = detail;
        expect(data.find(({ external_id: id }) => id === 'regular')).toMatchObject({
          late_since: since,
          overdue_days: overdue,
          lifecycle,
          churn,
        });
        return detail;
      } finally {
        await night.stop();
      }
    };
    const stale = await readAt(midnight + HOUR_MS);
    expect(stale).toMatchObject({ stale: true, late_since: new Date(midnight).toISOString(), next_order_window: null });
    // Each customer now has the score that the nightly passes until then would have calculated.
    await change('due_on = late_from');
    const before = await readAt(midnight - HOUR_MS);
    expect(before).toMatchObject({ late_since: null, overdue_days: null, next_order_window: { to: expect.any(String) } });
    const after = await readAt(midnight + HOUR_MS);
    expect(after).toMatchObject({ stale: false, late_since: new Date(midnight).toISOString(), overdue_days: 1, next_order_window: null });
    expect(after.explanation[0]?.value).toBe(after.features_extended.days_since_order);
    expect([after.churn, after.lifecycle]).toEqual([before.churn, before.lifecycle]);
  }, 60_000);

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
