import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitWithSentence } from '../install/bootstrap.mjs';
import { startPostgres } from './embedded-postgres.mjs';
import { startRedis } from './embedded-redis.mjs';
import { isProgram } from '../paths.mjs';

// Run as a program, for tests and benchmarks:
//
//   node tools/servers/embedded-services.mjs --data-dir DIR [--ephemeral] [--only postgres|redis] [--postgres-port N] [--redis-port N] [--replica-of URL]
//
// starts the servers, prints ONE line of JSON on stdout ({postgres: {url, port, pid, version}, redis: {url, port, pid, kind,
// version}}) and ends them when its stdin closes, so they also end when the parent is killed. With --ephemeral it then deletes their
// files in DIR, and DIR itself if it is empty. Progress goes to stderr.

/**
 * Starts Postgres and Redis at the same time. If one fails, stops the other again.
 *
 * @param {{dataDir: string, ephemeral?: boolean, only?: 'postgres' | 'redis', postgresPort?: number, redisPort?: number, replicaOf?: string,
 *   log?: (line: string) => void}} options
 * @returns {Promise<{postgres?: Awaited<ReturnType<typeof startPostgres>>, redis?: Awaited<ReturnType<typeof startRedis>>,
 *   stop: () => Promise<void>}>}
 * @throws {Error} one sentence with the remedy
 */
export async function startServices({ dataDir, ephemeral = false, only, postgresPort, redisPort, replicaOf, log }) {
  const starts = {
    ...(only !== 'redis' && { postgres: startPostgres({ dataDir, ephemeral, port: postgresPort, replicaOf, log }) }),
    ...(only !== 'postgres' && { redis: startRedis({ dataDir, ephemeral, port: redisPort, log }) }),
  };
  const results = await Promise.allSettled(Object.values(starts));
  const running = results.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
  const stop = async () => void (await Promise.all(running.map((server) => server.stop())));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return { postgres: await starts.postgres, redis: await starts.redis, stop };
}

async function main() {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string' },
      ephemeral: { type: 'boolean', default: false },
      only: { type: 'string' },
      'postgres-port': { type: 'string' },
      'redis-port': { type: 'string' },
      'replica-of': { type: 'string' },
    },
  });
  if (values['data-dir'] === undefined) throw new Error('--data-dir DIR is missing: the folder for the data of the servers.');
  // Registered before the start, to notice a parent that ends during it.
  const parentGone = new Promise((resolve) => {
    process.stdin.resume().once('end', resolve).once('error', resolve);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, resolve);
  });
  const services = await startServices({
    dataDir: values['data-dir'],
    ephemeral: values.ephemeral,
    only: values.only,
    postgresPort: numberOrDefault(values['postgres-port']),
    redisPort: numberOrDefault(values['redis-port']),
    replicaOf: values['replica-of'],
    log: (line) => process.stderr.write(`${line}\n`),
  });
  // JSON drops functions, so only the data of the handles is printed.
  process.stdout.write(`${JSON.stringify({ postgres: services.postgres, redis: services.redis })}\n`);
  await parentGone;
  await services.stop();
  if (values.ephemeral) removeData(values['data-dir']);
  process.exit(0);
}

function removeData(dataDir) {
  for (const name of ['postgres', 'redis']) fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  if (fs.readdirSync(dataDir).length === 0) fs.rmdirSync(dataDir);
}

const numberOrDefault = (text) => (text === undefined ? undefined : Number(text));

if (isProgram(import.meta.url)) await main().catch(exitWithSentence);
