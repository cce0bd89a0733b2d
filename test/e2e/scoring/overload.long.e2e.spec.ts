import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { metric, operatorPorts } from '../../support/servers/operator.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';
import type { Shop } from '../../support/shop/shop.js';

const PER_BATCH = 100;
const CONNECTIONS = 8;
/** Parts of the backlog with rates that are compared. The customers that its requests name decide the part. */
const PARTS = 5;

describe('a long backlog', () => {
  let system: ChurnSystem;
  let second: ServiceProcess | undefined;
  let operator: Awaited<ReturnType<typeof operatorPorts>>;
  beforeAll(async () => {
    operator = await operatorPorts();
    system = await ChurnSystem.start(operator.settings);
    await system.worker.stop();
  }, 60_000);
  afterAll(async () => {
    await second?.stop();
    await system.stop();
  });

  /** Sends batches that name their customers in no order. */
  async function fill(shop: Shop, { batches, customers }: { batches: number; customers: number }): Promise<void> {
    let next = 0;
    const connection = async (): Promise<void> => {
      for (let b = next++; b < batches; b = next++) {
        const events = Array.from({ length: PER_BATCH }, (_, i) => {
          const n = b * PER_BATCH + i;
          return order({
            event_id: `e-${n}`,
            customer_id: `c-${(n * 7919) % customers}`,
            occurred_at: daysAgo(n % 300),
            value: 5 + (n % 90),
          });
        });
        await shop.post('/events', batch(...events)).expect(202);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  }

  const left = async (shop: Shop): Promise<number> => {
    const sql = 'SELECT coalesce(sum(cardinality(customer_ids)), 0)::int AS left FROM score_requests WHERE tenant_id = $1';
    return (await system.owner.query<{ left: number }>(sql, [shop.tenantId])).rows[0]!.left;
  };

  it('is scored with several events of a customer at a time', async () => {
    const shop = await system.shop({ plan: 'enterprise' });
    const backlog = { batches: 1200, customers: 20_000 };
    await fill(shop, backlog);
    await system.worker.start();
    await shop.settled(120_000);
    const scored = await metric(operator.worker, 'churn_customers_scored_total', { occasion: 'events' });
    await system.worker.stop();
    expect(scored).toBeGreaterThanOrEqual(backlog.customers);
    expect(scored).toBeLessThan(0.75 * backlog.batches * PER_BATCH);
  }, 600_000);

  it('is scored at half of the best rate or more, from the first request to the last, by two workers', async () => {
    const shop = await system.shop({ plan: 'enterprise' });
    const batches = 1500;
    // Known and new customers, so that chunks of both workers meet.
    await fill(shop, { batches, customers: 60_000 });
    const backlog = await left(shop);
    // Batches that arrive together share a request, which names a customer once.
    expect(backlog).toBeGreaterThan(0.9 * batches * PER_BATCH);
    [second] = await Promise.all([system.startAnother('scoring-worker', (await operatorPorts()).settings), system.worker.start()]);
    const rates: number[] = [];
    let since = performance.now();
    for (let part = 1; part <= PARTS; part += 1) {
      const from = backlog * (1 - (part - 1) / PARTS);
      const until = backlog * (1 - part / PARTS);
      while ((await left(shop)) > until) await new Promise((resolve) => setTimeout(resolve, 50));
      rates.push((1000 * (from - until)) / (performance.now() - since));
      since = performance.now();
    }
    // The first part includes the start of the processes.
    const [, ...steady] = rates;
    const share = Math.min(...steady) / Math.max(...steady);
    expect([rates, share >= 0.5]).toEqual([rates, true]);
  }, 600_000);
});
