import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { plainProgress } from '#libs/terminal';
import { EXIT, runImport } from '../../../apps/cli/src/import/run-import.js';
import { shopifyOrder, shopifyRefund } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { ConnectedShop } from '../../support/storefront/connected-shop.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { merchantOf } from '../../support/people/merchant.js';
import type { Shop } from '../../support/shop/shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';

describe('an export of the orders of a connected shop', () => {
  let system: ChurnSystem;
  let folder: string;

  beforeAll(async () => {
    system = await ChurnSystem.start(STOREFRONT_APPS);
    folder = await mkdtemp(join(tmpdir(), 'import-'));
  }, 120_000);
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await system.stop();
  });

  it('is imported beside the shop without making two customers of one, or taking an order away', async () => {
    const { shop: merchant } = await merchantOf(system);
    const shop = await ConnectedShop.connect(system, 'generic', merchant);
    const times = { created_at: daysAgo(10), processed_at: daysAgo(10), updated_at: daysAgo(10) };
    await shop.webhook('orders/create', [
      shopifyOrder({ id: 11, customer: { id: 7 }, ...times }),
      shopifyOrder({ id: 12, customer: { id: 8 }, ...times }),
    ]);
    await shop.webhook('refunds/create', shopifyRefund('50.00', { order_id: 11, created_at: daysAgo(4) }));
    await merchant.settled();
    const path = join(folder, 'orders.csv');
    const rows = [
      'Name,Email,Financial Status,Total,Created at,Id,Currency,Refunded Amount',
      // Older than what the shop shows, and before the order by which the shop knows the customer.
      `#1,jon@example.com,paid,30.00,${daysAgo(400)},1,EUR,`,
      `#2,Jon@Example.com ,paid,20.00,${daysAgo(300)},2,EUR,`,
      // The shop has sent the refund already.
      `#11,jon@example.com,partially_refunded,100.00,${daysAgo(10)},11,EUR,50.00`,
      `#12,zoe@example.com,voided,100.00,${daysAgo(10)},12,EUR,`,
      `#3,mia@example.com,paid,5.00,${daysAgo(200)},3,EUR,`,
    ];
    await writeFile(path, rows.join('\n'));
    const line = (): void => undefined;
    const code = await runImport(
      {
        files: [path],
        refunds: [],
        format: 'auto',
        shiftToNow: false,
        dryRun: false,
        restart: false,
        baseUrl: system.api.url,
        apiKey: merchant.apiKey,
      },
      {
        terminal: { line, progress: (title, total) => plainProgress(title, total, line) },
        now: new Date(),
        environment: {},
        dataDirectory: join(folder, '.data'),
        adminCommand: [],
      },
    );
    expect(code).toBe(EXIT.complete);
    await merchant.settled();
    const customers = await merchant.rows<{ external_id: string; orders_count: number }>('customers', 'external_id, orders_count');
    expect(customers.toSorted((a, b) => (a.external_id < b.external_id ? -1 : 1))).toEqual([
      { external_id: '7', orders_count: 3 },
      { external_id: '8', orders_count: 0 },
      { external_id: expect.stringMatching(/^email:[0-9a-f]{64}$/), orders_count: 1 },
    ]);
    expect((await merchant.churnOf('7')).features.monetary_total).toBe('100.00');
  }, 120_000);

  it('cannot move an order to a pseudonym, whoever sends it', async () => {
    const { shop: merchant } = await merchantOf(system);
    const shop = await ConnectedShop.connect(system, 'generic', merchant);
    const times = { created_at: daysAgo(10), processed_at: daysAgo(10), updated_at: daysAgo(10) };
    await shop.webhook('orders/create', shopifyOrder({ id: 11, customer: { id: 7 }, ...times }));
    await merchant.settled();
    const pseudonym = `email:${'0a'.repeat(32)}`;
    await merchant.send(
      order({ customer_id: pseudonym, occurred_at: daysAgo(1), value: 70, data: { order_id: '11' } }),
      order({ customer_id: pseudonym, occurred_at: daysAgo(2), value: 20, data: { order_id: '99' } }),
    );
    await merchant.settled();
    const amounts = await Promise.all(['7', pseudonym].map(async (id) => (await merchant.churnOf(id)).features.monetary_total));
    expect(amounts).toEqual(['70.00', '20.00']);
  });

  it('finds the customers of orders, never those of another tenant, and refuses a body that is not valid', async () => {
    const calls = await DocumentedCalls.load(system.api.url);
    const [merchant, stranger] = [(await merchantOf(system)).shop, (await merchantOf(system)).shop];
    const shop = await ConnectedShop.connect(system, 'generic', merchant);
    await shop.webhook('orders/create', shopifyOrder({ id: 11, customer: { id: 7 } }));
    await merchant.settled();
    const ask = (of: typeof merchant, body: object | string) => of.post('/customers/by-orders', body);
    const body = { order_ids: ['11', '12', '11'] };
    expect((await calls.taken(ask(merchant, body))).body).toEqual({ data: [{ order_id: '11', external_id: '7' }] });
    expect((await calls.taken(ask(stranger, body))).body).toEqual({ data: [] });
    const wrong = [{}, { order_ids: [] }, { order_ids: '11' }, { order_ids: [11] }, { order_ids: ['a\u0000'] }, { order_ids: ['1'], more: 1 }, [], { order_ids: Array.from({ length: 1001 }, String) }]; // prettier-ignore
    for (const each of wrong) await calls.refused(ask(merchant, each), 400, 'validation_error');
  });

  it('gives every tenant a key of pseudonyms of its own, always the same', async () => {
    const keyFor = async (of: Shop): Promise<string> => (await of.get('/events/pseudonym-key').expect(200)).body.key;
    const shop = await system.shop();
    expect((await shop.get('/events/pseudonym-key')).body).toMatchObject({ has_orders: false, currency: 'EUR' });
    const key = await keyFor(shop);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(await keyFor(shop)).toBe(key);
    expect(await keyFor(await system.shop())).not.toBe(key);
    await request(system.api.url).get('/events/pseudonym-key').expect(401);
  });
});
