import { DAY_MS } from '#libs/core';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { fittedModel, importHistory, modelOf, until } from '../../support/shop/simulated-shop.js';
import { moved } from '../../support/waiting/moved.js';

/** Days after the import on which the test looks, each with a fit. */
const DAYS = [1, 5, 6, 7, 8, 12, 13, 14, 15, 21, 22, 29];
const BATCH = 100;

/** Regulars who order every `gap` days, up to today. */
const regulars = (name: string, customers: number, gap: number, orders: number): object[] =>
  Array.from({ length: customers * orders }, (_, i) =>
    order({ customer_id: `${name}-${i % customers}`, occurred_at: daysAgo(((i % customers) % gap) + Math.floor(i / customers) * gap) }),
  );

interface Seen {
  readonly day: number;
  readonly horizon: number;
  readonly planned: { readonly horizon: number; readonly from: number; readonly text: string } | null;
}

describe('the automatic horizon of a shop whose customers order less often than before', () => {
  let system: ChurnSystem;
  let shop: Shop;
  const today = Math.floor(Date.now() / DAY_MS);

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'true', WORKER_QUEUES: 'scoring' });
    shop = await system.shop();
  }, 60_000);
  afterAll(() => system.stop());

  async function seenOn(day: number): Promise<Seen> {
    const { horizon_days: horizon, planned_horizon: planned } = await modelOf(shop);
    const from = planned === null ? null : Math.floor(Date.parse(planned.from) / DAY_MS) - today;
    return {
      day,
      horizon: horizon!,
      planned: planned === null ? null : { horizon: planned.horizon_days, from: from!, text: planned.text },
    };
  }

  const fittedAt = async (): Promise<number> =>
    Math.max(...(await shop.rows<{ fitted_at: Date }>('models', 'fitted_at')).map((row) => row.fitted_at.getTime()));

  it('moves by one announced step a week at most, however often a model is fitted', async () => {
    await importHistory(shop, regulars('weekly', 40, 10, 8));
    expect((await fittedModel(shop)).horizon_days).toBe(14);
    const first = await fittedAt();
    const rare = regulars('rare', 100, 80, 8);
    for (let start = 0; start < rare.length; start += BATCH) await shop.send(...rare.slice(start, start + BATCH));
    await until('a fit after the growth', async () => (await fittedAt()) > first, 60_000);

    const seen = [await seenOn(0)];
    for (const day of DAYS) {
      const before = await fittedAt();
      // Each visit is a weekly fit, so that fits come more often than weeks.
      await system.owner.query(`UPDATE model_fits SET fitted_at = ${moved('fitted_at', "- interval '8 days'")}, look_at = '2000-01-01' WHERE tenant_id = $1`, [shop.tenantId]); // prettier-ignore
      await system.setClock(day * DAY_MS);
      await until(`a fit on day ${day}`, async () => (await fittedAt()) > before, 60_000);
      seen.push(await seenOn(day));
    }

    expect(seen[0]).toMatchObject({ horizon: 14, planned: { horizon: 30, from: 7 } });
    expect(seen[0]!.planned!.text).toContain('the horizon is 30 days instead of 14');
    // From day 0 on, in the order of the visits.
    expect(seen.map(({ horizon }) => horizon)).toEqual([14, 14, 14, 14, 30, 30, 30, 30, 45, 45, 60, 60, 90]);
    for (const [i, { day, horizon }] of seen.entries()) {
      const last = seen[i - 1];
      if (last === undefined || last.horizon === horizon) continue;
      // The owner was told of this very step, for this day or an earlier one, and a week before.
      expect(last.planned).toMatchObject({ horizon });
      expect(last.planned!.from).toBeLessThanOrEqual(day);
      const told = seen.find(({ planned }) => planned?.horizon === horizon)!;
      expect(last.planned!.from - told.day).toBeGreaterThanOrEqual(7);
    }
    expect(seen.at(-1)!.planned).toBeNull();
  }, 400_000);
});
