import { Client } from 'pg';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { endWaiting, waitingForLocks } from '../../support/waiting/waiting-for-locks.js';

interface Request {
  readonly set_aside: boolean;
  readonly customers: number;
}

describe('a request with which the worker dies again and again', () => {
  let system: ChurnSystem;
  beforeAll(async () => {
    system = await ChurnSystem.start();
  }, 60_000);
  afterAll(() => system.stop());

  it('is found in a few deaths and set aside, everybody else is scored, and an operator can try again', async () => {
    const shop = await system.shop();
    await shop.send(order({ customer_id: 'poison' }));
    const requests = (): Promise<Request[]> => shop.rows('score_requests', 'set_aside, cardinality(customer_ids) AS customers');
    // A worker that scores this customer waits here, and is killed.
    const holder = new Client({ connectionString: system.ownerUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM customers WHERE tenant_id = $1 AND external_id = 'poison' FOR UPDATE`, [shop.tenantId]);
    await system.worker.kill();
    const send = (...customers: string[]): Promise<unknown> =>
      shop.post('/events', batch(...customers.map((customer_id) => order({ customer_id })))).expect(202);
    const beside = Array.from({ length: 40 }, (_, n) => `c-${n}`);
    await send('poison', ...beside);
    const isSetAside = async (): Promise<boolean> => (await requests()).some((each) => each.set_aside);
    let deaths = 0;
    for (; ; deaths += 1) {
      await system.worker.start();
      await eventually('a worker that waits for the customer, or has set it aside', async () => {
        return (await waitingForLocks(system.ownerUrl, 'customers')) > 0 || (await isSetAside()) || null;
      });
      if (await isSetAside()) break;
      await system.worker.kill();
      // Postgres does not look for its client while it waits for a lock.
      await endWaiting(system.ownerUrl, 'customers');
      // The request rests. Its tenant does not wait for it.
      if (deaths === 2) {
        await system.worker.start();
        await send('later');
        await eventually('the score of a later event', async () => (await shop.churnOf('later')).churn);
        await system.worker.kill();
      }
      await system.owner.query('UPDATE work_leases SET until = now(), not_before = now() WHERE tenant_id = $1', [shop.tenantId]);
    }
    // With the first chunk, with its request alone, and three times with the customer alone.
    expect(deaths).toBe(5);
    await eventually('scores of everybody else', async () => (await requests()).length === 1 || null);
    expect(await requests()).toEqual([{ set_aside: true, customers: 1 }]);
    for (const customer of [...beside, 'later']) expect((await shop.churnOf(customer)).churn).not.toBeNull();
    expect(await system.admin('scoring', 'set-aside')).toEqual({
      data: [expect.objectContaining({ tenant_id: shop.tenantId, requests: 1 })],
    });
    await eventually('the end of the try', async () => (await shop.rows('work_leases')).length === 0 || null);
    await holder.end();
    expect(await system.admin('scoring', 'retry', '--tenant', shop.tenantId)).toEqual({ tenant_id: shop.tenantId, retried: 1 });
    await shop.settled();
    expect(await shop.rows('customers', 'orders_count')).toContainEqual({ orders_count: 2 });
  }, 240_000);
});
