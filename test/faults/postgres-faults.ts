import { setTimeout as sleep } from 'node:timers/promises';
import { signalTo } from '../support/servers/descendants.js';
import type { Fault, Scene } from './fault.js';
import { fillDisk, whyNoSmallDisk } from './full-disk.js';
import { lasting } from './patience.js';

const SECONDS = lasting(15, 3);
const during = (): Promise<void> => sleep(SECONDS * 1000);

async function crash({ stand }: Scene): Promise<void> {
  const { rows } = await stand.owner.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE usename = 'churn_app' AND pid <> pg_backend_pid() LIMIT 1`,
  );
  for (const { pid } of rows) signalTo(pid, 'SIGKILL');
  await during();
}

/** Ends the open connections and refuses new ones, as if another program had taken them all. */
async function useUpConnections({ stand }: Scene): Promise<void> {
  await stand.owner.query('ALTER ROLE churn_app CONNECTION LIMIT 0');
  try {
    await stand.owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'churn_app'`);
    await during();
  } finally {
    await stand.owner.query('ALTER ROLE churn_app CONNECTION LIMIT -1');
  }
}

async function lockTable({ stand }: Scene): Promise<void> {
  const session = await stand.owner.session();
  await session.query('BEGIN; LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
  await during();
  await session.query('ROLLBACK');
  await session.end();
}

/** Faults of Postgres, which holds everything. */
export const POSTGRES_FAULTS: readonly Fault[] = [
  {
    name: 'Postgres is restarted',
    did: 'fast shutdown under load, started again a second later',
    happen: async ({ stand }) => {
      await stand.postgres.stop();
      await sleep(1000);
    },
  },
  {
    name: 'a backend of Postgres crashes',
    did: 'kill -9 of one backend under load: Postgres ends all others and recovers from its log',
    happen: crash,
  },
  {
    name: 'Postgres is killed',
    did: 'kill -9 of the postmaster and all backends under load, started again a second later',
    happen: async ({ stand }) => {
      await stand.postgres.kill();
      await sleep(1000);
    },
  },
  {
    name: 'Postgres freezes',
    did: `SIGSTOP of the postmaster and all backends for ${SECONDS} s under load; connections stay open`,
    happen: async ({ stand }) => {
      stand.postgres.freeze();
      await during();
    },
  },
  {
    name: 'the connections of Postgres are used up',
    did: `all connections of the processes ended and none given for ${SECONDS} s (error 53300), under load`,
    happen: useUpConnections,
  },
  {
    name: 'a table is locked',
    did: `ACCESS EXCLUSIVE on customers for ${SECONDS} s under load`,
    happen: lockTable,
  },
  {
    name: 'the disk is full',
    did: `events moved to a small file system that was then filled (error 53100), for ${SECONDS} s under load`,
    impossible: whyNoSmallDisk,
    happen: (scene) => fillDisk(scene, during),
  },
];
