import { readFileSync } from 'node:fs';
import { customerIdOf, toTenantId } from '#libs/core';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';

// Orders of $2 customers named in $3, $4 each, over the last 700 days.
const FILL = `
INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at, currency)
SELECT $1, 'order:' || c.place || '-' || i, c.id, at, 2, at, 10 + i % 90, at, 'EUR'
FROM unnest($2::uuid[]) WITH ORDINALITY AS c (id, place), generate_series(1, $3::int) i,
     LATERAL (SELECT now() - (i % 700) * interval '1 day' - (i % 1440) * interval '1 minute' AS at) t`;

/** The most memory that the process has ever held, in MB. */
const mostMemoryOf = ({ pid }: ServiceProcess): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

describe('a worker with 512 MB of heap', () => {
  let system: ChurnSystem;
  let worker: ServiceProcess;
  beforeAll(async () => {
    system = await ChurnSystem.start();
    await system.worker.stop();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    worker = await system.startAnother('scoring-worker', { NODE_OPTIONS: '--max-old-space-size=512', FIT_MODELS: 'false' });
  });
  afterEach(() => worker.stop());

  async function shopWith(customers: readonly string[], orders: number): Promise<Shop> {
    const shop = await system.shop({ plan: 'enterprise' });
    const ids = customers.map((name) => customerIdOf(toTenantId(shop.tenantId), name));
    await system.owner.query(FILL, [shop.tenantId, ids, orders]);
    await system.owner.query('ANALYZE orders');
    return shop;
  }

  it('scores 1,000 customers with 2,500 orders each, after an event and in a recalculation, below 700 MB', async () => {
    const names = Array.from({ length: 1000 }, (_, i) => `c-${i}`);
    const shop = await shopWith(names, 2500);
    await shop.post('/events', batch(...names.map((customer_id) => order({ customer_id })))).expect(202);
    await shop.settled(240_000);
    const counts = await shop.rows<{ orders_count: number }>('customers', 'DISTINCT orders_count');
    expect(counts).toEqual([{ orders_count: 2501 }]);
    // Pretends that the customers were never scored: now nothing says that they have many orders.
    await system.owner.query('UPDATE customers SET orders_count = 0 WHERE tenant_id = $1', [shop.tenantId]);
    const { body } = await shop.post('/churn/recalculate', { force: true }).expect(202);
    await eventually(
      'the end of the recalculation',
      async () => {
        const [job] = await shop.rows<{ status: string; failed: number }>('churn_jobs', 'status, failed');
        return job?.status === 'completed' ? job : null;
      },
      240_000,
    );
    expect(body).toHaveProperty('job_id');
    expect(await shop.rows('customers', 'DISTINCT orders_count')).toEqual([{ orders_count: 2501 }]);
    expect(mostMemoryOf(worker)).toBeLessThan(700);
  }, 900_000);

  it('scores a backlog of 24,000 customers with 100 orders each below 700 MB', async () => {
    const names = Array.from({ length: 24_000 }, (_, i) => `c-${i}`);
    const shop = await shopWith(names, 100);
    await worker.stop();
    const rounds = 3;
    for (let round = 0; round < rounds; round += 1) {
      for (let from = 0; from < names.length; from += 1000) {
        const events = names.slice(from, from + 1000).map((customer_id) => order({ customer_id }));
        await shop.post('/events', batch(...events)).expect(202);
      }
    }
    await worker.start();
    await shop.settled(240_000);
    expect(await shop.rows('customers', 'DISTINCT orders_count')).toEqual([{ orders_count: 100 + rounds }]);
    expect(mostMemoryOf(worker)).toBeLessThan(700);
  }, 900_000);

  it('scores one customer with 1,000,000 orders below 700 MB', async () => {
    const shop = await shopWith(['guest'], 1_000_000);
    await shop.post('/events', batch(order({ customer_id: 'guest' }), order({ customer_id: 'other' }))).expect(202);
    await shop.settled(240_000);
    expect(await shop.rows('customers', 'external_id, orders_count')).toContainEqual({ external_id: 'guest', orders_count: 1_000_001 });
    expect(mostMemoryOf(worker)).toBeLessThan(700);
  }, 900_000);
});
