import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOPBACK = '127.0.0.1';

/**
 * @returns {Promise<number>} a free TCP port on the loopback address
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().unref();
    server.once('error', reject);
    server.listen(0, LOOPBACK, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/**
 * @param {number} port
 * @param {string} host address to listen on
 * @returns {Promise<string | null>} `null` when a server can listen there, else the system's error code
 */
export function whyNotFree(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer().unref();
    server.once('error', (error) => resolve(error.code ?? error.message));
    server.listen({ port, host }, () => server.close(() => resolve(null)));
  });
}

/**
 * @param {number} port
 * @returns {Promise<boolean>} true when a server accepts connections on this port of the loopback address
 */
export function accepts(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: LOOPBACK });
    socket.setTimeout(1000, () => socket.destroy(new Error('timeout')));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * Waits until one of our servers is ready.
 *
 * @param {() => boolean | Promise<boolean>} check
 * @param {{what: string, child: import('node:child_process').ChildProcess, withinMs: number}} of
 * @throws {Error} when the process ends first, or the time is up
 */
export async function untilReady(check, { what, child, withinMs }) {
  let failure = null;
  child.once('error', (error) => (failure = error));
  const end = Date.now() + withinMs;
  for (;;) {
    if (await check()) return;
    if (failure !== null) throw new Error(`${what} could not be started: ${failure.message}`);
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${what} ended while starting (${child.signalCode ?? `exit code ${child.exitCode}`})`);
    }
    if (Date.now() > end) throw new Error(`${what} was not ready within ${withinMs / 1000} s`);
    await sleep(20);
  }
}
