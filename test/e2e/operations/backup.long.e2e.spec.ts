import { Client } from 'pg';
import { distribute } from '#libs/database';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { CITUS_NODES, createOnNodes } from '../../support/servers/citus-database.js';
import { APP_PASSWORD, serverUrl, withDatabase } from '../../support/servers/test-database.js';
import { backUpAndRestore } from '../../support/servers/copy-database.js';
import { eventually } from '../../support/waiting/eventually.js';
import { lapsed } from '../../support/webhooks/webhook-shop.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';

/** Creates an empty database. */
async function createDatabase(name: string): Promise<void> {
  const url = serverUrl('CHURN_TEST_OWNER_URL');
  if (CITUS_NODES.length > 0) return createOnNodes(url, name);
  const server = new Client({ connectionString: url });
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  await server.end();
}

describe('a backup', () => {
  let system: ChurnSystem;
  beforeAll(async () => {
    system = await ChurnSystem.start();
  });
  afterAll(() => system.stop());

  it('restores all customer data, known event ids, and secrets that the same key decrypts, in another database', async () => {
    const shop = await system.shop();
    const secret = await system.webhookSecret(shop);
    const customers = ['ada', 'bob', 'cleo'];
    const history = [
      ...lapsed('ada'),
      order({ customer_id: 'bob', occurred_at: daysAgo(3) }),
      order({ customer_id: 'cleo', occurred_at: daysAgo(40) }),
    ];
    await shop.send(...history);
    const before = await Promise.all(customers.map((customer) => shop.churnOf(customer)));
    await Promise.all([system.api.stop(), system.worker.stop()]);

    const name = `restored_${Date.now()}`;
    await createDatabase(name);
    const restoredUrl = withDatabase(system.ownerUrl, name);
    await backUpAndRestore(system.ownerUrl, restoredUrl);
    if (CITUS_NODES.length > 0) await distribute(restoredUrl, { apply: true });

    const settings = { DATABASE_URL: Object.assign(new URL(restoredUrl), { username: 'churn_app', password: APP_PASSWORD }).toString() };
    const [api, worker] = await Promise.all([system.startAnother('api', settings), system.startAnother('scoring-worker', settings)]);
    try {
      const restored = shop.via(api.url);
      expect(await Promise.all(customers.map((customer) => restored.churnOf(customer)))).toEqual(before);
      expect((await restored.post('/events', { events: history }).expect(202)).body).toMatchObject({
        accepted: 0,
        duplicates: history.length,
      });
      // The secret is stored encrypted: a signature with it is valid only if the key decrypts it.
      const body = JSON.stringify(batch(order({ customer_id: 'dora' })));
      await restored.post('/webhooks/custom', body).set('X-Webhook-Signature', sha256Signature(secret, body)).expect(202);
      await eventually('the score of a new customer', async () => (await restored.get('/customers/dora/churn')).body?.churn ?? null);
    } finally {
      await Promise.all([api.stop(), worker.stop()]);
    }
  });
});
