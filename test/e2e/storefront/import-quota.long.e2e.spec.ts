import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WooCommerceSimulator } from '../../../tools/src/storefront-simulator/woocommerce-simulator.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { integrationsOf, untilIntegrations } from '../../support/storefront/storefront.js';
import { eventually } from '../../support/waiting/eventually.js';

describe('a connected shop whose tenant has used up its quota of stored bytes', () => {
  let platform: WooCommerceSimulator;
  let system: ChurnSystem;

  beforeAll(async () => {
    platform = await WooCommerceSimulator.start();
    system = await ChurnSystem.start({ STOREFRONT_PRIVATE_NETWORKS: '127.0.0.0/8', SWEEP_INTERVAL_MS: '200' });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await platform.stop();
  });

  it('waits with its import, and goes on where it stopped', async () => {
    const merchant = await merchantOf(system);
    const { tenantId } = merchant.owner;
    const { shop, address } = platform.open(`shop-${randomUUID().slice(0, 8)}`);
    for (let i = 0; i < 5; i += 1) shop.place({ customer: 1 + i, total: '20.00', at: new Date(Date.now() - (30 + i) * 86_400_000) });
    await system.owner.query(
      `INSERT INTO usage_counts (tenant_id, month, writer, requests, events, bytes)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC'), gen_random_uuid(), 0, 1, $2)`,
      [tenantId, 10 * 2 ** 30],
    );
    const { key, secret } = shop.makeKeys('read_write');
    remember(key, secret);
    const made = await merchant.owner.post('/integrations/storefront/woocommerce', {
      shop: address,
      consumer_key: key,
      consumer_secret: secret,
    });
    expect(made.status).toBe(201);
    const waiting = `SELECT 1 FROM storefront_connections WHERE tenant_id = $1 AND import_state = 'running' AND sync_due_at > now() + interval '1 minute'`;
    await eventually('the import waits', async () => ((await system.owner.query(waiting, [tenantId])).rows.length > 0 ? true : null));
    expect(await merchant.shop.rows('events')).toEqual([]);
    expect((await integrationsOf(merchant.owner)).import).toMatchObject({
      state: 'running',
      seconds_left: null,
      short_of_storage: 'total',
    });
    await system.owner.query('UPDATE usage_counts SET bytes = 0 WHERE tenant_id = $1', [tenantId]);
    await sleep(2100);
    await system.owner.query(`UPDATE storefront_connections SET sync_due_at = now() - interval '1 day' WHERE tenant_id = $1`, [tenantId]);
    await untilIntegrations(merchant.owner, ({ import: { state } }) => state === 'done');
    expect(await merchant.shop.settledRows('orders', 'order_key')).toHaveLength(5);
  }, 90_000);
});
