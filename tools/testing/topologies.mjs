// `npm run test:topologies [-- --only NAME[+NAME]] [--core] [--patience N] [TEST FILES]`: runs the end-to-end tests with the servers of a large installation.
import '../check-node.mjs';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap, exitWithSentence } from '../install/bootstrap.mjs';
import { startPostgres } from '../servers/embedded-postgres.mjs';
import { startRedis } from '../servers/embedded-redis.mjs';
import { CORE, patternsOf } from './end-to-end.mjs';
import { ROOT } from '../paths.mjs';
import { runToEnd, wasStopped } from '../processes/run-to-end.mjs';
import { findCitus, startCitus } from './topologies/citus.mjs';
import { startPooler } from './topologies/pooler.mjs';
import { startCluster, startSentinels } from './topologies/redis-servers.mjs';
import { startReplicated } from './topologies/replica.mjs';

/** These files do not depend on the topology, or do not apply to it. Every other file of test/e2e runs. */
const LEFT_OUT = {
  'operations/redis-away.long': 'runs without Redis, or hurts one of its own',
  'operations/read-replica.long': 'brings its own primary and replica, and kills one',
  'operations/image.long': 'reads the files of the image, and connects to the servers directly',
  'operations/distribution': 'queries a schema, not the service',
  'api/tour': 'reads the page, on one machine',
  'scoring/prediction-quality.long': 'runs a program over files',
  'dashboard/pages': 'reads files that the api serves',
};

const SUFFIX = '.e2e.spec.ts';
const JEST = path.join(ROOT, 'node_modules/jest/bin/jest.js');
const CONFIG_OF_TOPOLOGIES = 'jest.topologies.config.mjs';

const missingCitus = () => (findCitus() === null ? 'no Postgres with the extension citus is installed' : null);

/** Each starts its servers with `stack.use(…)`. Without its own Redis or Postgres it uses one plain server. Without a `file` of test/topologies it runs test/e2e. */
const TOPOLOGIES = {
  'redis-cluster': { redis: (stack) => startCluster(stack) },
  'redis-sentinel': { redis: startSentinels },
  pgbouncer: {
    postgres: async (stack) => {
      const plain = await plainPostgres(stack);
      return { ...plain, ...(await startPooler(stack, plain.TEST_DATABASE_URL)) };
    },
  },
  replica: { postgres: startReplicated },
  // One file at a time: three servers plan each statement.
  citus: { postgres: startCitus, missing: missingCitus, inBand: true },
  'citus-nodes': { file: 'citus-nodes', postgres: startCitus, missing: missingCitus },
  'redis-cluster-failover': { file: 'redis-failover', redis: (stack) => startCluster(stack, 1) },
  'redis-sentinel-failover': { file: 'redis-failover', redis: startSentinels },
};

async function plainRedis(stack) {
  const { url, stop } = await startRedis({ dataDir: stack.folder, ephemeral: true });
  stack.use(stop);
  return url;
}

async function plainPostgres(stack) {
  const { url, stop } = await startPostgres({ dataDir: stack.folder, ephemeral: true });
  stack.use(stop);
  return { TEST_DATABASE_URL: url };
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' }, core: { type: 'boolean', default: false }, patience: { type: 'string', default: '1' } },
    allowPositionals: true,
  });
  const names = values.only === undefined ? Object.keys(TOPOLOGIES) : [values.only];
  const topologies = names.map(topologyOf);
  if (!(Number(values.patience) >= 1)) throw new Error(`--patience is ${values.patience}: it must be a number from 1.`);
  process.env.CHURN_TEST_PATIENCE = values.patience;
  await bootstrap((line) => process.stderr.write(`${line}\n`));
  const files = positionals.length > 0 ? positionals : patternsOf(values.core ? CORE : endToEnd());
  for (const [i, topology] of topologies.entries()) {
    const missing = topology.missing?.() ?? null;
    process.stderr.write(`\n${names[i]}${missing === null ? '' : `: skipped, ${missing}`}\n`);
    if (missing !== null) continue;
    const code = await run(topology, files);
    if (code !== 0) process.exitCode = code;
    if (wasStopped(code)) return;
  }
}

/** @param {string} name a topology, or a Redis and a Postgres topology joined by a plus, to use both */
function topologyOf(name) {
  const parts = name.split('+');
  const unknown = parts.find((part) => !Object.hasOwn(TOPOLOGIES, part));
  if (unknown !== undefined) throw new Error(`"${unknown}" is no topology: use one of ${Object.keys(TOPOLOGIES).join(', ')}.`);
  const settings = parts.flatMap((part) => Object.entries(TOPOLOGIES[part]));
  const topology = { redis: plainRedis, postgres: plainPostgres, ...Object.fromEntries(settings) };
  if (new Set(settings.map(([key]) => key)).size < settings.length)
    throw new Error(`${name} are topologies of the same server: combine one of Redis and one of Postgres.`);
  return topology;
}

/** @returns {string[]} the end-to-end test files that run on a topology */
function endToEnd() {
  const files = fs.readdirSync(path.join(ROOT, 'test/e2e'), { recursive: true });
  const names = files.filter((file) => file.endsWith(SUFFIX)).map((file) => file.slice(0, -SUFFIX.length).replaceAll(path.sep, '/'));
  const gone = Object.keys(LEFT_OUT).filter((name) => !names.includes(name));
  if (gone.length > 0) throw new Error(`tools/testing/topologies.mjs leaves out files that do not exist: ${gone.join(', ')}`);
  return names.filter((name) => !(name in LEFT_OUT));
}

/** @returns {Promise<number>} jest's exit code */
async function run({ redis, postgres, file, inBand = false }, files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-topology-'));
  // When we are root, Postgres and PgBouncer run as another account, which must be able to reach their folders.
  fs.chmodSync(folder, 0o755);
  const ends = [];
  try {
    const stack = { folder, use: (end) => ends.unshift(end) };
    const env = { ...(await postgres(stack)), TEST_REDIS_URL: await redis(stack) };
    const tests =
      file === undefined
        ? ['--selectProjects', 'e2e', 'long-e2e', '--testPathPatterns', ...files]
        : ['--config', CONFIG_OF_TOPOLOGIES, '--testPathPatterns', `test/topologies/${file}.topology`];
    // A Redis Cluster has no numbered databases to separate the keys of jest's workers.
    const workers = inBand || env.TEST_REDIS_URL.startsWith('redis+cluster:') ? ['--runInBand'] : [];
    const stdio = ['ignore', 'inherit', 'inherit'];
    return await runToEnd([JEST, ...workers, ...tests], { cwd: ROOT, env: { ...process.env, ...env }, stdio });
  } finally {
    for (const end of ends) await end();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

await main().catch(exitWithSentence);
