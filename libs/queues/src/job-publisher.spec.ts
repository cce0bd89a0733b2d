import { SystemClock, toTenantId } from '#libs/core';
import type { Queue } from 'bull';
import { QUEUES, WAKE_UP_WINDOW_MS } from './contracts.js';
import { JobPublisher } from './job-publisher.js';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
const OTHER = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1c');
const FRESH = { backfill: false };
const WINDOW_START = Date.UTC(2026, 10, 21);

interface Added {
  readonly queue: string;
  readonly payload: unknown;
  readonly jobId: unknown;
}

/** Stands for Bull and Redis: `add` does what they do with a job. */
function publisherOver(add: (job: Added) => Promise<unknown>): JobPublisher {
  const queues = Object.values(QUEUES).map(({ name }) => {
    const queue = { name, add: (payload: unknown, options: { jobId: unknown }) => add({ queue: name, payload, jobId: options.jobId }) };
    return [name, queue as unknown as Queue] as const;
  });
  return new JobPublisher(new Map(queues), new SystemClock());
}

describe('the publisher of jobs', () => {
  let added: Added[];
  let publisher: JobPublisher;

  beforeEach(() => {
    jest.useFakeTimers({ now: WINDOW_START });
    added = [];
    publisher = publisherOver(async (job) => added.push(job));
  });
  afterEach(() => {
    publisher.close();
    jest.useRealTimers();
  });

  const wait = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

  it('wakes the workers at once', () => {
    publisher.wakeScoring(TENANT, FRESH);
    expect(added).toEqual([{ queue: 'customers.score', payload: { v: 1, tenantId: TENANT }, jobId: expect.stringContaining(TENANT) }]);
  });

  it('makes at most two jobs, with different ids, of any number of calls in one window', async () => {
    for (let call = 0; call < 50; call += 1) {
      publisher.wakeScoring(TENANT, FRESH);
      await wait(1);
    }
    await wait(10 * WAKE_UP_WINDOW_MS);
    expect(added).toHaveLength(2);
    expect(new Set(added.map(({ jobId }) => jobId)).size).toBe(2);
    expect(publisher.counts).toEqual({ published: 2, failed: 0 });
  });

  it('publishes a job after the last call of a burst, so that no event waits for the sweep', async () => {
    publisher.wakeScoring(TENANT, FRESH);
    await wait(WAKE_UP_WINDOW_MS - 1);
    publisher.wakeScoring(TENANT, FRESH);
    expect(added).toHaveLength(1);
    await wait(2);
    expect(added).toHaveLength(2);
  });

  it('wakes the workers at once again after a burst', async () => {
    publisher.wakeScoring(TENANT, FRESH);
    publisher.wakeScoring(TENANT, FRESH);
    await wait(3 * WAKE_UP_WINDOW_MS);
    publisher.wakeScoring(TENANT, FRESH);
    expect(added).toHaveLength(3);
  });

  it('publishes at most one job per window during endless calls', async () => {
    for (let ms = 0; ms < 10 * WAKE_UP_WINDOW_MS; ms += 5) {
      publisher.wakeScoring(TENANT, FRESH);
      await wait(5);
    }
    expect(added.length).toBeLessThanOrEqual(11);
    expect(new Set(added.map(({ jobId }) => jobId)).size).toBe(added.length);
  });

  it('keeps tenants and lanes apart', () => {
    publisher.wakeScoring(TENANT, FRESH);
    publisher.wakeScoring(OTHER, FRESH);
    publisher.wakeScoring(TENANT, { backfill: true });
    expect(added.map(({ queue, payload }) => [queue, payload])).toEqual([
      ['customers.score', { v: 1, tenantId: TENANT }],
      ['customers.score', { v: 1, tenantId: OTHER }],
      ['customers.score-backfill', { v: 1, tenantId: TENANT }],
    ]);
  });

  it('publishes a recalculation', () => {
    const job = { v: 1, tenantId: TENANT, jobId: '0190a6c2-0000-7000-8000-000000000001' } as const;
    publisher.recalculate(job);
    expect(added).toMatchObject([{ queue: 'tenant.recalculate', payload: job }]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['Redis refuses', () => Promise.reject(new Error('OOM'))],
    [
      'Bull throws',
      () => {
        throw new Error('Connection is closed.');
      },
    ],
    ['Redis does not answer', () => new Promise(() => undefined)],
    ['Redis refuses long after', () => new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 5000))],
  ])('counts a failure and does not throw when %s', async (_what, add) => {
    publisher = publisherOver(add);
    expect(() => publisher.wakeScoring(TENANT, FRESH)).not.toThrow();
    await wait(200);
    expect(publisher.counts).toEqual({ published: 0, failed: 1 });
    await wait(10_000);
    expect(publisher.counts).toEqual({ published: 0, failed: 1 });
  });

  it('tries again with the next call after a failure', async () => {
    let down = true;
    publisher = publisherOver(async (job) => (down ? Promise.reject(new Error('down')) : added.push(job)));
    publisher.wakeScoring(TENANT, FRESH);
    await wait(WAKE_UP_WINDOW_MS);
    down = false;
    publisher.wakeScoring(TENANT, FRESH);
    await wait(0);
    expect(publisher.counts).toEqual({ published: 1, failed: 1 });
  });

  it('stops its timers when it is closed', async () => {
    publisher.wakeScoring(TENANT, FRESH);
    publisher.wakeScoring(TENANT, FRESH);
    publisher.close();
    await wait(10 * WAKE_UP_WINDOW_MS);
    expect(added).toHaveLength(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
