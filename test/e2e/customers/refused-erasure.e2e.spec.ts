import { randomUUID } from 'node:crypto';
import { shopifyOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { daysAgo } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { addTrigger } from '../../support/servers/triggers.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { eventually } from '../../support/waiting/eventually.js';

describe('the erasure of a shop', () => {
  let system: ChurnSystem;
  beforeAll(async () => {
    system = await ChurnSystem.start({ ...STOREFRONT_APPS, SWEEP_INTERVAL_MS: '200' });
  }, 120_000);
  afterAll(() => system.stop());

  it('erases the other customers when one cannot be erased, and that one as soon as it can', async () => {
    const connected = await ConnectedShop.connect(system);
    const shop = connected.merchant;
    const at = daysAgo(10);
    const orders = [7, 8, 9, 10, 11, 12].map((id) =>
      shopifyOrder({ id: 1000 + id, created_at: at, processed_at: at, updated_at: at, customer: { id } }),
    );
    await connected.webhook('orders/create', orders, { 'X-Storefront-Event-Id': randomUUID() });
    expect(await shop.settledRows('customers')).toHaveLength(6);
    const rows = `FOR EACH ROW WHEN (OLD.external_id = '8' AND OLD.tenant_id = '${shop.tenantId}')`;
    const removeTrigger = await addTrigger(system.owner, 'customers', ['BEFORE DELETE', rows], `RAISE EXCEPTION 'refused by the test'`);
    try {
      const text = JSON.stringify({ shop_domain: connected.domain });
      const headers = { ...connected.headers('shop/redact'), 'X-Storefront-Hmac-SHA256': hmac(connected.secret, text) };
      expect((await connected.send('/integrations/storefront/compliance', text, headers)).body).toEqual({ accepted: 1 });
      const left = (): Promise<{ external_id: string }[]> => shop.rows('customers', 'external_id');
      await eventually('the end of the others', async () => (await left()).length === 1 || null);
      expect(await left()).toEqual([{ external_id: '8' }]);
      await eventually(
        'the rest',
        async () => (await shop.rows('work_leases', 'token')).some((row) => (row as { token: unknown }).token === null) || null,
      );
      expect(system.worker.output).toContain('customer.not_erased');
      expect(await shop.rows('storefront_connections')).toHaveLength(1);
    } finally {
      await removeTrigger();
    }
    await system.owner.query('UPDATE work_leases SET not_before = now() WHERE tenant_id = $1', [shop.tenantId]);
    await eventually('the end of the shop', async () => (await shop.rows('storefront_connections')).length === 0 || null);
    expect(await shop.rows('customers')).toEqual([]);
  }, 60_000);
});
