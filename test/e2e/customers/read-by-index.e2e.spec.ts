import { ChurnSystem } from '../../support/servers/churn-system.js';
import { askEveryServer, SHARD } from '../../support/waiting/every-server.js';
import { fillWithCustomers } from '../../support/shop/many-customers.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { fillWithScored } from '../../support/webhooks/campaign-shop.js';

const MANY = 20_000;
const CALLS = 20;

interface Reads {
  readonly rows: number;
  readonly scans: number;
}

describe('reading one customer of many', () => {
  let system: ChurnSystem;
  let shop: Shop;
  beforeAll(async () => {
    system = await ChurnSystem.start();
    shop = await system.shop();
    await system.worker.stop();
    await fillWithScored(system, shop.tenantId, 10);
    await fillWithCustomers(system.owner, shop.tenantId, MANY);
    await system.owner.query('ANALYZE customers');
  }, 60_000);
  afterAll(() => system.stop());

  async function reads(): Promise<Reads> {
    const question = `SELECT seq_tup_read::int AS rows, idx_scan::int AS scans FROM pg_stat_user_tables WHERE relname ~ '^customers${SHARD}$'`;
    const tables = await askEveryServer<Reads>(system.ownerUrl, question);
    expect(tables.length).toBeGreaterThan(0);
    return {
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      scans: tables.reduce((sum, { scans }) => sum + scans, 0),
    };
  }

  it.each(['/customers/c-1', '/customers/c-1/churn', '/customers/c-1/timeline'])('GET %s reads no more than its rows', async (path) => {
    const before = await reads();
    for (let i = 0; i < CALLS; i += 1) await shop.get(path).expect(200);
    const after = await eventually('the counts of Postgres', async () => {
      const now = await reads();
      return now.scans - before.scans >= CALLS ? now : null;
    });
    expect(after.rows - before.rows).toBeLessThan(MANY);
  });
});
