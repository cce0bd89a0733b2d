import { randomUUID } from 'node:crypto';
import { customerIdOf, SECOND_MS, toTenantId } from '#libs/core';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { endOf } from '../../support/shop/jobs.js';
import type { Shop } from '../../support/shop/shop.js';

const ORDERS = 100_000;
const FILL = `
INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at, currency)
SELECT $1, 'order:' || i, $2, at, 2, at, 10, at, 'EUR'
FROM generate_series(1, ${ORDERS}) i, LATERAL (SELECT now() - (i % 700) * interval '1 day' - (i % 1440) * interval '1 minute' AS at) t`;

describe('a person with two identifiers', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'false' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const join = (id: string, alias: string) => shop.post(`/customers/${id}/aliases`, { alias }).expect(200);
  const ordersOf = async (id: string): Promise<number> => (await shop.churnOf(id)).features_extended.orders_total;

  /** Returns the tables of the whole database in which a row contains the text. */
  async function tablesWith(text: string): Promise<string[]> {
    const { rows } = await system.owner.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 'm', 'p') AND relnamespace = 'public'::regnamespace`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const hits = await system.owner.query(`SELECT FROM ${name} t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [text]);
      if (hits.rowCount !== 0) found.push(name);
    }
    return found.toSorted();
  }

  it.each(['customer', 'alias'])('is erased whole by the %s', async (named) => {
    const [id, alias] = [`leaver-${randomUUID()}`, `guest-${randomUUID()}`];
    await shop.send(order({ customer_id: id, occurred_at: daysAgo(50) }), order({ customer_id: 'stayer', occurred_at: daysAgo(20) }));
    await shop.send(order({ customer_id: alias, occurred_at: daysAgo(30) }), order({ customer_id: alias, occurred_at: daysAgo(10) }));
    await shop.call('PUT', `/customers/${alias}/traits`).send({ points: 12 }).expect(200);
    await join(id, alias);
    await shop.settled();
    await shop.send(order({ customer_id: alias, event_type: 'page_viewed', value: undefined }));
    await shop.post('/events', batch(order({ customer_id: alias, value: -1 })));
    const internal = [id, alias].map((each) => customerIdOf(toTenantId(shop.tenantId), each));
    expect(await tablesWith(internal[1]!)).toEqual(
      expect.arrayContaining(['customer_aliases', 'customer_traits', 'customers', 'events', 'orders']),
    );
    await shop.post('/events', batch(order({ customer_id: alias, occurred_at: daysAgo(1) }))).expect(202);
    const { body } = await shop.delete(`/customers/${named === 'alias' ? alias : id}`).expect(202);
    await shop.delete(`/customers/${id}/aliases/${alias}`).expect(409);
    await shop.post('/customers/stayer/aliases', { alias: id }).expect(409);
    expect(await endOf(shop, (body as { job_id: string }).job_id)).toMatchObject({ status: 'completed', processed: 1, failed: 0 });
    await shop.settled();
    for (const text of [id, alias, ...internal]) expect([text, await tablesWith(text)]).toEqual([text, []]);
    expect((await shop.get('/customers')).body.data).toMatchObject([{ external_id: 'stayer' }]);
    const { distribution } = (await shop.get('/churn/analytics')).body as { distribution: Record<string, number> };
    expect(Object.values(distribution).reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it('with 100,000 orders is joined and separated at once, and scored by reading days', async () => {
    const guest = customerIdOf(toTenantId(shop.tenantId), 'guest');
    await system.owner.query(FILL, [shop.tenantId, guest]);
    await system.owner.query('VACUUM ANALYZE orders');
    for (const _ of [1, 2]) {
      await shop
        .post('/events', batch(order({ customer_id: 'guest', occurred_at: daysAgo(1) }), order({ customer_id: 'ada' })))
        .expect(202);
      await shop.settled(120_000);
    }
    const took = performance.now();
    await join('ada', 'guest');
    expect(performance.now() - took).toBeLessThan(2 * SECOND_MS);
    await shop.settled(120_000);
    expect((await shop.get('/customers/ada')).body).toMatchObject({ orders_count: ORDERS + 4, aliases: [{ alias: 'guest' }] });
    for (const id of ['guest', 'ada']) await shop.send(order({ customer_id: id, occurred_at: daysAgo(2) }));
    expect(await ordersOf('ada')).toBe(ORDERS + 6);
    await shop.delete('/customers/ada/aliases/guest').expect(200);
    await shop.settled(120_000);
    expect([(await shop.get('/customers/ada')).body.orders_count, (await shop.get('/customers/guest')).body.orders_count]).toEqual([
      3,
      ORDERS + 3,
    ]);
  }, 400_000);

  it('loses nothing when the worker dies while the two are joined and separated', async () => {
    await shop.send(...[90, 60, 30].map((days) => order({ customer_id: 'ada', occurred_at: daysAgo(days) })));
    for (let round = 0; round < 3; round += 1) {
      await shop.post('/events', batch(order({ customer_id: 'guest', occurred_at: daysAgo(20 - round) }))).expect(202);
      await join('ada', 'guest');
      await shop.post('/events', batch(order({ customer_id: 'guest', occurred_at: daysAgo(10 - round) }))).expect(202);
      await system.worker.kill();
      await system.worker.start();
      await shop.settled();
      expect(await ordersOf('guest')).toBe(3 + 2 * (round + 1));
      if (round === 2) break;
      await shop.delete('/customers/ada/aliases/guest').expect(200);
      await system.worker.kill();
      await system.worker.start();
      await shop.settled();
      expect([await ordersOf('ada'), await ordersOf('guest')]).toEqual([3, 2 * (round + 1)]);
    }
  }, 120_000);
});
