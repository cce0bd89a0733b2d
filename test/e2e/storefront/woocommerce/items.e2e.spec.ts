import { randomUUID } from 'node:crypto';
import type { WooCommerceShop } from '../../../../tools/src/storefront-simulator/woocommerce-shop.js';
import { WooCommerceSimulator } from '../../../../tools/src/storefront-simulator/woocommerce-simulator.js';
import { remember } from '../../../support/people/mailed-secrets.js';
import { type Merchant, merchantOf } from '../../../support/people/merchant.js';
import { ChurnSystem } from '../../../support/servers/churn-system.js';
import { untilIntegrations } from '../../../support/storefront/storefront.js';
import { eventually } from '../../../support/waiting/eventually.js';

describe('what was bought in a WooCommerce shop', () => {
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

  const categories = async (): Promise<string[]> =>
    (await merchant.shop.settledRows<{ category: string }>('customer_categories', 'category')).map(({ category }) => category);

  it('comes with the import, and for the order of a webhook with the look back; names of products stay in the shop', async () => {
    merchant = await merchantOf(system);
    const opened = platform.open(`shop-${randomUUID().slice(0, 8)}`);
    ({ shop } = opened);
    shop.products.set(93, 'Coffee').set(94, 'Tea');
    for (let n = 0; n < 5; n += 1)
      shop.place({ customer: 4, total: '10.00', product: 93, at: new Date(Date.now() - 86_400_000 * (n + 2)) });
    const { key, secret } = shop.makeKeys('read_write');
    remember(key, secret);
    const { body } = await merchant.owner
      .post('/integrations/storefront/woocommerce', { shop: opened.address, consumer_key: key, consumer_secret: secret })
      .expect(201);
    remember((body as { secret: string }).secret);
    await untilIntegrations(merchant.owner, ({ import: { state }, webhooks }) => state === 'done' && webhooks.every(({ ok }) => ok));
    expect(await categories()).toEqual(['Coffee']);
    expect(platform.calls.filter((call) => call === 'GET products')).toHaveLength(1);

    platform.order(shop, { customer: 5, total: '12.00', product: 94 });
    await platform.webhooks.delivered();
    expect(await categories()).toEqual(['Coffee']);
    await merchant.shop.makeStorefrontDue("last_reconciled_at = now() - interval '2 days'");
    await eventually('the category of the new order', async () => ((await categories()).includes('Tea') ? true : null));
    expect(JSON.stringify(await merchant.shop.rows('events', 'data'))).not.toContain('A thing');
  });
});
