import { customerIdOf, toTenantId } from '#libs/core';
import { shopifyOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order, type WireEvent } from '../../support/shop/builders.js';
import { removeOld } from '../../support/shop/retention.js';
import type { Shop } from '../../support/shop/shop.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { eventually } from '../../support/waiting/eventually.js';

/** Customers of the storefront by their number. The merchant itself sends events of all but the last one. */
const [ONLY_REMOVED, REMOVED_IN_SHOP, WITH_OTHERS, ALIAS, OF_TWO_SHOPS] = [1, 2, 3, 4, 5];
const NAMES = [ONLY_REMOVED, REMOVED_IN_SHOP, WITH_OTHERS, 'ada'].map(String);
const COLUMNS = 'external_id, first_seen_at, last_activity_at, last_order_at, orders_count, monetary_total, score, label, lifecycle';

/** Events of the merchant itself. They stay when the shop is erased. */
const OWN: readonly WireEvent[] = [
  order({ customer_id: String(ONLY_REMOVED), occurred_at: daysAgo(700), value: 40 }),
  order({ customer_id: String(REMOVED_IN_SHOP), occurred_at: daysAgo(20), value: 30 }),
  ...[60, 40, 20].map((days) => order({ customer_id: String(WITH_OTHERS), occurred_at: daysAgo(days), value: 10 })),
  order({ customer_id: 'ada', occurred_at: daysAgo(30), value: 70 }),
  order({ customer_id: String(ALIAS), event_type: 'page_viewed', occurred_at: daysAgo(25), value: undefined }),
];

interface CustomerRow {
  readonly external_id: string;
  readonly first_seen_at: Date;
}

describe('the erasure of a shop from customers with removed orders', () => {
  let system: ChurnSystem;
  let storefront: ConnectedShop;
  let shop: Shop;
  /** It has never had a storefront or a retention. */
  let twin: Shop;

  async function place(number: number, days: number): Promise<void> {
    const at = daysAgo(days);
    const placed = shopifyOrder({ id: number, created_at: at, processed_at: at, updated_at: at, customer: { id: number } });
    await storefront.webhook('orders/create', placed).expect(202);
  }

  async function eraseShop(): Promise<void> {
    const signed = JSON.stringify({ shop_domain: storefront.domain });
    const headers = { ...storefront.headers('shop/redact'), 'X-Storefront-Hmac-SHA256': hmac(storefront.secret, signed) };
    await storefront.send('/integrations/storefront/compliance', signed, headers).expect(202);
    // The erasure forgets the connection last.
    await eventually('the erasure of the shop', async () => ((await shop.rows('storefront_connections')).length === 0 ? true : null));
    await shop.settled();
  }

  async function customersOf(of: Shop): Promise<Map<string, CustomerRow>> {
    const rows = await of.settledRows<CustomerRow>('customers', COLUMNS);
    return new Map(rows.map((row) => [row.external_id, row]));
  }

  beforeAll(async () => {
    system = await ChurnSystem.start({ FIT_MODELS: 'false', ...STOREFRONT_APPS });
    storefront = await ConnectedShop.connect(system);
    shop = storefront.merchant;
    twin = await system.shop();
    await place(ONLY_REMOVED, 10);
    for (const number of [REMOVED_IN_SHOP, WITH_OTHERS, ALIAS, OF_TWO_SHOPS]) await place(number, 690);
    for (const each of [shop, twin]) {
      await each.send(...OWN);
      await each.post('/customers/ada/aliases', { alias: String(ALIAS) }).expect(200);
      await each.settled();
    }
    await removeOld(system, shop);
    await system.owner.query('INSERT INTO shop_customers (tenant_id, customer_id, shop) VALUES ($1, $2, $3)', [
      shop.tenantId,
      customerIdOf(toTenantId(shop.tenantId), String(OF_TWO_SHOPS)),
      'generic:other.example',
    ]);
    const before = await customersOf(shop);
    for (const name of NAMES) expect(before.get(name)).not.toEqual((await customersOf(twin)).get(name));
    await eraseShop();
  }, 180_000);
  afterAll(() => system.stop());

  const expectAsWithoutShop = async (name: string): Promise<void> => {
    expect((await customersOf(shop)).get(name)).toEqual((await customersOf(twin)).get(name));
  };

  it('scores a customer again of whom only removed orders are left', () => expectAsWithoutShop(String(ONLY_REMOVED)));

  it('scores a customer again of whom it deletes only removed orders', () => expectAsWithoutShop(String(REMOVED_IN_SHOP)));

  it('scores a customer again who has other orders too', () => expectAsWithoutShop(String(WITH_OTHERS)));

  it('scores a customer again when it deletes the removed orders of an alias', () => expectAsWithoutShop('ada'));

  it('leaves the activity of a customer of whom another shop has sent what the retention removed', async () => {
    const first = new Date(daysAgo(690));
    expect((await customersOf(shop)).get(String(OF_TWO_SHOPS))).toMatchObject({
      first_seen_at: first,
      last_activity_at: first,
      last_order_at: null,
      orders_count: 0,
      monetary_total: '0.0000',
    });
  });
});
