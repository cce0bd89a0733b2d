import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { askEveryServer, SHARD } from '../../support/waiting/every-server.js';
import { fillWithCustomers } from '../../support/shop/many-customers.js';

const BATCHES = 8;
const PER_BATCH = 1000;
/** Entries of one index that an event may read on its way to a score. By a wrong index it reads every customer of its tenant. */
const MOST_PER_EVENT = 20;

interface Index {
  readonly name: string;
  readonly read: number;
}

const READ = `
SELECT regexp_replace(indexrelname, '${SHARD}$', '') AS name, sum(idx_tup_read)::float8 AS read FROM pg_stat_user_indexes GROUP BY 1 ORDER BY 1`;
const SMALL_TENANTS = `
INSERT INTO customers (tenant_id, id, external_id) SELECT gen_random_uuid(), gen_random_uuid(), 'only' FROM generate_series(1, $1::int)`;

describe('tenants of another size than the statistics say', () => {
  let system: ChurnSystem;
  beforeAll(async () => {
    system = await ChurnSystem.start();
  }, 60_000);
  afterAll(() => system.stop());

  /** Entries that were read so far, by index. The processes report them with some delay. */
  const readSoFar = async (): Promise<Map<string, number>> => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const rows = await askEveryServer<Index>(system.ownerUrl, READ);
    const sums = new Map<string, number>();
    for (const { name, read } of rows) sums.set(name, (sums.get(name) ?? 0) + read);
    return sums;
  };

  /** Returns the indexes in which an event read too many entries since `before`. */
  async function readSince(before: ReadonlyMap<string, number>, events: number): Promise<Index[]> {
    const perEvent = [...(await readSoFar())].map(([name, read]) => ({ name, read: (read - (before.get(name) ?? 0)) / events }));
    return perEvent.filter(({ read }) => read > MOST_PER_EVENT);
  }

  it('are read by key in their first import, beside a large tenant', async () => {
    const large = await system.shop();
    await fillWithCustomers(system.owner, large.tenantId, 100_000);
    const fresh = await system.shop({ plan: 'enterprise' });
    const before = await readSoFar();
    for (let b = 0; b < BATCHES; b += 1) {
      const events = Array.from({ length: PER_BATCH }, (_, i) =>
        order({ customer_id: `new-${b}-${i}`, occurred_at: daysAgo(1 + (i % 300)), data: { order_id: `o-${b}-${i}` } }),
      );
      await fresh.post('/events', { ...batch(...events), backfill: true }).expect(202);
      // Sent again, as a client does that got no answer: every event is looked up.
      await fresh.post('/events', { ...batch(...events), backfill: true }).expect(202);
    }
    await fresh.settled(60_000);
    expect(await readSince(before, BATCHES * PER_BATCH)).toEqual([]);
  }, 180_000);

  it('are read by key when they are large and most others have a single customer', async () => {
    const large = await system.shop({ plan: 'enterprise' });
    await fillWithCustomers(system.owner, large.tenantId, 20_000);
    await system.owner.query(SMALL_TENANTS, [20_000]);
    // New processes plan everything by these statistics.
    await system.owner.query('VACUUM ANALYZE');
    await system.setClock(0);
    const before = await readSoFar();
    for (let b = 0; b < BATCHES; b += 1) {
      const events = Array.from({ length: PER_BATCH }, (_, i) =>
        order({ customer_id: `cust-${b * PER_BATCH + i}`, occurred_at: daysAgo(1 + (i % 300)), data: { order_id: `o-${b}-${i}` } }),
      );
      await large.post('/events', batch(...events)).expect(202);
      await large.settled(60_000);
    }
    expect(await readSince(before, BATCHES * PER_BATCH)).toEqual([]);
  }, 180_000);
});
