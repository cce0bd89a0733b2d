import { spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../paths.mjs';

const CLI = 'dist/apps/cli/bundle/main.js';

/**
 * Runs an admin command and reads its answer: the last line of stdout, as JSON.
 *
 * @param {string[]} args
 * @param {{env: NodeJS.ProcessEnv, teardown: import('../processes/teardown.mjs').Teardown}} context
 * @returns {Promise<Record<string, unknown>>}
 * @throws {Error} with the command's own message
 */
export async function askAdmin(args, { env, teardown }) {
  const { exitCode, stdout, stderr } = await runScript(CLI, ['admin', ...args], { env, teardown, stdio: ['ignore', 'pipe', 'pipe'] });
  if (exitCode !== 0)
    throw new Error(`"admin ${args.slice(0, 2).join(' ')}" failed: ${stderr.trim() || stdout.trim() || `exit code ${exitCode}`}`);
  const lastLine = stdout.trim().split('\n').at(-1);
  return JSON.parse(lastLine);
}

/**
 * Runs a compiled script and waits for its end. A teardown that begins during the run ends the script.
 *
 * @param {string} script its path from the root
 * @param {string[]} args
 * @param {{env: NodeJS.ProcessEnv, teardown: import('../processes/teardown.mjs').Teardown, stdio:
 * import('node:child_process').StdioOptions}} context
 * @returns {Promise<{exitCode: number, stdout: string, stderr: string}>} the output is empty for inherited streams
 */
export function runScript(script, args, { env, teardown, stdio }) {
  const child = spawn(process.execPath, ['--enable-source-maps', path.join(ROOT, script), ...args], {
    cwd: ROOT,
    env,
    stdio,
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) child[stream]?.on('data', (data) => (output[stream] += data));
  return new Promise((resolve, reject) => {
    const ended = new Promise((done) => child.once('close', done));
    const forget = teardown.add({
      stop: async () => {
        child.kill('SIGTERM');
        await ended;
      },
      kill: () => child.kill('SIGKILL'),
    });
    child.once('error', reject);
    child.once('close', (code) => {
      forget();
      resolve({ exitCode: code ?? 1, ...output });
    });
  });
}
