import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { endWithUs } from '../processes/end-with-us.mjs';
import { freePort, untilReady } from '../processes/ports.mjs';
import { endNoted, endProcess, noteProcess, send, startMark } from '../processes/process-identity.mjs';
import { findRedis } from './redis-programs.mjs';

const READY_WITHIN_MS = 30_000;
const PING_WITHIN_MS = 1000;

/**
 * Starts a private Redis on the loopback address. It ends with this process. A Redis that a killed start left running is ended first,
 * so that two never write the same files.
 *
 * @param {object} options
 * @param {string} options.dataDir our data folder; Redis uses `redis/` below it
 * @param {boolean} [options.ephemeral] for tests: nothing is written to disk
 * @param {number} [options.port] default: a free one
 * @param {(line: string) => void} [options.log]
 * @returns {Promise<{kind: string, version: string, url: string, port: number, pid: number, stop: () => Promise<void>,
 *   kill: (signal?: NodeJS.Signals) => void}>} `kind`: valkey-server, redis-server or, as the last resort, js-redis-server
 * @throws {Error} one sentence with the remedy
 */
export async function startRedis({ dataDir, ephemeral = false, port, log = () => {} }) {
  const folder = path.resolve(dataDir, 'redis');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const note = path.join(folder, 'server.json');
  await endNoted(note);
  const program = await findRedis(log);
  const chosen = port ?? (await freePort());
  // Every account on this machine can reach the port, so Redis gets a password. js-redis-server does not support passwords.
  const password = program.kind === 'js-redis-server' ? '' : randomBytes(18).toString('base64url');
  const child = await launch({ program, folder, ephemeral, port: chosen, password, note });
  const self = { pid: child.pid, mark: startMark(child.pid) };
  const onExit = () => send(child.pid, 'SIGTERM');
  process.once('exit', onExit);
  return {
    kind: program.kind,
    version: program.version,
    url: `redis://${password && `:${password}@`}127.0.0.1:${chosen}`,
    port: chosen,
    pid: child.pid,
    stop: async () => {
      await endProcess(self, { patienceMs: 2500 });
      process.removeListener('exit', onExit);
      fs.rmSync(note, { force: true });
    },
    kill: (signal = 'SIGKILL') => send(child.pid, signal),
  };
}

async function launch({ program, folder, ephemeral, port, password, note }) {
  const logFile = path.join(folder, 'redis.log');
  fs.rmSync(logFile, { force: true });
  const logged = fs.openSync(logFile, 'w', 0o600);
  const child = spawn(program.command, [...program.args, ...(password ? ['-'] : ['--single', '--port', String(port)])], {
    cwd: folder,
    env: { ...process.env, ...program.env },
    // In its own process group, so that Ctrl-C does not stop it before the apps have finished.
    detached: true,
    stdio: ['pipe', logged, logged],
  });
  // The settings go through stdin, because every account can read the arguments of a process.
  child.stdin.on('error', () => {}).end(password ? settingsOf({ folder, ephemeral, port, password }) : '');
  fs.closeSync(logged);
  noteProcess(note, child.pid);
  if (ephemeral) endWithUs(child);
  await untilReady(() => answersPing(port, password), { what: program.kind, child, withinMs: READY_WITHIN_MS }).catch(async (error) => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    const lastWords = fs.readFileSync(logFile, 'utf8').trim().split('\n').slice(-6).join('\n  ');
    throw new Error(`${error.message}. Its last words, from ${logFile}:\n  ${lastWords}\nOr set REDIS_URL to your own Redis.`);
  });
  return child;
}

function settingsOf({ folder, ephemeral, port, password }) {
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    dir: JSON.stringify(folder),
    save: '""',
    requirepass: password,
    appendonly: ephemeral ? 'no' : 'yes',
    // If Redis dropped keys under memory pressure, wake-ups would be lost silently. Refused writes are noticed at once.
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('');
}

/** @returns {Promise<boolean>} true once Redis has loaded its data; until then it answers -LOADING */
function answersPing(port, password) {
  const question = `${password && `AUTH ${password}\r\n`}PING\r\n`;
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    const done = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PING_WITHIN_MS, () => done(false));
    socket.once('connect', () => socket.write(question));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
      // There is one line per command. Only the last one says whether the data is loaded.
      if (answer.split('\r\n').length > (password ? 2 : 1)) done(answer.endsWith('+PONG\r\n'));
    });
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
  });
}
