import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../paths.mjs';
import { untilReady } from './ports.mjs';
import { endProcess, send, startMark } from './process-identity.mjs';

const READY_WITHIN_MS = 60_000;
const ANSWER_WITHIN_MS = 2000;
// On a stop, an app finishes its running work. The rest of the ten seconds is for its servers.
const SHUTDOWN_PATIENCE_MS = 7000;
const LOG_ROTATES_AT_BYTES = 20 * 1024 * 1024;
const WARNING_LEVEL = 40;
const EXCERPT_LINES = 6;

/**
 * Starts one of our server processes, with its log in a file instead of on the terminal.
 *
 * @param {{name: string, script: string, env: NodeJS.ProcessEnv, logFile: string}} app `script` is a path from the root
 * @returns {{name: string, pid: number, mark: string | null, logFile: string, child: import('node:child_process').ChildProcess,
 *   ended: Promise<string>, excerpt: () => string, stop: () => Promise<void>, kill: () => void}} `ended` says how it ended; `excerpt`
 *   returns the last important lines of its log
 */
export function startApp({ name, script, env, logFile }) {
  rotate(logFile);
  const logged = fs.openSync(logFile, 'a');
  const from = fs.fstatSync(logged).size;
  const preload = pathToFileURL(path.join(ROOT, 'tools/processes/end-with-parent.mjs')).href;
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', preload, path.join(ROOT, script)], {
    cwd: ROOT,
    env,
    // In its own process group, so that Ctrl-C reaches only `npm start`, which ends everything in order.
    detached: true,
    stdio: ['pipe', logged, logged],
  });
  fs.closeSync(logged);
  const ended = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  const self = { pid: child.pid, mark: startMark(child.pid) };
  return {
    name,
    ...self,
    logFile,
    child,
    ended,
    excerpt: () => excerptOf(logFile, from),
    stop: async () => void (await endProcess(self, { patienceMs: SHUTDOWN_PATIENCE_MS })),
    kill: () => send(child.pid, 'SIGKILL'),
  };
}

/**
 * @param {ReturnType<typeof startApp>} app
 * @param {string} url the address of its readiness check
 * @returns {Promise<void>} resolves when the check has answered 200
 * @throws {Error} with the end of its log when the app ends first or does not become ready
 */
export async function untilAppReady(app, url) {
  let answer = 'none';
  const check = async () => {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
      answer = `${response.status} ${(await response.text()).slice(0, 500)}`;
      return response.ok;
    } catch {
      return false;
    }
  };
  await untilReady(check, { what: `The ${app.name}`, child: app.child, withinMs: READY_WITHIN_MS }).catch((error) => {
    const stillRuns = app.child.exitCode === null && app.child.signalCode === null;
    throw new Error(`${error.message}${stillRuns ? ` (last answer of ${url}: ${answer})` : ''}. ${app.excerpt()}`);
  });
}

function rotate(logFile) {
  fs.mkdirSync(path.dirname(logFile), { recursive: true });
  if (fs.existsSync(logFile) && fs.statSync(logFile).size > LOG_ROTATES_AT_BYTES) fs.renameSync(logFile, `${logFile}.1`);
}

/** Selects warnings, errors, and lines that are not log entries, such as those that Node writes when it crashes. */
function excerptOf(logFile, from) {
  const lines = fs.readFileSync(logFile).subarray(from).toString('utf8').split('\n');
  const telling = lines.filter((line) => !isQuiet(line)).slice(-EXCERPT_LINES);
  if (telling.length === 0) return `Nothing in its log says why (${logFile}).`;
  return `It logged, in ${logFile}:\n${telling.map((line) => `  ${readable(line)}`).join('\n')}`;
}

function isQuiet(line) {
  const entry = parse(line);
  // Skips what Node prints around an uncaught error: the source line with its mark, the stack frames, Node's version.
  if (entry === null) return /^\s*(\^+|at .*|)$|^(file:|\/|node:|Node\.js v|\()/.test(line);
  return typeof entry.level === 'number' ? entry.level < WARNING_LEVEL : ['trace', 'debug', 'info'].includes(entry.level);
}

function readable(line) {
  const entry = parse(line);
  if (entry === null) return line.slice(0, 400);
  const error = entry.err ?? entry.error;
  return [entry.msg, error?.message ?? error].filter((part) => typeof part === 'string').join(': ') || line.slice(0, 400);
}

function parse(line) {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
