import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { endWaiting, waitingForLocks } from '../../support/waiting/waiting-for-locks.js';

interface Request {
  readonly tries: number;
  readonly set_aside: boolean;
  readonly customers: number;
}

describe('a request with which the worker dies again and again', () => {
  let system: ChurnSystem;
  beforeAll(async () => {
    system = await ChurnSystem.start();
  }, 60_000);
  afterAll(() => system.stop());

  it('is divided until one customer is set aside, everybody else is scored, and an operator can try again', async () => {
    const shop = await system.shop();
    await shop.send(order({ customer_id: 'poison' }));
    const requests = (): Promise<Request[]> => shop.rows('score_requests', 'tries, set_aside, cardinality(customer_ids) AS customers');
    // A worker that scores this customer waits here, and is killed.
    await system.owner.query('BEGIN');
    await system.owner.query(`SELECT FROM customers WHERE tenant_id = $1 AND external_id = 'poison' FOR UPDATE`, [shop.tenantId]);
    await system.worker.kill();
    const customers = ['poison', 'a', 'b', 'c', 'd'];
    await shop.post('/events', batch(...customers.map((customer_id) => order({ customer_id })))).expect(202);
    for (let deaths = 0; !(await requests()).some((each) => each.set_aside); deaths += 1) {
      expect(deaths).toBeLessThan(12);
      await system.worker.start();
      await eventually('a worker that waits for the customer, or has set it aside', async () => {
        return (await waitingForLocks(system.ownerUrl, 'customers')) > 0 || (await requests()).some((each) => each.set_aside) || null;
      });
      if ((await requests()).some((each) => each.set_aside)) break;
      await system.worker.kill();
      // Postgres does not look for its client while it waits for a lock.
      await endWaiting(system.ownerUrl, 'customers');
    }
    await eventually('scores of everybody else', async () => (await requests()).length === 1 || null);
    expect(await requests()).toEqual([expect.objectContaining({ set_aside: true, customers: 1 })]);
    for (const customer of ['a', 'b', 'c', 'd']) expect((await shop.churnOf(customer)).churn).not.toBeNull();
    expect(await system.admin('scoring', 'set-aside')).toEqual({
      data: [expect.objectContaining({ tenant_id: shop.tenantId, requests: 1 })],
    });
    await system.owner.query('COMMIT');
    expect(await system.admin('scoring', 'retry', '--tenant', shop.tenantId)).toEqual({ tenant_id: shop.tenantId, retried: 1 });
    await shop.settled();
    expect(await shop.rows('customers', 'orders_count')).toContainEqual({ orders_count: 2 });
  }, 180_000);
});
