import { Client } from 'pg';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { shopifyOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { eventually } from '../../support/waiting/eventually.js';
import { waitingForLocks } from '../../support/waiting/waiting-for-locks.js';
import type { Shop } from '../../support/shop/shop.js';

describe('an erasure that meets a change of the aliases', () => {
  let system: ChurnSystem;
  let shop: Shop;
  let holding: Client;

  beforeAll(async () => {
    system = await ChurnSystem.start({ ...STOREFRONT_APPS, SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'false' });
  }, 120_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
    holding = new Client({ connectionString: system.ownerUrl });
    await holding.connect();
  });
  afterEach(() => holding.end());

  const customers = async (): Promise<string[]> =>
    (await shop.settledRows<{ external_id: string }>('customers', 'external_id')).map((row) => row.external_id).toSorted();
  const twoPeople = (): Promise<unknown> =>
    shop.send(order({ customer_id: 'anna', occurred_at: daysAgo(20) }), order({ customer_id: 'bea', occurred_at: daysAgo(10) }));

  /** Lets the change wait with its locks just before it commits, then the erasure, and then both go on. */
  async function together(change: () => PromiseLike<{ status: number }>, erase: () => PromiseLike<{ status: number }>): Promise<number[]> {
    await holding.query('BEGIN');
    await holding.query('LOCK TABLE audit_log IN EXCLUSIVE MODE');
    const first = Promise.resolve(change());
    await eventually('the change waits', async () => ((await waitingForLocks(system.ownerUrl, 'audit_log')) === 1 ? true : null));
    const second = Promise.resolve(erase());
    await eventually('the erasure waits', async () => {
      const waiting = (await waitingForLocks(system.ownerUrl, 'audit_log')) + (await waitingForLocks(system.ownerUrl, 'customers'));
      return waiting >= 2 ? true : null;
    });
    await holding.query('COMMIT');
    return (await Promise.all([first, second])).map(({ status }) => status);
  }
  const untilErased = (): Promise<unknown> =>
    eventually('the erasure ends', async () => {
      const jobs = await shop.rows<{ status: string }>('churn_jobs', 'status');
      return jobs.length > 0 && jobs.every(({ status }) => status === 'completed') ? true : null;
    });

  it('erases only the one who asks while another person is separated from her', async () => {
    await twoPeople();
    await shop.post('/customers/bea/aliases', { alias: 'anna' }).expect(200);
    await shop.settled();
    const statuses = await together(
      () => shop.delete('/customers/bea/aliases/anna'),
      () => shop.delete('/customers/anna'),
    );
    expect(statuses).toEqual([200, 202]);
    await untilErased();
    expect(await customers()).toEqual(['bea']);
  }, 60_000);

  it('erases the whole person while her identifiers are joined', async () => {
    await twoPeople();
    await shop.settled();
    const statuses = await together(
      () => shop.post('/customers/bea/aliases', { alias: 'anna' }),
      () => shop.delete('/customers/anna'),
    );
    expect(statuses).toEqual([200, 202]);
    await untilErased();
    expect(await customers()).toEqual([]);
  }, 60_000);

  it('of a platform erases only the customer that it names while another person is separated from her', async () => {
    const connected = await ConnectedShop.connect(system, 'generic', shop);
    const orders = [7, 8].map((id) => shopifyOrder({ id: 1000 + id, created_at: daysAgo(9), updated_at: daysAgo(9), customer: { id } }));
    await connected.webhook('orders/create', orders).expect(202);
    await shop.settled();
    await shop.post('/customers/8/aliases', { alias: '7' }).expect(200);
    await shop.settled();
    const redact = JSON.stringify({ shop_domain: connected.domain, customer: { id: 7 } });
    const signed = { ...connected.headers('customers/redact'), 'X-Storefront-Hmac-SHA256': hmac(connected.secret, redact) };
    const statuses = await together(
      () => shop.delete('/customers/8/aliases/7'),
      () => connected.send('/integrations/storefront/compliance', redact, signed),
    );
    expect(statuses).toEqual([200, 202]);
    await untilErased();
    expect(await customers()).toEqual(['8']);
  }, 60_000);
});
