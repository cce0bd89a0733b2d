import { Client } from 'pg';
import { PARTITIONS } from '#libs/ingestion';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { waitingForLocks } from '../../support/waiting/waiting-for-locks.js';

const ordersOf = (prefix: string, count: number): ReturnType<typeof order>[] =>
  Array.from({ length: count }, (_, i) => order({ customer_id: `${prefix}-${i}`, occurred_at: daysAgo(1 + (i % 300)) }));

/** Connections of the API's eight that one tenant may use at the same time. */
const OF_ONE_TENANT = 6;

/** Returns the number of customers that were written in one transaction, of the one with most. */
async function mostInOneTransaction({ ownerUrl }: ChurnSystem): Promise<number> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ most: number }>(
      'SELECT max(written)::int AS most FROM (SELECT count(*) AS written FROM customers GROUP BY xmin) AS transactions',
    );
    return rows[0]!.most;
  } finally {
    await owner.end();
  }
}

describe('beside tenants with much to do, a tenant with one event', () => {
  let system: ChurnSystem;
  let small: Shop;
  beforeAll(async () => {
    system = await ChurnSystem.start();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    small = await system.shop();
  });

  it('has its score before any of the others is half done', async () => {
    await system.worker.stop();
    // More tenants than chunks that a worker works on at the same time.
    const busy = await Promise.all(Array.from({ length: 6 }, () => system.shop({ plan: 'enterprise' })));
    const batches = 10;
    for (let b = 0; b < batches; b += 1) {
      await Promise.all(busy.map((shop) => shop.post('/events', batch(...ordersOf(`c-${b}`, 1000))).expect(202)));
    }
    await small.post('/events', batch(order({ customer_id: 'only' }))).expect(202);
    await system.worker.start();
    const left = async (shop: Shop): Promise<number> => (await shop.rows('score_requests', 'id')).length;
    await eventually('the score of the small tenant', async () => (await left(small)) === 0 || null);
    const othersLeft = await Promise.all(busy.map(left));
    expect(Math.min(...othersLeft)).toBeGreaterThanOrEqual((batches * PARTITIONS) / 2);
    await Promise.all(busy.map((shop) => shop.settled(120_000)));
    // While a transaction is calculated others wait for the thread, so none takes many of the large batches.
    expect(await mostInOneTransaction(system)).toBeLessThanOrEqual(2000);
  }, 240_000);

  it('gets a connection while the requests of another tenant wait for theirs', async () => {
    const busy = await system.shop();
    const owner = new Client({ connectionString: system.ownerUrl });
    await owner.connect();
    const waiting = (): Promise<number> => waitingForLocks(system.ownerUrl, 'customers');
    const list = async (shop: Shop): Promise<number> => (await shop.get('/customers')).status;
    // Only the API reads lists, so without the worker no other statement waits for the lock.
    await system.worker.stop();
    try {
      // As long as the lock is held, every statement that reads customers keeps its connection.
      await owner.query('BEGIN');
      await owner.query('LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
      const ofBusy = Array.from({ length: 3 * OF_ONE_TENANT }, () => list(busy));
      await eventually('all connections that one tenant may use', async () => (await waiting()) === OF_ONE_TENANT || null);
      const ofSmall = list(small);
      await eventually('one more connection', async () => (await waiting()) === OF_ONE_TENANT + 1 || null);
      await owner.query('ROLLBACK');
      expect(await ofSmall).toBe(200);
      await Promise.all(ofBusy);
    } finally {
      await owner.end();
      await system.worker.start();
    }
  }, 240_000);
});
