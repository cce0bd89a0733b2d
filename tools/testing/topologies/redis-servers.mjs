import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endWithUs } from '../../processes/end-with-us.mjs';
import { accepts, freePort, untilReady } from '../../processes/ports.mjs';
import { findRedis } from '../../servers/redis-programs.mjs';

const run = promisify(execFile);
const READY_WITHIN_MS = 60_000;
const MASTER = 'churn';
const MASTERS = 3;
const SENTINELS = 3;
/** A node that is silent for this long counts as dead. */
const AWAY_AFTER_MS = 5000;

/**
 * Starts three masters that share the slots of a Redis Cluster, and `replicas` replicas of each.
 *
 * @param {{folder: string, use: (end: () => void) => void}} stack
 * @param {number} replicas
 * @returns {Promise<string>} the value for REDIS_URL
 */
export async function startCluster(stack, replicas = 0) {
  const program = await realRedis();
  const ports = await Promise.all(Array.from({ length: MASTERS * (1 + replicas) }, freePort));
  const settings = ['--cluster-enabled', 'yes', '--cluster-node-timeout', String(AWAY_AFTER_MS)];
  // By default the cluster bus listens on the node's port plus 10 000, which may be above the highest port.
  for (const port of ports) await startNode(stack, program, port, [...settings, '--cluster-port', String(await freePort())]);
  const nodes = ports.map((port) => `127.0.0.1:${port}`);
  await ask(program, ports[0], ['--cluster', 'create', ...nodes, '--cluster-replicas', String(replicas), '--cluster-yes']);
  for (const port of ports) {
    await until(async () => (await ask(program, port, ['cluster', 'info'])).includes('cluster_state:ok'), 'the cluster');
    await until(async () => isMasterOrLinked(await ask(program, port, ['info', 'replication'])), 'a replica');
  }
  return `redis+cluster://${nodes.join(',')}`;
}

/**
 * Starts a master, a replica of it, and sentinels that watch both.
 *
 * @param {{folder: string, use: (end: () => void) => void}} stack
 * @returns {Promise<string>} the value for REDIS_URL
 */
export async function startSentinels(stack) {
  const program = await realRedis();
  const [master, replica, ...sentinels] = await Promise.all(Array.from({ length: 2 + SENTINELS }, freePort));
  await startNode(stack, program, master, []);
  await startNode(stack, program, replica, ['--replicaof', `127.0.0.1 ${master}`]);
  for (const port of sentinels) {
    // A sentinel stores its state in its configuration file.
    const file = path.join(stack.folder, `sentinel-${port}.conf`);
    fs.writeFileSync(
      file,
      `port ${port}\nsentinel monitor ${MASTER} 127.0.0.1 ${master} 2\nsentinel down-after-milliseconds ${MASTER} ${AWAY_AFTER_MS}\n`,
    );
    await start(stack, program, port, [file, '--sentinel', '--bind', '127.0.0.1']);
  }
  await until(async () => (await ask(program, replica, ['info', 'replication'])).includes('master_link_status:up'), 'the replica');
  return `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/${MASTER}`;
}

const isMasterOrLinked = (info) => info.includes('role:master') || info.includes('master_link_status:up');

async function realRedis() {
  const program = await findRedis((line) => process.stderr.write(`${line}\n`));
  if (program.kind === 'js-redis-server') throw new Error('A Redis server is needed: install redis-server or valkey.');
  return program;
}

async function startNode(stack, program, port, settings) {
  const folder = path.join(stack.folder, `redis-${port}`);
  fs.mkdirSync(folder);
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  await start(stack, program, port, [...own, ...settings]);
}

async function start(stack, { kind, command, env }, port, args) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  endWithUs(child);
  stack.use(() => child.kill('SIGKILL'));
  await untilReady(() => accepts(port), { what: kind, child, withinMs: READY_WITHIN_MS });
}

async function ask({ command, env }, port, question) {
  const client = path.join(path.dirname(command), path.basename(command).replace('-server', '-cli'));
  const { stdout } = await run(client, ['-h', '127.0.0.1', '-p', String(port), ...question], { env: { ...process.env, ...env } });
  return stdout;
}

async function until(isSo, what) {
  const end = Date.now() + READY_WITHIN_MS;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what} was not ready within ${READY_WITHIN_MS / 1000} s`);
    await sleep(50);
  }
}
