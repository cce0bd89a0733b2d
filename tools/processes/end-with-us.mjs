import { spawn } from 'node:child_process';

/**
 * Ends a foreign program when this process is gone, even by kill -9: a shell waits for the end of a pipe that we hold. Does nothing on
 * Windows.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {'KILL' | 'QUIT'} [signal] the signal that ends it
 */
export function endWithUs(child, signal = 'KILL') {
  if (process.platform === 'win32' || child.pid === undefined) return;
  // Its own process group: a signal to ours must not kill the watcher.
  const watcher = spawn('/bin/sh', ['-c', `read -r _; kill -s ${signal} ${child.pid}; kill -s CONT ${child.pid}`], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  for (const part of [watcher, watcher.stdin]) part.on('error', () => {}).unref();
  child.once('exit', () => watcher.kill('SIGKILL'));
}
