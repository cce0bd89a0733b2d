import { setTimeout as sleep } from 'node:timers/promises';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';
import { order } from '../../support/shop/builders.js';
import { endOf } from '../../support/shop/jobs.js';
import { eventually } from '../../support/waiting/eventually.js';

const MORE_WORKERS = 4;
const COUNTED_MS = 5000;

describe('several workers', () => {
  let system: ChurnSystem;
  const others: ServiceProcess[] = [];

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100' });
  }, 60_000);
  afterAll(async () => {
    for (const each of others) await each.stop();
    await system.stop();
  });

  const counted = (): Promise<number> => system.redis.zcard('churn:workers');
  const countedAs = (workers: number): Promise<unknown> =>
    eventually(`${workers} counted workers`, async () => ((await counted()) === workers ? workers : null));

  /** Transactions a second, nearly all of them sweeps. Connections report theirs every second. */
  async function transactionRate(): Promise<number> {
    const read = async (): Promise<number> => {
      const { rows } = await system.owner.query<{ ended: number }>(
        'SELECT (xact_commit + xact_rollback)::float8 AS ended FROM pg_stat_database WHERE datname = current_database()',
      );
      return rows[0]!.ended;
    };
    const before = await read();
    await sleep(COUNTED_MS);
    return ((await read()) - before) / (COUNTED_MS / 1000);
  }

  it('ask together about as often as one whether a tenant has work, and one that dies is forgotten', async () => {
    await countedAs(1);
    const alone = await transactionRate();
    for (let i = 0; i < MORE_WORKERS; i += 1) others.push(await system.startAnother('scoring-worker', { SWEEP_INTERVAL_MS: '100' }));
    await countedAs(1 + MORE_WORKERS);
    // Each hears of the others with its next word to Redis.
    await sleep(6000);
    expect(await transactionRate()).toBeLessThan((alone * (1 + MORE_WORKERS)) / 2);
    await others.pop()!.kill();
    await countedAs(MORE_WORKERS);
  }, 120_000);

  it('still find at once what only sweeps find', async () => {
    const shop = await system.shop();
    await shop.send(order({ customer_id: 'c-1' }));
    const { job_id: jobId } = (await shop.delete('/customers/c-1')).body as { job_id: string };
    expect(await endOf(shop, jobId)).toMatchObject({ type: 'erase', status: 'completed' });
  });
});
