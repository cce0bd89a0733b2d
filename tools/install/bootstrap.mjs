// Prepares a clone for a command: installs packages and compiles sources. Uses only Node itself.
import '../check-node.mjs';
import path from 'node:path';
import { areApiTypesCurrent, generateApiTypes } from './api-types.mjs';
import { build, isBuilt } from './build.mjs';
import { buildDashboard, isDashboardBuilt } from './build-dashboard.mjs';
import { areDocsBuilt, buildDocs } from './build-docs.mjs';
import { waitForLock } from '../processes/file-lock.mjs';
import { install, isInstalled } from './install.mjs';
import { CHECKOUT_DATA, isProgram } from '../paths.mjs';

const LOCK = path.join(CHECKOUT_DATA, 'bootstrap.lock');

/**
 * Installs and builds only what changed since the last time. Several commands may call it at once:
 * one does the work, the others wait for it.
 *
 * @param {(line: string) => void} [log] called only when there is work to do
 * @returns {Promise<{changed: boolean}>} whether anything had to be done
 * @throws {Error} with one sentence that names the remedy
 */
export async function bootstrap(log = () => {}) {
  if (isInstalled() && isBuilt() && isDashboardBuilt() && areDocsBuilt() && areApiTypesCurrent()) return { changed: false };
  const { release } = await waitForLock(LOCK, ({ pid }) =>
    log(`Another command (process ${pid}) installs or builds here now; waiting for it …`),
  );
  try {
    if (!isInstalled()) {
      log('Installing packages (npm ci), about a minute the first time …');
      const ms = await timed(install);
      log(`Packages installed in ${seconds(ms)}.`);
    }
    if (!isBuilt()) {
      let built;
      const ms = await timed(async () => (built = await build()));
      log(`Built ${built.files} sources in ${seconds(ms)}.`);
    }
    if (!isDashboardBuilt()) log(`Built the dashboard in ${seconds(await timed(buildDashboard))}.`);
    if (!areDocsBuilt()) log(`Built the documentation in ${seconds(await timed(buildDocs))}.`);
    // No program needs them. Editors and type checks do.
    if (!areApiTypesCurrent()) log(`Generated the types of the API in ${seconds(await timed(generateApiTypes))}.`);
    return { changed: true };
  } finally {
    release();
  }
}

/**
 * @param {Error} error
 * @returns {string} the message, or the stack trace at LOG_LEVEL=debug
 */
export function sentenceOf({ code, path: place, message, stack }) {
  if (process.env.LOG_LEVEL === 'debug') return stack;
  if (!['EACCES', 'EPERM'].includes(code) || place === undefined) return message;
  return `This account may not use ${place} (${code}); another account, such as root, probably created it. Delete it or change its owner.`;
}

/**
 * Ends a failed command with exit code 1.
 *
 * @param {Error} error
 * @returns {never}
 */
export function exitWithSentence(error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const print = (line) => process.stdout.write(`${line}\n`);

async function buildCommand() {
  const { changed } = await bootstrap(print);
  if (!changed) print('Nothing changed since the last build.');
}

// `npm run build`
if (isProgram(import.meta.url)) await buildCommand().catch(exitWithSentence);
