import { FIRST_NUMBER, isDone, logOf, number, PATH, ShopifyMerchant, until } from '../../support/destinations/shopify-merchant.js';
import { merchantOf } from '../../support/people/merchant.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { gidOf } from '../../../tools/src/storefront-simulator/shopify/shopify-customers.js';
import { beginConnection, connect } from '../../support/storefront/storefront.js';
import { eventually } from '../../support/waiting/eventually.js';
import { lapsed, returnAndLapse, untilDeliveries } from '../../support/webhooks/webhook-shop.js';

const KEYS = ['campaign_offer', 'campaign_offer_text', 'churn_label', 'churn_score', 'lifecycle', 'next_order_p50', 'revenue_at_risk'].map(
  (key) => `$app:churn.${key}`,
);

let t: ShopifyMerchant;

beforeAll(async () => {
  t = await ShopifyMerchant.start();
}, 120_000);
afterAll(() => t.stop());
beforeEach(() => t.reset());

describe('a Shopify destination', () => {
  it('waits for the permission to change customers, which the shop is asked for only then', async () => {
    await t.calls.refused(t.merchant.owner.post(PATH, { kind: 'shopify', name: 'Shop' }), 409, 'conflict');
    expect(await beginConnection(t.merchant.owner, t.shop.domain)).not.toContain('write_customers');
    await connect(t.merchant.owner, t.shop);
    const { body } = await t.calls.taken(t.merchant.owner.post(PATH, { kind: 'shopify', name: 'Shop' }), 201);
    expect(body).toMatchObject({ kind: 'shopify', enabled: false, disabled_reason: 'access_missing', url: null, key_hint: null });
    await t.calls.refused(t.merchant.owner.call('PATCH', `${PATH}/${body.id}`).send({ enabled: true }), 409, 'conflict');
    await t.calls.refused(t.merchant.owner.post(`${PATH}/${body.id}/test`), 409, 'conflict');
    await t.calls.refused(t.merchant.owner.post(PATH, { kind: 'shopify', name: 'Again' }), 409, 'conflict');
    for (const field of [{ key: 'x' }, { url: 'https://example.com/' }])
      await t.calls.refused(t.merchant.owner.post(PATH, { kind: 'shopify', name: 'Shop', ...field }), 400, 'validation_error');
    expect(new URL(await beginConnection(t.merchant.owner, t.shop.domain)).searchParams.get('scope')).toContain('write_customers');
    await connect(t.merchant.owner, t.shop);
    expect(await t.read(body.id)).toMatchObject({ enabled: true, disabled_reason: null });
    const { body: test } = await t.calls.taken(t.merchant.owner.post(`${PATH}/${body.id}/test`));
    expect(test).toMatchObject({ status: 'success', event: 'profiles.updated' });
  });

  it('gets metafields with definitions and one tag of each customer, and leaves the tags of the merchant alone', async () => {
    for (const i of [1, 2]) t.customers.add(number(i), ['vip', 'churn:low']);
    await t.merchant.shop.send(
      ...lapsed(number(1)),
      ...[30, 60, 90, 120].map((days) => order({ customer_id: number(2), occurred_at: daysAgo(days) })),
    );
    await t.merchant.shop.send(order({ customer_id: 'not-of-the-shop' }));
    await t.merchant.shop.settled();
    await t.untilResynced(await t.allow());
    await until('the values', () => t.labelOf(2) !== undefined);
    const { body } = await t.merchant.shop.get(`/customers/${number(2)}/churn`);
    await untilDeliveries(t.merchant.shop, 1, isDone);
    expect(t.customers.shown(number(2))).toEqual({
      values: {
        '$app:churn.churn_score': String(Number(body.churn.score)),
        '$app:churn.churn_label': body.churn.label,
        '$app:churn.lifecycle': body.lifecycle,
        '$app:churn.revenue_at_risk': String(Number(body.revenue_at_risk)),
        '$app:churn.next_order_p50': body.features_extended.expected_next_order_at.slice(0, 10),
      },
      tags: [`churn:${body.churn.label}`, 'vip'].toSorted(),
    });
    expect([...t.customers.definitions.keys()].toSorted()).toEqual(KEYS);
    expect(t.bulk.begun).toEqual([]);
    const before = t.customers.history.get(gidOf(number(2)))?.length;
    await t.merchant.shop.send(returnAndLapse(number(1)).back);
    await until('the change', () => t.labelOf(1) === 'low');
    expect(t.customers.shown(number(1)).tags).toEqual(['churn:low', 'vip']);
    expect(t.customers.history.get(gidOf(number(2)))?.length).toBe(before);
  });

  it('gets the values of a customer in an account that is an alias, from the join on', async () => {
    t.customers.add(number(1), ['vip']);
    await t.merchant.shop.send(
      ...lapsed(number(1)),
      ...[30, 60, 90, 120].map((days) => order({ customer_id: 'crm-77', occurred_at: daysAgo(days) })),
    );
    await t.untilResynced(await t.allow());
    await until('the values', () => t.labelOf(1) !== undefined);
    await untilDeliveries(t.merchant.shop, 1, isDone);
    const score = () => t.customers.shown(number(1)).values['$app:churn.churn_score'];
    const alone = score();
    await t.merchant.shop.post('/customers/crm-77/aliases', { alias: number(1) }).expect(200);
    await t.merchant.shop.settled();
    const { churn } = await t.merchant.shop.churnOf('crm-77');
    await until('the values of the customer', () => score() === String(Number(churn?.score)));
    expect(score()).not.toBe(alone);
    expect(t.customers.shown(number(1)).tags).toEqual([`churn:${churn?.label}`, 'vip'].toSorted());
  });

  it('gets many customers by bulk operations, one at a time, and the log names refused ones by our ids', async () => {
    await t.fill(1200);
    t.customers.refuses.add(gidOf(number(7)));
    t.customers.records.delete(gidOf(number(9)));
    await t.untilResynced(await t.allow());
    const rows = await untilDeliveries(t.merchant.shop, 2, isDone);
    expect(t.bulk.begun).toEqual([1, 2].flatMap(() => ['metafieldsSet', 'metafieldsDelete', 'tagsRemove', 'tagsAdd']));
    expect(t.bulk.mostOpen).toBe(1);
    const log = rows.map(logOf).join('\n');
    expect(log).toContain(`${t.idOf(7)} (INVALID_VALUE)`);
    expect(log).toContain(`${t.idOf(9)} (INVALID)`);
    expect(log).not.toContain(String(FIRST_NUMBER).slice(0, 6));
    expect([...t.customers.records.values()].filter(({ tags }) => tags.has('churn:critical'))).toHaveLength(1199);
    expect([...t.customers.records.values()].filter(({ metafields }) => metafields.size > 0)).toHaveLength(1198);
  });

  it('whose permission was withdrawn is switched off', async () => {
    t.customers.add(number(1));
    const id = await t.allow();
    t.shop.scopes = ['read_orders', 'read_customers'];
    await t.merchant.shop.send(order({ customer_id: number(1) }));
    const off = await eventually('the switch', async () => {
      const found = await t.read(id);
      return found['enabled'] === false ? found : null;
    });
    expect(off).toMatchObject({ disabled_reason: 'access_ended' });
  });

  it('is not switched off by a token that has just expired', async () => {
    t.customers.add(number(1));
    const id = await t.allow();
    await t.untilResynced(id);
    const expired = t.shop.tokens;
    t.shop.tokens = { ...expired!, access: 'another' };
    await t.system.owner.query(`UPDATE storefront_connections SET token_expires_at = now() - interval '1 second' WHERE tenant_id = $1`, [
      t.merchant.owner.tenantId,
    ]);
    await t.merchant.shop.send(order({ customer_id: number(1) }));
    await until('the values', () => t.labelOf(1) !== undefined);
    expect(await t.read(id)).toMatchObject({ enabled: true });
  });

  it('clears what it wrote about deleted and erased customers, and then knows nothing of an erased one', async () => {
    for (const i of [1, 2, 3]) t.customers.add(number(i), ['vip']);
    await t.allow();
    await t.merchant.shop.send(...[1, 2, 3].map((i) => order({ customer_id: number(i) })));
    await until('the values', () => [1, 2, 3].every((i) => t.labelOf(i) !== undefined && t.customers.shown(number(i)).tags.length === 2));
    await t.merchant.shop.send(order({ customer_id: number(1), event_type: 'customer_deleted', value: undefined, data: undefined }));
    await t.merchant.shop.call('DELETE', `/customers/${number(2)}`).expect(202);
    const nothing = { values: {}, tags: ['vip'] };
    for (const i of [1, 2]) await until('nothing', () => JSON.stringify(t.customers.shown(number(i))) === JSON.stringify(nothing));
    expect(t.labelOf(3)).toBeDefined();
    await untilDeliveries(t.merchant.shop, 2, isDone);
    const [row] = await t.merchant.shop.rows<{ found: boolean }>(
      'deliveries',
      `bool_or(deliveries::text LIKE '%${number(2)}%' OR deliveries::text LIKE '%${t.idOf(2)}%') AS found`,
    );
    expect(row).toEqual({ found: false });
    // An order brings a deleted customer back.
    await t.merchant.shop.send(order({ customer_id: number(1), occurred_at: new Date(Date.now() + 1000).toISOString() }));
    await until('the values again', () => t.labelOf(1) !== undefined);
  });

  it('belongs to its tenant alone', async () => {
    const id = await t.allow();
    const { owner: stranger } = await merchantOf(t.system);
    await t.calls.refused(stranger.get(`${PATH}/${id}`), 404, 'not_found');
    await t.calls.refused(stranger.post(`${PATH}/${id}/test`), 404, 'not_found');
    await t.calls.refused(stranger.post(`${PATH}/${id}/resync`), 404, 'not_found');
    await t.calls.refused(stranger.call('PATCH', `${PATH}/${id}`).send({ enabled: false }), 404, 'not_found');
    expect((await stranger.get(PATH)).body).toEqual({ data: [] });
  });
});
