import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { endWithUs } from '../processes/end-with-us.mjs';
import { accepts, freePort, untilReady } from '../processes/ports.mjs';
import { sharedBuffers } from './postgres-memory.mjs';
import { findPostgres } from './postgres-programs.mjs';
import { copyAsReplica } from './postgres-replica.mjs';
import { endProcess, programName, send, startMark } from '../processes/process-identity.mjs';
import { folderFor, serverAccount } from './server-account.mjs';

const OWNER = 'churn';
const READY_WITHIN_MS = 60_000;
// SIGINT is the fast shutdown: it rolls back open transactions and writes a checkpoint. SIGQUIT leaves recovery to the next start.
const SHUTDOWN = { signal: 'SIGINT', lastSignal: 'SIGQUIT', patienceMs: 2500 };
// Rows of postmaster.pid, counted from 0 (PostgreSQL source, src/include/utils/pidfile.h).
const PID_ROW = 0;
const PORT_ROW = 3;
const STATUS_ROW = 7;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  max_wal_size: '2GB',
  // The longest statements stand whole in pg_stat_activity.
  track_activity_query_size: '16kB',
};
// A test deletes its data, so nothing needs to survive a power cut. Several servers of tests run at a time.
const EPHEMERAL_SETTINGS = { shared_buffers: '128MB', fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * Starts a private Postgres on the loopback address, or takes over the one that an earlier, killed start left running.
 * It ends with this process; after kill -9 the next start takes it over, and an ephemeral one ends by itself.
 *
 * @param {object} options
 * @param {string} options.dataDir our data folder; the cluster is in `postgres/` below it
 * @param {boolean} [options.ephemeral] for tests: faster, not durable, deleted by `stop`
 * @param {number} [options.port] default: a free one
 * @param {string} [options.replicaOf] superuser URL of a running Postgres on this machine: a new cluster becomes its streaming replica
 * @param {Record<string, string>} [options.settings] more settings of the server
 * @param {string} [options.programs] the folder of `initdb` and `postgres`; by default those of `findPostgres`
 * @param {(line: string) => void} [options.log]
 * @returns {Promise<{url: string, port: number, pid: number, version: string, reused: boolean, created: boolean,
 *   stop: () => Promise<void>, kill: (signal?: NodeJS.Signals) => void}>} `url` is the superuser's URL
 * @throws {Error} one sentence with the remedy
 */
export async function startPostgres({ dataDir, ephemeral = false, port, replicaOf, settings = {}, programs: folder, log = () => {} }) {
  const place = await placeFor(path.resolve(dataDir, 'postgres'));
  Object.assign(place, { ephemeral, settings });
  const programs = findPostgres(place.account, folder);
  const left = await leftRunning(place.cluster);
  if (left !== null) return handle(place, { ...left, version: programs.version, reused: true, created: false });
  const created = !fs.existsSync(path.join(place.cluster, 'PG_VERSION'));
  if (created) {
    log('Creating the database cluster.');
    if (replicaOf === undefined) createCluster(place, programs);
    else await createReplica(place, replicaOf);
  }
  refuseOtherVersion(place, programs);
  const started = await launch(place, programs, port ?? (await freePort()));
  return handle(place, { ...started, version: programs.version, reused: false, created });
}

/** Lays out `folder`: our files (password, log) directly in it, and the server's files in `server/`, which belongs to the server's account. */
async function placeFor(wanted) {
  const account = serverAccount(path.join(wanted, 'server'));
  const { folder, isFresh } = folderFor(wanted, account);
  const server = path.join(folder, 'server');
  const place = { folder, server, cluster: path.join(server, 'cluster'), passwordFile: path.join(folder, 'password'), account };
  if (isFresh) {
    await leftRunning(place.cluster).then((left) => left && endProcess(left, SHUTDOWN));
    fs.rmSync(server, { recursive: true, force: true });
  }
  fs.mkdirSync(server, { recursive: true, mode: 0o700 });
  if (account !== undefined) fs.chownSync(server, account.uid, account.gid);
  return place;
}

function handle(place, { pid, mark, port, version, reused, created }) {
  const password = fs.readFileSync(place.passwordFile, 'utf8');
  const onExit = () => send(pid, SHUTDOWN.signal);
  process.once('exit', onExit);
  return {
    url: `postgres://${OWNER}:${password}@127.0.0.1:${port}/postgres`,
    port,
    pid,
    version,
    reused,
    created,
    stop: async () => {
      await endProcess({ pid, mark }, SHUTDOWN);
      process.removeListener('exit', onExit);
      if (place.ephemeral) fs.rmSync(place.folder, { recursive: true, force: true });
    },
    kill: (signal = 'SIGKILL') => send(pid, signal),
  };
}

async function launch({ cluster, folder, server, account, ephemeral, settings: further }, { postgres }, port) {
  const settings = { ...SETTINGS, ...(ephemeral ? EPHEMERAL_SETTINGS : { shared_buffers: sharedBuffers() }), ...further };
  const logFile = path.join(folder, 'postgres.log');
  fs.rmSync(logFile, { force: true });
  const logged = fs.openSync(logFile, 'w', 0o600);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', cluster, '-p', String(port), ...flags], {
    ...account,
    env: environment(server),
    cwd: server,
    // In its own process group, so that Ctrl-C does not stop it before the apps have finished.
    detached: true,
    stdio: ['ignore', logged, logged],
  });
  fs.closeSync(logged);
  if (ephemeral) endWithUs(child, 'QUIT');
  const isReady = () => {
    const rows = pidFileRows(cluster);
    return Number(rows[PID_ROW]) === child.pid && rows[STATUS_ROW]?.trim() === 'ready';
  };
  await untilReady(isReady, { what: 'Postgres', child, withinMs: READY_WITHIN_MS }).catch((error) => {
    if (child.exitCode === null) child.kill('SIGQUIT');
    throw new Error(
      `${error.message}. Its last words, from ${logFile}:\n  ${lastLines(logFile)}\nOr set DATABASE_URL to your own Postgres.`,
    );
  });
  return { pid: child.pid, mark: startMark(child.pid), port };
}

function createCluster({ server, cluster, passwordFile, account, ephemeral }, { initdb, hasBuiltinLocale }) {
  // Created in a temporary folder and then renamed, so that an interrupted initdb leaves nothing that looks like a cluster.
  const unfinished = path.join(server, 'cluster.unfinished');
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.rmSync(cluster, { recursive: true, force: true });
  fs.rmSync(passwordFile, { force: true });
  fs.writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 });
  if (account !== undefined) fs.chownSync(passwordFile, account.uid, account.gid);
  const args = [
    '-D',
    unfinished,
    '-U',
    OWNER,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  // Sorting by code point with Unicode upper and lower case, the same on every machine.
  if (hasBuiltinLocale) args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (ephemeral) args.push('--no-sync');
  const result = spawnSync(initdb, args, { ...account, env: environment(server), cwd: server, encoding: 'utf8' });
  if (result.status !== 0) {
    const why = result.error?.message ?? result.stderr.trim();
    throw new Error(`The database cluster could not be created in ${server}: ${why}\nOr set DATABASE_URL to your own Postgres.`);
  }
  fs.renameSync(unfinished, cluster);
}

async function createReplica({ cluster, passwordFile, account }, primaryUrl) {
  await copyAsReplica(primaryUrl, cluster, account);
  fs.writeFileSync(passwordFile, decodeURIComponent(new URL(primaryUrl).password), { mode: 0o600 });
}

function refuseOtherVersion({ cluster }, { major }) {
  const made = Number(fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8'));
  if (made === major) return;
  throw new Error(
    `The data in ${cluster} was made by Postgres ${made}, and this machine has Postgres ${major} for it: ` +
      'delete the .data folder to begin anew, or set DATABASE_URL to your own Postgres.',
  );
}

/** @returns {Promise<{pid: number, mark: string, port: number} | null>} the server that still runs on this cluster */
async function leftRunning(cluster) {
  const rows = pidFileRows(cluster);
  const pid = Number(rows[PID_ROW]);
  const mark = startMark(pid);
  if (mark === null) return null;
  if (programName(pid) !== 'postgres') {
    // Another process got the pid after a crash. Postgres itself would refuse to start.
    if (process.platform !== 'win32') fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
    return null;
  }
  const port = Number(rows[PORT_ROW]);
  if (rows[STATUS_ROW]?.trim() === 'ready' && (await accepts(port))) return { pid, mark, port };
  // The server is starting, stopping or stuck, so it cannot be taken over.
  await endProcess({ pid, mark }, SHUTDOWN);
  return null;
}

function pidFileRows(cluster) {
  try {
    return fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

const environment = (home) => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', HOME: home });

const lastLines = (file) => fs.readFileSync(file, 'utf8').trim().split('\n').slice(-6).join('\n  ');
