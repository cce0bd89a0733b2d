import { randomUUID } from 'node:crypto';
import { order } from '../support/shop/builders.js';
import type { ServiceProcess } from '../support/servers/service-process.js';
import { until } from './invariants.js';
import { someOrders } from './ledger.js';
import type { Scene } from './fault.js';
import { type Stand, startPatiently } from './stand.js';

const CAUGHT_WITHIN_MS = 120_000;

interface Middle {
  /** A statement that locks what the service needs. */
  readonly lock: string;
  readonly values?: readonly string[];
  /** Makes the service need it, when nothing else does. */
  readonly provoke?: () => Promise<void>;
}

/** Does something to the service while a transaction of it waits for a lock: so surely in its middle, however fast the machine is. */
async function inTheMiddle(stand: Stand, { lock, values = [], provoke }: Middle, act: () => Promise<void>): Promise<void> {
  const session = await stand.owner.session();
  try {
    await session.query('BEGIN');
    await session.query(lock, [...values]);
    await provoke?.();
    await until('a transaction waits for the lock', CAUGHT_WITHIN_MS, async () => {
      // Not pg_stat_activity: within a transaction it does not change after the first read.
      const { rows } = await session.query('SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))');
      return rows.length > 0;
    });
    await act();
    await session.query('ROLLBACK');
  } catch (error) {
    const { rows } = await stand.owner.query(
      `SELECT pid, state, wait_event, left(query, 60) AS query FROM pg_stat_activity WHERE usename = 'churn_app'`,
    );
    throw new Error(`${String(error)}; the service does ${JSON.stringify(rows)}`, { cause: error });
  } finally {
    await session.end().catch(() => undefined);
  }
}

/** Starts a worker, and does something to it in the middle of its first job. */
export function inTheMiddleOfScoring({ stand }: Scene, worker: ServiceProcess, act: () => Promise<void>): Promise<void> {
  // Of the table, not of its rows: the job creates the customers of the backlog.
  return inTheMiddle(stand, { lock: 'LOCK TABLE customers IN EXCLUSIVE MODE', provoke: () => startPatiently(worker) }, act);
}

/** Does something to the APIs when one has inserted all but the last event of a batch and waits for that one. */
export async function inTheMiddleOfIngest({ stand, victim, ledger, urls }: Scene, act: () => Promise<void>): Promise<void> {
  // Events are inserted in the order of their ids. The insert of the last one waits to see whether its row is really deleted.
  const last = order({ event_id: `~last-${randomUUID()}`, customer_id: 'last' });
  await ledger.sendUntilStored(urls, [last]);
  await inTheMiddle(
    stand,
    {
      lock: 'DELETE FROM events WHERE tenant_id = $1 AND event_id = $2',
      values: [victim.shop.tenantId, String(last['event_id'])],
      // Without waiting: there will be no answer.
      provoke: () => Promise.resolve(void ledger.sendOnce(urls[0] ?? '', [...someOrders(BATCH_EVENTS, () => 'cut'), last])),
    },
    act,
  );
}

/** Events of the batch that is cut, besides the last one. */
const BATCH_EVENTS = 50;
const BACKLOG_BATCHES = 20;
const BACKLOG_CUSTOMERS = 500;

/** Stops the workers and sends events, which wait for a score. */
export async function buildBacklog({ stand, ledger, urls }: Scene): Promise<void> {
  await Promise.all(stand.workers.map((worker) => worker.stop()));
  for (let i = 0; i < BACKLOG_BATCHES; i += 1) {
    await ledger.sendUntilStored(
      urls,
      someOrders(100, (n) => `late-${(i * 100 + n) % BACKLOG_CUSTOMERS}`),
    );
  }
}
