import { Client } from 'pg';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';

const ordersOf = (prefix: string, count: number): ReturnType<typeof order>[] =>
  Array.from({ length: count }, (_, i) => order({ customer_id: `${prefix}-${i}`, occurred_at: daysAgo(1 + (i % 300)) }));

/** Transactions that store the batches of one tenant at the same time: see GroupCommit. */
const OF_ONE_TENANT = 2;
const BATCHES = 40;

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
    expect(Math.min(...othersLeft)).toBeGreaterThanOrEqual(batches / 2);
    await Promise.all(busy.map((shop) => shop.settled(120_000)));
  }, 240_000);

  it('is stored beside the batches of another tenant, not after them', async () => {
    const busy = await system.shop({ plan: 'enterprise' });
    const owner = new Client({ connectionString: system.ownerUrl });
    await owner.connect();
    const waiting = async (): Promise<number> =>
      (await owner.query('SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))')).rowCount ?? 0;
    const answered: string[] = [];
    const post = async (shop: Shop, name: string, body: object): Promise<void> => {
      const { status } = await shop.post('/events', body);
      answered.push(`${name} ${status}`);
    };
    try {
      // As long as the lock is held, every statement that stores events keeps its connection.
      await owner.query('BEGIN; LOCK TABLE events IN SHARE MODE');
      const sent = Array.from({ length: BATCHES }, (_, b) => post(busy, 'busy', batch(...ordersOf(`d-${b}`, 10))));
      await eventually('all transactions that one tenant may have', async () => (await waiting()) === OF_ONE_TENANT || null);
      sent.push(post(small, 'small', batch(order({ customer_id: 'only' }))));
      await eventually('a transaction of the other tenant', async () => (await waiting()) === OF_ONE_TENANT + 1 || null);
      await owner.query('ROLLBACK');
      await Promise.all(sent);
    } finally {
      await owner.end();
    }
    expect(answered).toContain('small 202');
    await busy.settled(120_000);
  }, 240_000);
});
