import { spawn } from 'node:child_process';

/**
 * Has a program that knows nothing of us end when this process is gone, even by kill -9: a shell waits for the end of a pipe that we hold.
 * On Windows it is left.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {'KILL' | 'QUIT'} [signal] what ends it
 */
export function endWithUs(child, signal = 'KILL') {
  if (process.platform === 'win32' || child.pid === undefined) return;
  // A group of its own: what kills ours must not kill who cleans up after it.
  const watcher = spawn('/bin/sh', ['-c', `read -r _; kill -s ${signal} ${child.pid}; kill -s CONT ${child.pid}`], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  for (const part of [watcher, watcher.stdin]) part.on('error', () => {}).unref();
  child.once('exit', () => watcher.kill('SIGKILL'));
}
