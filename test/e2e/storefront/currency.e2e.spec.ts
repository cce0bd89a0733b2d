import { shopifyOrder, shopifyRefund } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { ConnectedShop } from '../../support/storefront/connected-shop.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import {
  connect,
  integrationsOf,
  isSynced,
  newDomain,
  startStorefront,
  storefrontSettings,
  untilIntegrations,
} from '../../support/storefront/storefront.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';

describe('the currency of a connected shop', () => {
  let storefront: StorefrontSimulator;
  let system: ChurnSystem;
  let merchant: Merchant;

  beforeAll(async () => {
    storefront = await startStorefront();
    system = await ChurnSystem.start({
      ...STOREFRONT_APPS,
      ...storefrontSettings(storefront),
      STOREFRONT_APP_SECRET_PREVIOUS: STOREFRONT_APPS.STOREFRONT_APP_SECRET,
      DASHBOARD_URL: 'http://127.0.0.1:1',
    });
  }, 120_000);
  afterAll(async () => {
    await system.stop();
    await storefront.stop();
  });
  beforeEach(async () => {
    merchant = await merchantOf(system);
  });

  const currency = async (): Promise<unknown> => ((await merchant.owner.get('/settings')).body as { currency: string }).currency;
  const inDollars = (fields: Record<string, unknown> = {}): Record<string, unknown> =>
    shopifyOrder({
      id: 1,
      currency: 'USD',
      created_at: daysAgo(10),
      processed_at: daysAgo(10),
      updated_at: daysAgo(10),
      customer: { id: 7 },
      ...fields,
    });

  it('becomes that of a tenant without orders, by the first imported orders', async () => {
    const shop = storefront.shop(newDomain());
    shop.place({ customer: 7n, total: '20.00', currency: 'USD', at: new Date(daysAgo(3)) });
    await connect(merchant.owner, shop);
    await untilIntegrations(merchant.owner, isSynced);
    expect(await currency()).toBe('USD');
    expect(await integrationsOf(merchant.owner)).toMatchObject({ currency: 'USD', foreign_orders: 0 });
    await merchant.shop.settled();
    expect((await merchant.shop.churnOf('7')).features.monetary_total).toBe('20.00');
  });

  it('becomes that of a tenant without orders, by the first webhook', async () => {
    const shop = await ConnectedShop.connect(system, 'generic', merchant.shop);
    await shop.webhook('orders/create', inDollars());
    expect(await currency()).toBe('USD');
    const { data } = (await merchant.owner.get('/audit-log')).body as { data: { action: string; actor: unknown }[] };
    expect(data.map(({ action }) => action)).toContain('settings.changed');
  });

  it('is told beside the number of its orders when the tenant has orders in another one', async () => {
    await merchant.shop.send(order({ customer_id: 'own' }));
    const shop = await ConnectedShop.connect(system, 'generic', merchant.shop);
    await shop.webhook('orders/create', [inDollars(), inDollars({ id: 2 })]);
    await merchant.shop.settled();
    expect(await currency()).toBe('EUR');
    expect(await integrationsOf(merchant.owner)).toMatchObject({ currency: 'USD', foreign_orders: 2 });
    await merchant.owner.call('PATCH', '/settings').send({ currency: 'USD' }).expect(200);
    expect(await integrationsOf(merchant.owner)).toMatchObject({ currency: 'USD', foreign_orders: 0 });
  });

  it('is the one that a refund counts in, also when the refund names only what the customer got back', async () => {
    const shop = await ConnectedShop.connect(system, 'generic', merchant.shop);
    await shop.webhook('orders/create', inDollars());
    const yen = { transactions: [{ kind: 'refund', status: 'success', amount: '3000', currency: 'JPY' }], refund_line_items: [] };
    expect((await shop.webhook('refunds/create', shopifyRefund('0', { order_id: 1, created_at: daysAgo(4), ...yen }))).body).toEqual({
      accepted: 0,
      rejected: 1,
    });
    const adjusted = { order_adjustments: [{ amount: '-3000', amount_set: { shop_money: { amount: '-20.00', currency_code: 'USD' } } }] };
    await shop.webhook('refunds/create', shopifyRefund('0', { order_id: 1, created_at: daysAgo(4), ...yen, ...adjusted }));
    await merchant.shop.settled();
    expect((await merchant.shop.churnOf('7')).features.monetary_total).toBe('80.00');
  });
});
