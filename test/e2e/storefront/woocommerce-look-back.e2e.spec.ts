import { randomUUID } from 'node:crypto';
import type { WooCommerceChange, WooCommerceShop } from '../../../tools/src/storefront-simulator/woocommerce-shop.js';
import { WooCommerceSimulator } from '../../../tools/src/storefront-simulator/woocommerce-simulator.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { untilIntegrations } from '../../support/storefront/storefront.js';
import { eventually } from '../../support/waiting/eventually.js';

describe('the daily look back at a WooCommerce shop', () => {
  let platform: WooCommerceSimulator;
  let system: ChurnSystem;
  let merchant: Merchant;
  let shop: WooCommerceShop;

  beforeAll(async () => {
    platform = await WooCommerceSimulator.start();
    system = await ChurnSystem.start({ STOREFRONT_PRIVATE_NETWORKS: '127.0.0.0/8', SWEEP_INTERVAL_MS: '200' });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await platform.stop();
  });
  beforeEach(async () => {
    platform.webhooks.faults.lose = () => false;
    merchant = await merchantOf(system);
    const opened = platform.open(`shop-${randomUUID().slice(0, 8)}`);
    ({ shop } = opened);
    const { key, secret } = shop.makeKeys('read_write');
    remember(key, secret);
    const { body } = await merchant.owner
      .post('/integrations/storefront/woocommerce', { shop: opened.address, consumer_key: key, consumer_secret: secret })
      .expect(201);
    remember((body as { secret: string }).secret);
    await untilIntegrations(merchant.owner, ({ import: { state }, webhooks }) => state === 'done' && webhooks.every(({ ok }) => ok));
  });

  /** Looks back at the shop, as each day, and waits for the end of the look. */
  const lookBack = async (): Promise<void> => {
    const set = "last_reconciled_at = now() - interval '2 days', sync_due_at = now() - interval '1 day'";
    await system.owner.query(`UPDATE storefront_connections SET ${set} WHERE tenant_id = $1`, [merchant.owner.tenantId]);
    await eventually('the look back has ended', async () => {
      const [row] = await merchant.shop.rows<{ over: boolean }>(
        'storefront_connections',
        "last_reconciled_at > now() - interval '1 hour' AND reconcile_started_at IS NULL AS over",
      );
      return row?.over === true ? row : null;
    });
  };
  const isKnownAs = async (): Promise<[string, number]> => {
    await merchant.shop.settled();
    const { features, features_extended: more } = await merchant.shop.churnOf('4');
    return [features.monetary_total, more.orders_total];
  };
  const changes: [string, Partial<WooCommerceChange>, [string, number]][] = [
    ['cancelled', { status: 'cancelled' }, ['0.00', 0]],
    ['refunded in part', { refunds: [{ id: 9001, total: '10.00' }] }, ['34.00', 1]],
    ['refunded in full', { status: 'refunded', refunds: [{ id: 9002, total: '44.00' }] }, ['0.00', 0]],
  ];

  it.each(changes)('learns that an order was %s in the second that a webhook has told of', async (_, change, after) => {
    const order = platform.order(shop, { customer: 4, total: '44.00' });
    await platform.webhooks.delivered();
    expect(await isKnownAs()).toEqual(['44.00', 1]);

    shop.changeWithinSecond(order, change);
    await lookBack();
    expect(await isKnownAs()).toEqual(after);

    const before = (await merchant.shop.rows('events')).length;
    await lookBack();
    expect(await merchant.shop.rows('events')).toHaveLength(before);

    // The shop takes the change back within the same second.
    shop.changeWithinSecond(order, { status: 'processing', refunds: [] });
    await lookBack();
    expect(await isKnownAs()).toEqual(['44.00', 1]);
  });
});
