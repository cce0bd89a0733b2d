import { setTimeout as sleep } from 'node:timers/promises';
import { isDone, logOf, number, PATH, ShopifyMerchant, until } from '../../support/destinations/shopify-merchant.js';
import { order } from '../../support/shop/builders.js';
import { gidOf } from '../../../tools/src/storefront-simulator/shopify/shopify-customers.js';
import { connect, integrationsOf } from '../../support/storefront/storefront.js';
import { eventually } from '../../support/waiting/eventually.js';
import { type DeliveryRow, lapsed, returnAndLapse, untilDeliveries } from '../../support/webhooks/webhook-shop.js';

let t: ShopifyMerchant;

beforeAll(async () => {
  t = await ShopifyMerchant.start();
}, 120_000);
afterAll(() => t.stop());
beforeEach(() => t.reset());

describe('a Shopify destination in trouble', () => {
  it('goes on with a bulk operation when its worker is killed, and newer values never yield to older ones', async () => {
    // Scored by the service itself: another model would push all profiles again.
    await t.merchant.shop.send(...lapsed(number(3)));
    await t.fill(40);
    t.bulk.isHeld = true;
    const id = await t.allow();
    await until('the operation', () => t.bulk.all.length === 1);
    // The state is stored a moment after Shopify has begun.
    await eventually('the state', async () => {
      const [row] = await t.merchant.shop.rows<{ progress: object | null }>('deliveries', 'progress');
      return row?.progress ?? null;
    });
    await t.system.worker.kill();
    await t.merchant.shop.post('/events', { events: [returnAndLapse(number(3)).back] }).expect(202);
    await t.system.worker.start();
    await sleep(1000);
    expect(t.customers.history.size).toBe(0);
    t.bulk.isHeld = false;
    await t.untilResynced(id);
    // The lease of a dead worker lasts 25 s.
    await eventually('the newer values', () => Promise.resolve(t.customers.history.get(gidOf(number(3)))?.length === 2 || null), 60_000);
    await eventually('the end', async () => ((await t.read(id))['pending_count'] === 0 ? true : null), 60_000);
    expect(t.bulk.begun.filter((field) => field === 'metafieldsSet')).toHaveLength(1);
    const { churn } = (await t.merchant.shop.get(`/customers/${number(3)}/churn`)).body;
    expect(t.customers.history.get(gidOf(number(3)))?.[1]).toBe(String(Number(churn.score)));
    expect(t.customers.shown(number(3)).tags).toEqual([`churn:${churn.label}`]);
  }, 150_000);

  it('waits for an operation that a dead worker began without a note of it, and then sends all again', async () => {
    await t.fill(30);
    t.bulk.isHeld = true;
    await t.allow();
    await until('the operation', () => t.bulk.all.length === 1);
    await t.system.worker.kill();
    await t.system.owner.query('UPDATE deliveries SET progress = NULL WHERE tenant_id = $1', [t.merchant.owner.tenantId]);
    await t.system.worker.start();
    await sleep(1000);
    expect(t.bulk.all).toHaveLength(1);
    t.bulk.isHeld = false;
    await eventually(
      'the end',
      async () => (await t.merchant.shop.rows<DeliveryRow>('deliveries', 'status')).every(isDone) || null,
      60_000,
    );
    expect(t.bulk.mostOpen).toBe(1);
    expect(t.bulk.begun.filter((field) => field === 'metafieldsSet')).toHaveLength(2);
    expect(t.customers.shown(number(1)).tags).toEqual(['churn:critical']);
  }, 120_000);

  it('gets the call again after 429, 503, THROTTLED, a failed upload and a failed operation', async () => {
    await t.fill(25);
    const id = await t.allow();
    await untilDeliveries(t.merchant.shop, 1, isDone);
    t.storefront.api.failures.push(
      { call: 'graphql BulkOperations', answer: { status: 429, headers: { 'Retry-After': '400' }, body: {} } },
      { call: 'graphql Stage', answer: { status: 503, body: {} } },
      {
        call: 'graphql Stage',
        answer: {
          status: 200,
          body: {
            errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
            extensions: {
              cost: { requestedQueryCost: 10, throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 0, restoreRate: 100 } },
            },
          },
        },
      },
    );
    t.graphql.files.failures.push(503);
    t.bulk.failures.push('INTERNAL_SERVER_ERROR');
    const started = Date.now();
    await t.calls.taken(t.merchant.owner.post(`${PATH}/${id}/resync`), 202);
    const rows = await untilDeliveries(t.merchant.shop, 2, isDone, 60_000);
    // 400 s at 200 times the speed.
    expect(Date.now() - started).toBeGreaterThan(2000);
    const log = rows.map(logOf).join('\n');
    for (const why of ['http_429', 'http_503', 'throttled', 'bulk_failed_internal_server_error'])
      expect(log).toContain(`Shopify answers: ${why}.`);
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 6]);
  }, 90_000);

  it('whose token was revoked says that the access has ended, and a new authorization brings all values', async () => {
    t.customers.add(number(1));
    const id = await t.allow();
    await t.merchant.shop.send(order({ customer_id: number(1) }));
    await until('the values', () => t.labelOf(1) !== undefined);
    t.customers.records.get(gidOf(number(1)))?.metafields.clear();
    t.shop.uninstall();
    t.customers.add(number(2));
    await t.merchant.shop.send(order({ customer_id: number(2) }));
    await eventually('the switch', async () => ((await t.read(id))['enabled'] === false ? true : null));
    expect(await t.read(id)).toMatchObject({ disabled_reason: 'access_ended' });
    await eventually('the mail', async () => {
      const subjects = (await t.system.mailbox.mailsTo(t.merchant.owner.email)).map(({ subject }) => subject);
      return subjects.includes('The destination Shop has been switched off') || null;
    });
    await eventually(
      'the connection',
      async () => ((await integrationsOf(t.merchant.owner)).status === 'reauthorize' ? true : null),
      30_000,
    );
    await connect(t.merchant.owner, t.shop);
    expect(await t.read(id)).toMatchObject({ enabled: true, disabled_reason: null });
    await until('all values', () => t.labelOf(1) !== undefined && t.labelOf(2) !== undefined);
    await t.merchant.owner.call('DELETE', '/integrations/storefront').expect(200);
    expect(await t.read(id)).toMatchObject({ enabled: false, disabled_reason: 'access_ended' });
  });

  it('forgets an erased customer also when the shop cannot be reached', async () => {
    t.customers.add(number(1));
    await t.allow();
    await t.merchant.shop.send(order({ customer_id: number(1) }));
    await until('the values', () => t.labelOf(1) !== undefined);
    await untilDeliveries(t.merchant.shop, 1, isDone);
    for (let i = 0; i < 8; i += 1) t.storefront.api.failures.push({ call: 'graphql BulkOperations', answer: { status: 503, body: {} } });
    await t.merchant.shop.call('DELETE', `/customers/${number(1)}`).expect(202);
    const removal = await eventually('the end', async () => {
      const rows = await t.merchant.shop.rows<DeliveryRow>('deliveries');
      return rows.find(({ event, status }) => event === 'profiles.removed' && status === 'dead_letter') ?? null;
    }, 60_000); // prettier-ignore
    expect(removal).toMatchObject({ body: null, dead_letter_reason: 'attempts_exhausted', attempts: 8 });
  }, 90_000);
});
