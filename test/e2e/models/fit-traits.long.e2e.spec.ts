import { DAY_MS } from '#libs/core';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { fittedModel, importHistory, simulatedOrders } from '../../support/shop/simulated-shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { moved } from '../../support/waiting/moved.js';

interface OrderEvent {
  readonly customer_id: string;
  readonly occurred_at: string;
}

const TODAY = Math.floor(Date.now() / DAY_MS);

/** The last order of each customer. */
function lastOrders(orders: readonly OrderEvent[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const { customer_id: id, occurred_at: at } of orders) last.set(id, Math.max(last.get(id) ?? 0, Math.floor(Date.parse(at) / DAY_MS)));
  return last;
}

describe('the model of a shop that gives its customers traits', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'true' });
    shop = await system.shop();
  }, 60_000);
  afterAll(() => system.stop());

  const models = async (): Promise<number> => (await shop.rows('models', 'version')).length;
  async function fitAgain(): Promise<void> {
    const before = await models();
    await system.owner.query(`UPDATE model_fits SET fitted_at = ${moved('fitted_at', "- interval '8 days'")}, look_at = now() WHERE tenant_id = $1`, [shop.tenantId]); // prettier-ignore
    await eventually('another fit', async () => ((await models()) > before ? true : null));
    await shop.settled();
  }

  it('learns nothing from values of today, uses those that it could have known, and looks past freed names', async () => {
    const orders = simulatedOrders(500) as OrderEvent[];
    await importHistory(shop, orders);
    expect((await fittedModel(shop)).status).toBe('fitted');
    const last = [...lastOrders(orders)];
    for (const [id, day] of last.slice(0, 20)) {
      await shop
        .call('PUT', `/customers/${id}/traits`)
        .send({ interest: TODAY - day > 60 ? 0 : 5, noise: day % 7 })
        .expect(200);
    }
    // The values look as if the merchant had written them for months: each customer's interest ends with the last order, unless that is recent.
    await system.owner.query(
      `INSERT INTO customer_traits (tenant_id, customer_id, trait_id, from_days, numbers)
       SELECT $1, c.id, t.id, ARRAY[$2::int], ARRAY[CASE WHEN t.name = 'noise' THEN random() * 7 WHEN c.last_order_at < now() - interval '60 days' THEN 0 ELSE 5 END]
       FROM customers c, traits t WHERE c.tenant_id = $1 AND t.tenant_id = $1 ON CONFLICT DO NOTHING`,
      [shop.tenantId, TODAY],
    );
    await fitAgain();
    expect((await shop.get('/churn/model')).body.traits).toEqual([]);

    // The same values began when they became true.
    await system.owner.query(
      `UPDATE customer_traits v SET
         from_days = CASE WHEN numbers[1] = 5 THEN ARRAY[$2::int - 500] ELSE ARRAY[$2 - 500, greatest($2 - 499, floor(extract(epoch FROM c.last_order_at AT TIME ZONE 'UTC') / 86400)::int + 1)] END,
         numbers = CASE WHEN numbers[1] = 5 THEN ARRAY[5] ELSE ARRAY[5, 0] END::float8[]
       FROM customers c, traits t
       WHERE v.tenant_id = $1 AND c.tenant_id = $1 AND c.id = v.customer_id AND t.tenant_id = $1 AND t.id = v.trait_id AND t.name = 'interest'`,
      [shop.tenantId, TODAY],
    );
    await system.owner.query(
      `UPDATE customer_traits v SET from_days = ARRAY[$2::int - 500] FROM traits t
       WHERE v.tenant_id = $1 AND t.tenant_id = $1 AND t.id = v.trait_id AND t.name = 'noise'`,
      [shop.tenantId, TODAY],
    );
    await fitAgain();
    const { traits } = (await shop.get('/churn/model')).body as {
      traits: { name: string; log_loss_before: number; log_loss_after: number }[];
    };
    expect(traits.map(({ name }) => name)).toEqual(['interest']);
    expect(traits[0]!.log_loss_after).toBeLessThan(traits[0]!.log_loss_before);
    expect((await shop.get('/traits')).body.data).toMatchObject([
      { name: 'interest', used_by_model: true },
      { name: 'noise', used_by_model: false },
    ]);

    await shop.delete('/traits/interest').expect(200);
    await eventually('the scores without it', async () => {
      const asked = await shop.rows<{ rescored: boolean }>('models', 'rescored');
      const jobs = await shop.rows<{ status: string }>('churn_jobs', 'status');
      return asked.every(({ rescored }) => rescored) && jobs.every(({ status }) => status === 'completed') ? true : null;
    });
    // A new trait with the name of a freed one is unknown to the model.
    const [id] = last[0]!;
    const before = (await shop.get(`/customers/${id}/churn`)).body.churn.score;
    await shop.call('PUT', `/customers/${id}/traits`).send({ interest: 9000 }).expect(200);
    await shop.settled();
    expect((await shop.get(`/customers/${id}/churn`)).body.churn.score).toBe(before);
    expect((await shop.get('/traits')).body.data[0]).toMatchObject({ name: 'interest', used_by_model: false });
    await fitAgain();
    expect((await shop.get('/churn/model')).body.traits).toEqual([]);
  }, 300_000);
});
