import type { Job, Recalculation, RecalculationRequest } from '#libs/client';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { endOf, jobOf } from '../../support/shop/jobs.js';
import { fillWithCustomers } from '../../support/shop/many-customers.js';
import type { Shop } from '../../support/shop/shop.js';
import { moved } from '../../support/waiting/moved.js';
import { addTrigger } from '../../support/servers/triggers.js';
import { patient } from '../../support/waiting/limits.js';

const MANY = 20_000;

const recalculate = (shop: Shop, request: RecalculationRequest): Promise<Recalculation> => shop.client().recalculate(request);

describe('a recalculation', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const calculatedAt = async (id: string): Promise<number> => Date.parse((await shop.churnOf(id)).churn?.calculated_at ?? '');

  describe('of named customers', () => {
    it('processes each of them once and names the unknown ones', async () => {
      await shop.send(order({ customer_id: 'a' }), order({ customer_id: 'b' }));
      const reply = await recalculate(shop, { customer_ids: ['a', 'nobody', 'b', 'a', 'nobody'] });
      expect(reply).toEqual({
        job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        queued: 2,
        message: '2 customers queued, 1 not known',
        unknown: ['nobody'],
      });
      expect(await endOf(shop, reply.job_id)).toEqual({
        job_id: reply.job_id,
        type: 'recalculate',
        status: 'completed',
        queued: 2,
        processed: 2,
        failed: 0,
        started_at: expect.stringMatching(/Z$/),
        finished_at: expect.stringMatching(/Z$/),
        error: null,
      });
    });

    it('keeps a score younger than an hour unless it is forced', async () => {
      await shop.send(order({ customer_id: 'a' }));
      const first = await calculatedAt('a');
      await endOf(shop, (await recalculate(shop, { customer_ids: ['a'] })).job_id);
      expect(await calculatedAt('a')).toBe(first);
      await endOf(shop, (await recalculate(shop, { customer_ids: ['a'], force: true })).job_id);
      expect(await calculatedAt('a')).toBeGreaterThan(first);
    });

    it('renews a score older than an hour', async () => {
      await shop.send(order({ customer_id: 'a' }));
      const first = await calculatedAt('a');
      await system.owner.query(
        `UPDATE customers SET calculated_at = ${moved('calculated_at', "- interval '61 minutes'")} WHERE tenant_id = $1`,
        [shop.tenantId],
      );
      await endOf(shop, (await recalculate(shop, { customer_ids: ['a'], force: false })).job_id);
      expect(await calculatedAt('a')).toBeGreaterThan(first);
    });

    it('completes at once when none of them is known', async () => {
      const reply = await recalculate(shop, { customer_ids: ['nobody'] });
      expect(reply).toMatchObject({ queued: 0, unknown: ['nobody'] });
      expect(await endOf(shop, reply.job_id)).toMatchObject({ status: 'completed', processed: 0 });
    });

    it('counts the customers whose score cannot be calculated and scores the others', async () => {
      const regular = [1, 31, 61, 91].map((days) => order({ customer_id: 'broken', occurred_at: daysAgo(days) }));
      await shop.send(order({ customer_id: 'whole' }), ...regular);
      // A time that no Date can hold.
      await system.owner.query(`UPDATE orders SET placed_at = 'infinity' WHERE tenant_id = $1 AND customer_id = $2`, [
        shop.tenantId,
        (await shop.churnOf('broken')).customer_id,
      ]);
      const before = await calculatedAt('whole');
      const { job_id } = await recalculate(shop, { customer_ids: ['whole', 'broken'], force: true });
      expect(await endOf(shop, job_id)).toMatchObject({ status: 'completed', processed: 2, failed: 1 });
      expect(await calculatedAt('whole')).toBeGreaterThan(before);
      expect((await shop.churnOf('broken')).churn).not.toBeNull();
    });

    it('accepts a thousand of them', async () => {
      const ids = Array.from({ length: 1000 }, (_, i) => `c-${i}`);
      expect((await recalculate(shop, { customer_ids: ids })).unknown).toHaveLength(1000);
    });
  });

  it.each([
    ['the body must be a JSON object with the fields customer_ids and force, both optional', 'body', '[]'],
    ['the body must be a JSON object with the fields customer_ids and force, both optional', 'body', '"all"'],
    ['the body must be a JSON object with the fields customer_ids and force, both optional', 'body', 'null'],
    ['customer_ids is not an array: it must be an array of 1 to 1000', 'customer_ids', { customer_ids: 'a' }],
    ['customer_ids is empty: it must be an array of 1 to 1000', 'customer_ids', { customer_ids: [] }],
    ['customer_ids has 1001 items: it must be an array of 1 to 1000', 'customer_ids', { customer_ids: Array(1001).fill('a') }],
    ['customer_ids[1] is 5: it must be a string of 1 to 255 characters', 'customer_ids[1]', { customer_ids: ['a', 5] }],
    ['customer_ids[1] has 0 characters: it must have 1 to 255', 'customer_ids[1]', { customer_ids: ['a', ''] }],
    ['customer_ids[0] has 256 characters: it must have 1 to 255', 'customer_ids[0]', { customer_ids: ['x'.repeat(256)] }],
    ['customer_ids[0] is "\\u0000": it must not hold control characters', 'customer_ids[0]', { customer_ids: ['\u0000'] }],
    ['force must be true or false, or absent', 'force', { force: 'yes' }],
    ['there is no field customerIds: did you mean customer_ids?', 'customerIds', { customerIds: ['a'] }],
  ])('is refused: %s', async (message, field, body) => {
    const response = await shop.post('/churn/recalculate', body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: 'validation_error', details: [{ field, message: expect.stringContaining(message) }] });
    expect(await shop.rows('churn_jobs')).toEqual([]);
  });

  describe('of all customers', () => {
    it('processes all of them and no customer of another shop', async () => {
      const other = await system.shop();
      await shop.send(order({ customer_id: 'a' }), order({ customer_id: 'b' }), order({ customer_id: 'c' }));
      await other.send(order({ customer_id: 'a' }));
      const theirs = (await other.churnOf('a')).churn?.calculated_at;
      const before = await calculatedAt('a');
      const reply = await recalculate(shop, { force: true });
      expect(reply).toMatchObject({ queued: 3, message: '3 customers queued', unknown: [] });
      expect(await endOf(shop, reply.job_id)).toMatchObject({ type: 'recalculate', status: 'completed', queued: 3, processed: 3 });
      expect(await calculatedAt('a')).toBeGreaterThan(before);
      expect((await other.churnOf('a')).churn?.calculated_at).toBe(theirs);
      expect((await other.get(`/churn/jobs/${reply.job_id}`)).status).toBe(404);
    });

    it('runs once when it is requested several times over several processes', async () => {
      await shop.send(order());
      await system.worker.stop();
      const another = await system.startAnother('api');
      try {
        const asks = Array.from({ length: 16 }, (_, i) => recalculate(i % 2 === 0 ? shop : shop.via(another.url), {}));
        const replies = await Promise.all(asks);
        expect(new Set(replies.map(({ job_id }) => job_id)).size).toBe(1);
        const forced = await recalculate(shop, { force: true });
        expect(forced.message).toBe(
          'a job over all customers is under way already; this is that job, which keeps recent scores: ask again with force when it has ended',
        );
        // A job of named customers is separate.
        expect((await recalculate(shop, { customer_ids: ['c-1'] })).job_id).not.toBe(forced.job_id);
      } finally {
        await another.stop();
        await system.worker.start();
      }
      const jobs = await shop.rows<{ id: string }>('churn_jobs', 'id');
      expect(jobs).toHaveLength(2);
      for (const { id } of jobs) expect(await endOf(shop, id)).toMatchObject({ status: 'completed', processed: 1 });
      expect(jobs.map(({ id }) => id)).not.toContain((await recalculate(shop, {})).job_id);
    });

    it('completes although Redis has lost its job', async () => {
      await shop.send(order());
      await system.worker.stop();
      const { job_id } = await recalculate(shop, { force: true });
      await system.redis.flushdb();
      expect(await jobOf(shop, job_id)).toMatchObject({ status: 'queued', processed: 0, started_at: null, finished_at: null });
      await system.worker.start();
      expect(await endOf(shop, job_id)).toMatchObject({ status: 'completed', processed: 1 });
    });

    it('leaves out a customer whose score the database refuses', async () => {
      await shop.send(...['a', 'poison', 'b'].map((id) => order({ customer_id: id })));
      const rows = `FOR EACH ROW WHEN (OLD.external_id = 'poison' AND OLD.tenant_id = '${shop.tenantId}')`;
      const removeTrigger = await addTrigger(system.owner, 'customers', ['BEFORE UPDATE', rows], `RAISE EXCEPTION 'refused by the test'`);
      const before = await calculatedAt('a');
      try {
        const { job_id } = await recalculate(shop, { force: true });
        expect(await endOf(shop, job_id)).toMatchObject({ status: 'completed', processed: 3, failed: 1 });
      } finally {
        await removeTrigger();
      }
      expect(await calculatedAt('a')).toBeGreaterThan(before);
    });

    it('fails with a reason when it cannot continue, and blocks no other job', async () => {
      await shop.send(...Array.from({ length: 20 }, (_, i) => order({ customer_id: `poison-${i}` })));
      const other = await system.shop();
      await other.send(order({ customer_id: 'a' }));
      const rows = `FOR EACH ROW WHEN (OLD.external_id LIKE 'poison%')`;
      const removeTrigger = await addTrigger(system.owner, 'customers', ['BEFORE UPDATE', rows], `RAISE EXCEPTION 'refused by the test'`);
      try {
        const bad = await recalculate(shop, { force: true });
        const good = await recalculate(other, { force: true });
        expect(await endOf(other, good.job_id)).toMatchObject({ status: 'completed', processed: 1 });
        expect(await endOf(shop, bad.job_id)).toMatchObject({
          status: 'failed',
          processed: 10,
          failed: 10,
          error: 'stopped after 5 errors; the work done so far is kept, request the job again',
        });
      } finally {
        await removeTrigger();
      }
      expect(await endOf(shop, (await recalculate(shop, { force: true })).job_id)).toMatchObject({ status: 'completed', processed: 20 });
    });

    it('goes on with smaller chunks when the database takes too long for one', async () => {
      const large = await system.shop({ plan: 'enterprise' });
      await large.send(...Array.from({ length: 400 }, (_, i) => order({ customer_id: `c-${i}` })));
      const slow = `FOR EACH ROW WHEN (OLD.tenant_id = '${large.tenantId}')`;
      const removeTrigger = await addTrigger(system.owner, 'customers', ['BEFORE UPDATE', slow], 'PERFORM pg_sleep(0.1); RETURN NEW');
      try {
        expect(await endOf(large, (await recalculate(large, { force: true })).job_id, 150_000)).toMatchObject({
          status: 'completed',
          processed: 400,
        });
      } finally {
        await removeTrigger();
      }
    }, 200_000);
  });

  it('continues where it stopped when workers are killed, and skips or repeats no customer', async () => {
    await fillWithCustomers(system.owner, shop.tenantId, MANY);
    const { job_id, queued } = await recalculate(shop, {});
    expect(queued).toBe(MANY);
    for (const share of [0.2, 0.6]) {
      let job: Job = await jobOf(shop, job_id);
      while (job.processed < MANY * share) job = await jobOf(shop, job_id);
      expect(job.status).toBe('running');
      await system.worker.kill();
      await system.worker.start();
    }
    expect(await endOf(shop, job_id, 40_000)).toMatchObject({ status: 'completed', processed: MANY, failed: 0 });
    const { rows } = await system.owner.query(
      `SELECT (SELECT count(*)::int FROM customers WHERE tenant_id = $1 AND score IS NOT NULL) AS scored,
              (SELECT count(*)::int FROM score_history WHERE tenant_id = $1) AS history`,
      [shop.tenantId],
    );
    // A second score of a customer would have moved the first one into the history, had it changed anything.
    expect(rows).toEqual([{ scored: MANY, history: 0 }]);
  }, 60_000);

  it('lets fresh events be scored within seconds while it runs', async () => {
    await fillWithCustomers(system.owner, shop.tenantId, MANY);
    const other = await system.shop();
    const { job_id } = await recalculate(shop, { force: true });
    const waits: number[] = [];
    // In both shops: the one that is being recalculated and its neighbour.
    for (let i = 0; (await jobOf(shop, job_id)).status !== 'completed' && i < 12; i += 1) {
      const asked = i % 2 === 0 ? shop : other;
      const sentAt = Date.now();
      await asked.post('/events', batch(order({ customer_id: `fresh-${i}`, occurred_at: daysAgo(1) }))).expect(202);
      while ((await asked.churnOf(`fresh-${i}`)).churn === null) expect(Date.now() - sentAt).toBeLessThan(patient(5000));
      waits.push(Date.now() - sentAt);
    }
    expect(waits.length).toBeGreaterThan(0);
    await endOf(shop, job_id, 30_000);
  }, 60_000);
});

describe('a job', () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.start();
  }, 60_000);
  afterAll(() => system.stop());

  it.each(['0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b', 'all', '%00', "'; DROP TABLE churn_jobs; --"])('is not found under %s', async (id) => {
    const shop = await system.shop();
    const response = await shop.get(`/churn/jobs/${id.startsWith('%') ? id : encodeURIComponent(id)}`);
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ error: 'not_found', message: 'job not found' });
  });

  it('is hidden from callers without a key', async () => {
    const shop = await system.shop();
    const { job_id } = await recalculate(shop, { customer_ids: ['a'] });
    expect((await shop.get(`/churn/jobs/${job_id}`).unset('X-API-Key')).status).toBe(401);
    expect((await shop.post('/churn/recalculate', {}).unset('X-API-Key')).status).toBe(401);
    expect((await shop.get(`/churn/jobs/${job_id.toUpperCase()}`)).status).toBe(200);
  });
});
