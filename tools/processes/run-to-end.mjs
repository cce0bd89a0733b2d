import { spawn } from 'node:child_process';
import os from 'node:os';
import { whenNpmIsGone } from './parent-gone.mjs';

const PRELOAD = new URL('./end-when-orphaned.mjs', import.meta.url).href;
/** A shell adds this to the number of the signal that ended a command. */
const ENDED_BY_SIGNAL = 128;

/**
 * Runs a Node program on our terminal. We end it when we are asked to end, or when the npm that started us has ended; and it ends itself when we
 * are killed.
 *
 * @param {readonly string[]} args arguments of node
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions}} [options]
 * @returns {Promise<number>} its exit code, as in a shell: above 128 when a signal ended it
 */
export function runToEnd(args, { cwd, env, stdio = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', PRELOAD, ...args], { cwd, env, stdio });
    const pass = (signal) => child.kill(signal);
    const passed = ['SIGTERM', 'SIGHUP'];
    for (const signal of passed) process.on(signal, pass);
    // Ctrl-C reaches the program directly. It decides how to end, and we wait.
    process.on('SIGINT', ignore);
    whenNpmIsGone(() => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of passed) process.removeListener(name, pass);
      process.removeListener('SIGINT', ignore);
      resolve(code ?? ENDED_BY_SIGNAL + os.constants.signals[signal]);
    });
  });
}

/** @param {number} code the result of `runToEnd` */
export const wasStopped = (code) => code > ENDED_BY_SIGNAL;

function ignore() {}
