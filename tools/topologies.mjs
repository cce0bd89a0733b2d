// `npm run test:topologies [-- --only NAME] [TEST FILES]`: the end-to-end tests over the servers that a large installation has.
import './check-node.mjs';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap, exitWithSentence } from './bootstrap.mjs';
import { startPostgres } from './embedded-postgres.mjs';
import { startRedis } from './embedded-redis.mjs';
import { whenNpmIsGone } from './npm-parent.mjs';
import { ROOT } from './paths.mjs';
import { startPooler } from './topologies/pooler.mjs';
import { startCluster, startSentinels } from './topologies/redis-servers.mjs';

/** What goes through Redis or through every kind of transaction. The others differ in nothing that a server sees. */
const CORE = ['ingest', 'scoring', 'reading', 'list-customers', 'analytics', 'recalculate', 'erase', 'durability'].concat(
  ['webhook-deliveries', 'webhook-faults', 'campaign-sending', 'accounts', 'rate-limit'],
  ['isolation', 'settings'],
);

/** Each starts its servers with `stack.use(…)` and gives the environment that the tests find them by. */
const TOPOLOGIES = {
  'redis-cluster': async (stack) => ({ ...(await plainPostgres(stack)), TEST_REDIS_URL: await startCluster(stack) }),
  'redis-sentinel': async (stack) => ({ ...(await plainPostgres(stack)), TEST_REDIS_URL: await startSentinels(stack) }),
  pgbouncer: async (stack) => {
    const postgres = await plainPostgres(stack);
    const redis = await startRedis({ dataDir: stack.folder, ephemeral: true });
    stack.use(redis.stop);
    return { ...postgres, TEST_REDIS_URL: redis.url, ...(await startPooler(stack, postgres.TEST_DATABASE_URL)) };
  },
};

async function plainPostgres(stack) {
  const { url, stop } = await startPostgres({ dataDir: stack.folder, ephemeral: true });
  stack.use(stop);
  return { TEST_DATABASE_URL: url };
}

async function main() {
  const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  const names = values.only === undefined ? Object.keys(TOPOLOGIES) : [values.only];
  const unknown = names.find((name) => !(name in TOPOLOGIES));
  if (unknown !== undefined) throw new Error(`"${unknown}" is no topology: use one of ${Object.keys(TOPOLOGIES).join(', ')}.`);
  await bootstrap((line) => process.stderr.write(`${line}\n`));
  const files = positionals.length > 0 ? positionals : CORE.map((name) => `test/e2e/${name}.e2e`);
  for (const name of names) {
    process.stderr.write(`\n${name}\n`);
    const code = await run(TOPOLOGIES[name], files);
    if (code !== 0) process.exitCode = code;
  }
}

/** @returns {Promise<number>} jest's exit code */
async function run(start, files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-topology-'));
  // Postgres and PgBouncer run as another account when we are root, and have to get to their folders.
  fs.chmodSync(folder, 0o755);
  const ends = [];
  try {
    const env = await start({ folder, use: (end) => ends.unshift(end) });
    return await jest(files, { ...process.env, ...env });
  } finally {
    for (const end of ends) await end();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function jest(files, env) {
  const script = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  // One after the other: a Redis Cluster has no numbered databases that would keep their keys apart.
  const args = [script, '--runInBand', '--selectProjects', 'e2e', '--testPathPatterns', ...files];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
    process.once('SIGINT', () => {});
    for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill(signal));
    whenNpmIsGone(() => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

await main().catch(exitWithSentence);
