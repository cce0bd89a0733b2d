import { DAY_MS } from '#libs/core';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import type { Shop } from '../../support/shop/shop.js';

interface OutboxRow {
  readonly event: string;
  readonly sequence: string;
  readonly payload: Record<string, unknown>;
}

/** A regular: an order every `gap` days, the last one `silence` days ago. */
const regular = (customer_id: string, gap: number, orders: number, silence: number) =>
  Array.from({ length: orders }, (_, i) => order({ customer_id, occurred_at: daysAgo(silence + i * gap) }));

describe('the nightly pass', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    // Without a worker that delivers, outbox events stay where the test can read them.
    system = await ChurnSystem.start({ WORKER_QUEUES: 'scoring' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const outbox = async () =>
    (await shop.rows<OutboxRow>('outbox')).toSorted((a, b) => Number(a.sequence) - Number(b.sequence)).map(({ payload }) => payload);

  /** Runs the nightly pass in a worker with a clock that is `days` ahead, until that worker has done all tasks of the night. */
  async function nightlyPass(days: number): Promise<number> {
    const later = await system.startAnother('scoring-worker', { TEST_CLOCK_OFFSET_MS: String(days * DAY_MS), NIGHTLY_HOUR_UTC: '0' });
    const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    const columns = 'type, status, processed, pass_day::text AS day';
    try {
      const { processed } = await eventually('a completed nightly pass', async () => {
        const jobs = await shop.rows<{ type: string; status: string; processed: number; day: string }>('churn_jobs', columns);
        return jobs.find((job) => job.type === 'nightly' && job.day === day && job.status === 'completed');
      });
      return processed;
    } finally {
      await later.stop();
    }
  }

  it('rescores customers when their scores no longer hold, because silence is the signal', async () => {
    await shop.send(...regular('c-1', 10, 6, 5), ...regular('c-2', 30, 3, 40));
    const before = [await shop.churnOf('c-1'), await shop.churnOf('c-2')];
    // Any worker runs the pass, so the test stops the one with today's clock.
    await system.worker.stop();
    try {
      expect(await nightlyPass(40)).toBe(2);
    } finally {
      await system.worker.start();
    }
    for (const [i, id] of ['c-1', 'c-2'].entries()) {
      const after = await shop.churnOf(id);
      expect(Number(after.churn?.score)).toBeGreaterThan(Number(before[i]?.churn?.score));
      expect(after.features.recency_days).toBe((before[i]?.features.recency_days ?? 0) + 40);
      expect(Date.parse(after.churn?.calculated_at ?? '')).toBeGreaterThan(Date.now() + 39 * DAY_MS);
    }
    const changes = (await outbox()).filter(({ event }) => event === 'customer.churn_score.changed');
    expect(changes.map(({ customer_id }) => customer_id)).toContain('c-1');
  });

  it('writes nothing about customers whose scores still hold', async () => {
    const sorted = async (table: string, columns: string): Promise<string[]> =>
      (await shop.rows(table, columns)).map((row) => JSON.stringify(row)).toSorted();
    const stored = async (): Promise<unknown[]> => [
      await sorted('customers', 'id, xmin::text, score, calculated_at, due_on'),
      await sorted('score_history', '*'),
      await sorted('daily_score_changes', '*'),
    ];
    await shop.send(...regular('c-1', 10, 6, 700), ...regular('c-2', 30, 3, 900));
    await system.worker.stop();
    try {
      // The first pass after events looks ahead.
      expect(await nightlyPass(1)).toBe(2);
      const before = await stored();
      expect(await nightlyPass(2)).toBe(0);
      expect(await stored()).toEqual(before);
      // A job that gave up has left some customers with old settings.
      await system.owner.query(
        `INSERT INTO churn_jobs (tenant_id, id, type, status, created_at, finished_at) VALUES ($1, $1, 'settings', 'failed', now(), now() + interval '49 hours')`,
        [shop.tenantId],
      );
      expect(await nightlyPass(3)).toBe(2);
      expect(await nightlyPass(4)).toBe(0);
      // A month later the scores are calculated again in any case.
      expect(await nightlyPass(33)).toBe(2);
    } finally {
      await system.worker.start();
    }
  });

  it('reports a change of the label exactly once', async () => {
    await shop.send(...regular('c-1', 10, 6, 5));
    const before = await shop.churnOf('c-1');
    await system.worker.stop();
    try {
      for (const night of [1, 40, 41]) await nightlyPass(night);
    } finally {
      await system.worker.start();
    }
    const { churn, history } = await shop.churnOf('c-1');
    expect(churn?.label).not.toBe(before.churn?.label);
    expect(await outbox()).toMatchObject([
      { event: 'customer.churn_score.changed', previous_label: before.churn?.label, new_label: churn?.label },
    ]);
    expect(new Set(history.map(({ label }) => label))).toEqual(new Set([before.churn?.label, churn?.label]));
    // One row for each night on which the score was calculated.
    expect(new Set(history.map(({ calculated_at: at }) => at.slice(0, 10))).size).toBe(history.length);
  });

  it('moves customers from active to lost, and the history and the totals of the day keep it', async () => {
    await shop.send(...regular('c-1', 10, 6, 2));
    await system.worker.stop();
    try {
      for (const night of [1, 60, 300]) await nightlyPass(night);
    } finally {
      await system.worker.start();
    }
    const [customer] = (await shop.get('/customers').expect(200)).body.data as object[];
    expect(customer).toMatchObject({ lifecycle: 'lost', late_since: expect.stringMatching(/T00:00:00\.000Z$/) });
    const moves = await shop.rows<{ became_lost: number }>('daily_score_changes', 'became_lost');
    expect(moves.reduce((sum, { became_lost: lost }) => sum + lost, 0)).toBe(1);
    const { history } = await shop.churnOf('c-1');
    expect([history.at(0)?.lifecycle, history.at(-1)?.lifecycle]).toEqual(['lost', 'active']);
    expect(history.map(({ cause }) => cause)).toEqual([...history.slice(1).map(() => 'aging'), 'events']);
  });

  it('keeps its outbox events when the next night deletes old ones', async () => {
    await shop.send(...regular('c-1', 10, 6, 5), ...regular('c-2', 30, 3, 40));
    await system.worker.stop();
    try {
      await nightlyPass(40);
      const events = await outbox();
      expect(events.length).toBeGreaterThan(0);
      await nightlyPass(41);
      expect(await outbox()).toEqual(expect.arrayContaining(events));
      // The retention is 14 days.
      await nightlyPass(55);
      expect(await outbox()).not.toEqual(expect.arrayContaining(events));
    } finally {
      await system.worker.start();
    }
  });
});
