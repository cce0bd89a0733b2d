import { type CustomerId, customerIdOf, toTenantId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { PARTITIONS, partitionOf } from '#libs/ingestion';
import { type Claim, claimRequests, WIDEST } from '../../../apps/scoring-worker/src/score-customers/claim-requests.sql.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { batch, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';

const NAMES = Array.from({ length: 80 }, (_, n) => `c-${n}`);
const FRESH = { ...WIDEST, backfill: false };

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
      const mine = await claimRequests(one, { ...FRESH, width: PARTITIONS / 2 });
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
        await inVain(async (late) => expect(customersIn(await claimRequests(late, { ...FRESH, insists: true }))).toEqual(ids(['c-7'])));
      });
    });
    await system.worker.start();
    await shop.settled();
    expect((await shop.churnOf('c-7')).features).toMatchObject({ frequency_orders_30d: 4 });
  });

  it('are taken one by one, those that have waited longest first, and from one that is named', async () => {
    const [first] = await shop.rows<{ partition: number }>('score_requests', 'partition, id');
    await inVain(async (db) => {
      const claim = await claimRequests(db, { ...FRESH, width: 1 });
      expect(new Set(claim.requests.map(({ partition }) => partition))).toEqual(new Set([claim.requests[0]!.partition]));
      expect(claim.requests).toHaveLength(3);
      expect(claim).toMatchObject({ isCut: false, othersWait: true });
    });
    await inVain(async (db) => {
      const claim = await claimRequests(db, { ...FRESH, partition: first!.partition, limit: 2 });
      expect(claim.requests.map(({ partition }) => partition)).toEqual([first!.partition, first!.partition]);
      expect(claim).toMatchObject({ isCut: true });
    });
    await system.worker.start();
    await shop.settled();
  });

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
