import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Scene } from './fault.js';
import { buildBacklog } from './harm.js';
import { lasting } from './patience.js';
import type { Stand } from './stand.js';

const SECONDS = lasting(15, 3);
const BALLAST = 'x'.repeat(1000);
const ROOM_BYTES = 100_000;
const ANSWERS_WITHIN_MS = 15_000;

const needsRealRedis = ({ redis }: Stand): string | null =>
  redis.program.kind === 'js-redis-server' ? 'js-redis-server knows no limit of memory' : null;

const away = (): Promise<void> => sleep(SECONDS * 1000);

async function evict({ stand }: Scene): Promise<void> {
  const limitMs = SECONDS * 1000 + ANSWERS_WITHIN_MS;
  await stand.redis.ask(async (redis) => {
    const used = Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await redis.config('SET', 'maxmemory', String(used + ROOM_BYTES));
    const until = Date.now() + SECONDS * 1000;
    for (let i = 0; Date.now() < until; i += 1) {
      // When Redis has nothing left to evict it refuses writes, as it does to the service.
      await redis.set(`ballast:${i}`, BALLAST).catch(() => undefined);
      if (i % 50 === 0) await sleep(5);
    }
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
  }, limitMs);
}

/** Faults of Redis, which holds nothing that cannot be rebuilt. */
export const REDIS_FAULTS: readonly Fault[] = [
  {
    name: 'Redis is killed and comes back empty',
    did: `kill -9 under load, away for ${SECONDS} s; one API refuses meanwhile, the other counts by itself`,
    happen: async ({ stand }) => {
      await stand.redis.kill();
      await away();
    },
  },
  {
    name: 'Redis loses a backlog',
    did: 'FLUSHALL with 2000 events waiting and no worker running, and again when they run',
    quiet: true,
    happen: async (scene) => {
      await buildBacklog(scene);
      await scene.stand.redis.ask((redis) => redis.flushall());
      await Promise.all(scene.stand.workers.map((worker) => worker.start()));
      await scene.stand.redis.ask((redis) => redis.flushall());
    },
  },
  {
    name: 'Redis freezes',
    did: `SIGSTOP for ${SECONDS} s under load; connections stay open`,
    happen: async ({ stand }) => {
      stand.redis.signal('SIGSTOP');
      await away();
    },
  },
  {
    name: 'Redis is out of memory',
    did: `maxmemory of 1 byte with noeviction for ${SECONDS} s under load: every write is refused`,
    impossible: needsRealRedis,
    happen: async ({ stand }) => {
      await stand.redis.ask((redis) => redis.config('SET', 'maxmemory', '1'));
      await away();
    },
  },
  {
    name: 'Redis evicts keys',
    did: `allkeys-lru with no room, and ballast written for ${SECONDS} s under load`,
    impossible: needsRealRedis,
    happen: evict,
  },
];
