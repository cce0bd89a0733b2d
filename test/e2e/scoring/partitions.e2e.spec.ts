import { type CustomerId, customerIdOf, toTenantId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { PARTITIONS, partitionOf } from '#libs/ingestion';
import {
  beginAlone,
  type Claim,
  claimNamed,
  claimRequests,
} from '../../../apps/scoring-worker/src/scoring/score/claims/claim-requests.sql.js';
import { findAloneRequests } from '../../../apps/scoring-worker/src/scoring/alone/alone-requests.sql.js';
import { FIRST_CLAIM } from '../../../apps/scoring-worker/src/scoring/score/claims/claim-limits.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { batch, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';

const NAMES = Array.from({ length: 80 }, (_, n) => `c-${n}`);
const FRESH = { ...FIRST_CLAIM, backfill: false };

class RollBack extends Error {}

const customersIn = ({ requests }: Claim): CustomerId[] => [
  ...new Set(requests.flatMap(({ request }) => request.customers.map(({ id }) => id))),
];

describe('the partitions of score requests', () => {
  let system: ChurnSystem;
  let shop: Shop;
  beforeAll(async () => {
    system = await ChurnSystem.start();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
    await system.worker.stop();
    for (let n = 0; n < 3; n += 1) await shop.post('/events', batch(...NAMES.map((customer_id) => order({ customer_id })))).expect(202);
  });

  /** Does something in a transaction that leaves nothing. */
  async function inVain(act: (db: TenantDb) => Promise<void>): Promise<void> {
    const acted = system.transaction(toTenantId(shop.tenantId), async (db) => {
      await act(db);
      throw new RollBack();
    });
    await expect(acted).rejects.toThrow(RollBack);
  }

  const ids = (names: readonly string[]): CustomerId[] => names.map((name) => customerIdOf(toTenantId(shop.tenantId), name)).toSorted();

  it('let each worker claim customers that nobody else has, and all that waits for them', async () => {
    await inVain(async (one) => {
      const mine = await claimRequests(one, { ...FRESH, maxPartitions: PARTITIONS / 2 });
      expect([mine.takenPartitions, mine.isCut, mine.othersWait]).toEqual([PARTITIONS / 2, false, true]);
      // Three batches have named each customer.
      for (const { request } of mine.requests) for (const { id } of request.customers) expect(mine.requests.filter((each) => each.request.customers.some((customer) => customer.id === id))).toHaveLength(3); // prettier-ignore
      await inVain(async (other) => {
        const theirs = await claimRequests(other, FRESH);
        expect(theirs.requests.some(({ partition }) => mine.requests.some((each) => each.partition === partition))).toBe(false);
        expect([...customersIn(mine), ...customersIn(theirs)].toSorted()).toEqual(ids(NAMES));
        for (const { partition, request } of [...mine.requests, ...theirs.requests])
          for (const { id } of request.customers) expect(partitionOf(id)).toBe(partition);
        await inVain(async (late) => expect(await claimRequests(late, FRESH)).toMatchObject({ requests: [], othersWait: true }));
        await shop.post('/events', batch(order({ customer_id: 'c-7' }))).expect(202);
        await inVain(async (late) => expect(await claimRequests(late, FRESH)).toMatchObject({ requests: [], othersWait: true }));
        await inVain(async (late) =>
          expect(customersIn(await claimRequests(late, { ...FRESH, includesHeld: true }))).toEqual(ids(['c-7'])),
        );
      });
    });
    await system.worker.start();
    await shop.settled();
    expect((await shop.churnOf('c-7')).features).toMatchObject({ frequency_orders_30d: 4 });
  });

  it('are taken one by one, those that have waited longest first, or by the names of requests, as far as nobody else has them', async () => {
    await inVain(async (db) => {
      const claim = await claimRequests(db, { ...FRESH, maxPartitions: 1 });
      expect(new Set(claim.requests.map(({ partition }) => partition))).toEqual(new Set([claim.requests[0]!.partition]));
      expect(claim.requests).toHaveLength(3);
      expect(claim).toMatchObject({ isCut: false, othersWait: true });
    });
    await inVain(async (db) => {
      const claim = await claimRequests(db, { ...FRESH, maxPartitions: 1, limit: 2 });
      expect(claim.requests).toHaveLength(2);
      expect(claim).toMatchObject({ isCut: true });
    });
    const places = await shop.rows<{ id: string; partition: number }>('score_requests', 'id, partition');
    const [first, second, third] = places.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, partition }) => ({ id, partition }));
    await inVain(async (one) => {
      const claimed = async (db: TenantDb, some: typeof places): Promise<string[]> =>
        (await claimNamed(db, FRESH, some)).requests.map(({ id }) => id);
      expect(await claimed(one, [second!, first!])).toEqual([first!.id, second!.id]);
      expect(await claimed(one, [first!])).toEqual([]);
      await inVain(async (other) => expect(await claimed(other, [second!, third!])).toEqual([third!.id]));
    });
    await system.worker.start();
    await shop.settled();
  });

  it('are left alone after a worker that has died with its first chunk, and the later ones are not', async () => {
    const inShop = <T>(act: (db: TenantDb) => Promise<T>): Promise<T> => system.transaction(toTenantId(shop.tenantId), act);
    const { requests: begun } = await inShop((db) => beginAlone(db, FRESH));
    expect(begun).toHaveLength(3 * PARTITIONS);
    expect(await inShop((db) => beginAlone(db, FRESH))).toMatchObject({ requests: [], othersWait: false });
    await shop.post('/events', batch(order({ customer_id: 'c-7' }))).expect(202);
    await inVain(async (db) => expect(customersIn(await claimRequests(db, FRESH))).toEqual(ids(['c-7'])));
    await inVain(async (db) => expect((await claimNamed(db, FRESH, begun)).requests).toHaveLength(begun.length));
    const database = await system.openDatabase();
    const alone = async (): Promise<string[]> =>
      (await findAloneRequests(database)).filter(({ tenantId }) => tenantId === shop.tenantId).map(({ id }) => id);
    // The worker that has begun is left two seconds to claim them.
    expect(await alone()).toEqual([]);
    await eventually('the requests that are tried alone', async () => ((await alone()).length === begun.length ? true : null));
    expect(await alone()).toEqual(begun.map(({ id }) => id).toSorted());
    await system.worker.start();
    await shop.settled(30_000);
    expect((await shop.churnOf('c-7')).features).toMatchObject({ frequency_orders_30d: 4 });
    expect(await shop.rows('work_leases', 'kind')).toEqual([]);
  });

  it('are claimed oldest first by reading a few of them, however many wait', async () => {
    // Postgres plans by what it saw of the table when a single request waited.
    await system.worker.start();
    await shop.settled();
    await system.worker.stop();
    await shop.post('/events', batch(order({ customer_id: 'c-7' }))).expect(202);
    await system.owner.query('VACUUM ANALYZE score_requests');
    await shop.post('/events', batch(...NAMES.map((customer_id) => order({ customer_id })))).expect(202);
    await system.owner.query(
      `INSERT INTO score_requests (tenant_id, backfill, partition, id, customer_ids, content)
       SELECT tenant_id, backfill, partition, ('ffff' || right(gen_random_uuid()::text, -4))::uuid, customer_ids, content
       FROM score_requests, generate_series(1, 1500) WHERE tenant_id = $1`,
      [shop.tenantId],
    );
    const read = `SELECT coalesce(sum(idx_tup_fetch + seq_tup_read), 0)::int AS rows FROM pg_stat_xact_user_tables WHERE relname ~ '^score_requests'`;
    const few = { ...FRESH, limit: 10 };
    for (const act of [(db: TenantDb) => claimRequests(db, few), (db: TenantDb) => beginAlone(db, few)]) {
      await inVain(async (db) => {
        await act(db);
        expect((await db.query<{ rows: number }>(`${read} AND $1::uuid IS NOT NULL`, []))[0]!.rows).toBeLessThan(20 * 10 * PARTITIONS);
      });
    }
    // The copies lie in the table in another order than that of their ids.
    await inVain(async (db) => {
      const claimed = (await claimRequests(db, { ...FRESH, limit: 400 })).requests.map(({ id }) => id);
      expect(claimed.length).toBeGreaterThan(100);
      expect(claimed).toEqual(claimed.toSorted());
    });
    await system.worker.start();
    await shop.settled(60_000);
  });

  it('let a second loop of chunks go on while the first one waits', async () => {
    const large = await system.shop({ plan: 'enterprise' });
    const tenantId = toTenantId(large.tenantId);
    const oneOf = (partition: number): string => NAMES.find((name) => partitionOf(customerIdOf(tenantId, name)) === partition)!;
    const known = Array.from({ length: PARTITIONS }, (_, partition) => order({ customer_id: oneOf(partition) }));
    await system.worker.start();
    await Promise.all([shop.settled(), large.post('/events', batch(...known)).expect(202)]);
    await large.settled();
    await system.worker.stop();
    for (let n = 0; n < 24; n += 1) {
      const orders = Array.from({ length: 200 }, (_, each) => order({ customer_id: `many-${n}-${each}` }));
      const again = known.map(({ customer_id }) => order({ customer_id: String(customer_id) }));
      await large.post('/events', batch(...orders, ...(n === 9 ? again : []))).expect(202);
    }
    // The first chunk takes eight batches, of 1,600 customers, and a few requests of the ninth. Then each of two loops takes half of the
    // partitions. One of them takes the oldest request of the tenth batch.
    const waiting = await large.rows<{ id: string; partition: number }>('score_requests', 'id, partition');
    const held = oneOf(waiting.toSorted((a, b) => (a.id < b.id ? -1 : 1))[9 * PARTITIONS]!.partition);
    const scored = async (): Promise<number> => (await large.rows<{ id: string }>('customers', 'id')).length;
    await system.owner.query('BEGIN');
    await system.owner.query(`SELECT FROM customers WHERE tenant_id = $1 AND external_id = $2 FOR UPDATE`, [tenantId, held]);
    await system.worker.start();
    await eventually(
      'scores of the partitions that the first loop does not hold',
      async () => ((await scored()) > 2500 ? true : null),
      25_000,
    );
    await system.owner.query('COMMIT');
    await large.settled(60_000);
    expect(await scored()).toBe(4808);
    expect((await large.churnOf(held)).features).toMatchObject({ frequency_orders_30d: 2 });
  }, 120_000);

  it('hold up nobody for long when the worker that has them all is frozen', async () => {
    await system.owner.query('BEGIN');
    await system.owner.query('SELECT FROM score_requests WHERE tenant_id = $1 FOR UPDATE', [shop.tenantId]);
    await system.worker.start();
    await shop.post('/events', batch(order({ customer_id: 'late' }))).expect(202);
    await eventually('the score of a customer whose request is free', async () => (await shop.churnOf('late')).churn);
    expect((await shop.churnOf('c-1')).churn).toBeNull();
    await system.owner.query('ROLLBACK');
    await shop.settled();
    for (const name of ['c-1', 'late']) expect((await shop.churnOf(name)).churn).not.toBeNull();
  });
});
