import { type CustomerId, customerIdOf, toTenantId } from '#libs/core';
import { foldWaiting } from '#libs/ingestion';
import { batch, daysAgo, order, refund } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';

const NAMES = ['c-0', 'c-1', 'c-2'];

describe('scores of customers whose orders change elsewhere', () => {
  let system: ChurnSystem;
  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '200' });
  }, 60_000);
  afterAll(() => system.stop());

  const idOf = (of: Shop, name: string): CustomerId => customerIdOf(toTenantId(of.tenantId), name);
  const foldFor = (of: Shop, names: readonly string[]): Promise<void> =>
    system.transaction(toTenantId(of.tenantId), (db) => foldWaiting(db, names.map((name) => idOf(of, name)))); // prettier-ignore

  it.each([
    ['waits', false],
    ['was set aside', true],
  ])(
    'count an order that others folded from a request that %s, and another one of its day',
    async (_, isSetAside) => {
      const away = await system.shop();
      await away.send(...NAMES.map((name) => order({ customer_id: name })));
      await system.worker.stop();
      const today = (): Promise<unknown> =>
        away.post('/events', batch(...NAMES.map((name) => order({ customer_id: name, occurred_at: daysAgo(2) })))).expect(202);
      await today();
      if (isSetAside)
        await system.owner.query('UPDATE score_requests SET alone = true, set_aside = true WHERE tenant_id = $1', [away.tenantId]);
      await foldFor(away, NAMES);
      await system.owner.query('DELETE FROM score_requests WHERE tenant_id = $1 AND set_aside', [away.tenantId]);
      await today();
      await system.worker.start();
      expect(await away.settledRows('customers', 'orders_count')).toEqual(NAMES.map(() => ({ orders_count: 3 })));
    },
    60_000,
  );

  it('follow an order to another customer, a new currency, and orders that others folded while the worker was away', async () => {
    const moving = await system.shop();
    await moving.send(...NAMES.map((name) => order({ customer_id: name, data: { order_id: name } })));
    await system.worker.stop();
    const moved = order({ customer_id: 'c-1', occurred_at: daysAgo(3), data: { order_id: 'c-0', updated_at: daysAgo(3) } });
    const foreign = order({ customer_id: 'c-2', occurred_at: daysAgo(4), data: { currency: 'USD' } });
    await moving.post('/events', batch(moved, foreign, refund({ customer_id: 'c-2', value: 50 }))).expect(202);
    await foldFor(moving, ['c-1']);
    await system.worker.start();
    const counts = async () => sorted(await moving.settledRows('customers', 'external_id, orders_count, monetary_total'));
    expect(await counts()).toEqual([
      { external_id: 'c-0', orders_count: 0, monetary_total: '0.0000' },
      { external_id: 'c-1', orders_count: 2, monetary_total: '100.0000' },
      { external_id: 'c-2', orders_count: 1, monetary_total: '0.0000' },
    ]);
    await system.owner.query(`UPDATE tenants SET currency = 'USD' WHERE id = $1`, [moving.tenantId]);
    await moving.send(order({ customer_id: 'c-2', value: 7, data: { currency: 'USD' } }));
    expect(await counts()).toContainEqual({ external_id: 'c-2', orders_count: 2, monetary_total: '57.0000' });
  }, 60_000);

  it('wait for a minute where a customer has very many orders, and keep what the events say', async () => {
    const tills = await system.shop();
    await tills.send(order({ customer_id: 'till' }), order({ customer_id: 'person' }));
    await system.owner.query(`UPDATE customers SET orders_count = 6000 WHERE tenant_id = $1 AND external_id = 'till'`, [tills.tenantId]);
    const both = (day: number): Promise<unknown> =>
      tills
        .post('/events', batch(...['till', 'person'].map((name) => order({ customer_id: name, occurred_at: daysAgo(day) }))))
        .expect(202);
    const columns = 'external_id, orders_count, last_activity_at';
    const rows = async () =>
      Object.fromEntries((await tills.rows<{ external_id: string; orders_count: number; last_activity_at: Date }>('customers', columns)).map((row) => [row.external_id, row])); // prettier-ignore
    for (const day of [3, 2, 1]) {
      await both(day);
      await eventually('the score of the person', async () => ((await rows())['person']!.orders_count === 5 - day ? true : null));
    }
    const waiting = await rows();
    expect(waiting['till']).toMatchObject({ orders_count: 6000, last_activity_at: waiting['person']!.last_activity_at });
    expect(await tills.rows('score_requests', 'due_at > now() AS is_later')).toEqual([{ is_later: true }]);
    await system.owner.query(`UPDATE customers SET calculated_at = now() - interval '2 minutes' WHERE tenant_id = $1`, [tills.tenantId]);
    await system.owner.query('UPDATE score_requests SET due_at = now() WHERE tenant_id = $1', [tills.tenantId]);
    await tills.settled();
    expect((await rows())['till']).toMatchObject({ orders_count: 4 });
  }, 60_000);
});

const sorted = <Row>(rows: readonly Row[]): Row[] => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
