import { Client } from 'pg';
import { newId } from '#libs/core';
import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { merchantOf } from '../../support/people/merchant.js';
import {
  connect,
  isSynced,
  newDomain,
  startStorefront,
  storefrontSettings,
  untilIntegrations,
} from '../../support/storefront/storefront.js';
import { waitingForLocks } from '../../support/waiting/waiting-for-locks.js';

const THREE_DAYS_MS = 3 * 86_400_000;

describe('a running import', () => {
  let storefront: StorefrontSimulator;
  let system: ChurnSystem;

  beforeAll(async () => {
    storefront = await startStorefront();
    system = await ChurnSystem.start({ ...storefrontSettings(storefront), DASHBOARD_URL: 'http://127.0.0.1:1' });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await storefront.stop();
  });

  it('does not bring back customers who were erased while their orders waited to be stored', async () => {
    const { owner, shop: merchantShop } = await merchantOf(system);
    const shop = storefront.shop(newDomain());
    shop.place({ customer: 7n, total: '20.00', at: new Date(Date.now() - THREE_DAYS_MS) });
    const erasing = new Client({ connectionString: system.ownerUrl });
    await erasing.connect();
    try {
      await erasing.query('BEGIN');
      await erasing.query('LOCK TABLE events IN SHARE MODE');
      await connect(owner, shop);
      await eventually('a page waits to be stored', async () => (await waitingForLocks(system.ownerUrl, 'events')) > 0 || null);
      shop.orders.length = 0;
      await erasing.query(
        `INSERT INTO churn_jobs (tenant_id, id, type, status, queued, created_at, finished_at)
         VALUES ($1, $2, 'erase', 'completed', 1, now(), clock_timestamp())`,
        [owner.tenantId, newId()],
      );
      await erasing.query('COMMIT');
    } finally {
      await erasing.end();
    }
    await untilIntegrations(owner, isSynced);
    expect(await merchantShop.rows('customers')).toEqual([]);
  }, 60_000);
});
