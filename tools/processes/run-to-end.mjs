import { spawn } from 'node:child_process';
import os from 'node:os';
import { whenNpmIsGone } from './parent-gone.mjs';

const PRELOAD = new URL('./end-when-orphaned.mjs', import.meta.url).href;
/** A shell adds this to the number of the signal that ended a command. */
const ENDED_BY_SIGNAL = 128;

/**
 * Runs a program of Node on our terminal. It is told to end when we are, or when npm, which started us, is gone; and ends by itself when we
 * are killed.
 *
 * @param {readonly string[]} args of node
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions}} [options]
 * @returns {Promise<number>} its exit code, as a shell tells it: above 128 when a signal has ended it
 */
export function runToEnd(args, { cwd, env, stdio = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', PRELOAD, ...args], { cwd, env, stdio });
    const pass = (signal) => child.kill(signal);
    const passed = ['SIGTERM', 'SIGHUP'];
    for (const signal of passed) process.on(signal, pass);
    // Ctrl-C reaches it by itself: it decides how to end, and we wait for that.
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

/** @param {number} code of `runToEnd` */
export const wasStopped = (code) => code > ENDED_BY_SIGNAL;

function ignore() {}
