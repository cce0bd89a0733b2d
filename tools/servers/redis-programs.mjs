import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fetchDebianPackages } from './debian-package.mjs';
import { waitForLock } from '../processes/file-lock.mjs';
import { CHECKOUT_DATA } from '../paths.mjs';

const require = createRequire(import.meta.url);
const LOOPBACK_ONLY = new URL('./loopback-only.mjs', import.meta.url).href;
const UNPACKED = path.join(CHECKOUT_DATA, 'redis-deb');
const UNPACKED_PROGRAM = path.join(UNPACKED, 'usr/bin/redis-server');
const HOMES_OF_PROGRAMS = ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin'];

/**
 * Finds a Redis server: one on this machine, else a Debian package downloaded into .data/, else js-redis-server.
 * `CHURN_EMBEDDED_REDIS=js` selects js-redis-server directly.
 *
 * @param {(line: string) => void} log called for a download, and when js-redis-server is used
 * @returns {Promise<{kind: 'valkey-server' | 'redis-server' | 'js-redis-server', version: string, command: string, args: string[],
 *   env: Record<string, string>}>} a program that was test-started here
 */
export async function findRedis(log) {
  if (process.env.CHURN_EMBEDDED_REDIS === 'js') return javascriptServer();
  const found = installedServer() ?? unpackedServer();
  if (found !== null) return found;
  const lock = await waitForLock(`${UNPACKED}.lock`);
  try {
    // Another command may have downloaded it while this one waited.
    return unpackedServer() ?? (await fetchedServer(log));
  } catch (error) {
    log(
      `No Redis could be fetched (${error.message}). Using js-redis-server, in memory and for a first look only: ` +
        'install redis-server or valkey, or set REDIS_URL, for anything more.',
    );
    return javascriptServer();
  } finally {
    lock.release();
  }
}

async function fetchedServer(log) {
  log('No redis-server on this machine: fetching its Debian package into .data/redis-deb (nothing is installed) …');
  fs.rmSync(UNPACKED, { recursive: true, force: true });
  await fetchDebianPackages(UNPACKED, ['redis-server', 'redis-tools']);
  const server = unpackedServer();
  if (server !== null) return server;
  const result = askVersion(UNPACKED_PROGRAM, librariesOf(UNPACKED));
  throw new Error(`the fetched program does not start: ${result.error?.message ?? result.stderr.trim().split('\n')[0]}`);
}

function installedServer() {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter).filter(Boolean), ...HOMES_OF_PROGRAMS];
  for (const kind of ['valkey-server', 'redis-server']) {
    const command = folders.map((folder) => path.join(folder, kind)).find((file) => fs.existsSync(file));
    const server = command === undefined ? null : tried(kind, command, {});
    if (server !== null) return server;
  }
  return null;
}

const unpackedServer = () => tried('redis-server', UNPACKED_PROGRAM, librariesOf(UNPACKED));

/**
 * Libraries are in a folder named after the machine's architecture, below /usr/lib or /lib, depending on the release.
 *
 * @param {string} unpacked the folder with the unpacked packages
 * @returns {{LD_LIBRARY_PATH: string}} the environment that their programs need
 */
export function librariesOf(unpacked) {
  const folders = ['usr/lib', 'lib'].flatMap((part) => {
    const parent = path.join(unpacked, part);
    if (!fs.existsSync(parent)) return [];
    return fs
      .readdirSync(parent)
      .filter((name) => name.includes('-linux-'))
      .map((name) => path.join(parent, name));
  });
  const already = process.env.LD_LIBRARY_PATH;
  return { LD_LIBRARY_PATH: [...folders, ...(already ? [already] : [])].join(':') };
}

function tried(kind, command, env) {
  const result = askVersion(command, env);
  const version = /v=(\S+)/.exec(result.stdout ?? '')?.[1];
  return result.status === 0 && version !== undefined ? { kind, version, command, args: [], env } : null;
}

const askVersion = (command, env) => spawnSync(command, ['--version'], { encoding: 'utf8', env: { ...process.env, ...env } });

function javascriptServer() {
  const folder = path.dirname(require.resolve('js-redis-server'));
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, '..', 'package.json'), 'utf8'));
  return {
    kind: 'js-redis-server',
    version,
    command: process.execPath,
    args: ['--import', LOOPBACK_ONLY, path.join(folder, 'cli.js')],
    env: {},
  };
}
