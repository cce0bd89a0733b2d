import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns a mark that distinguishes this process from a later one with the same pid, for example after a container restart.
 *
 * @param {number} pid
 * @returns {string | null} the start time from the system; `null` when no process has this pid
 */
export function startMark(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') return linuxStartMark(pid);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return null;
  }
  if (process.platform === 'win32') return 'running';
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  return ps.stdout?.trim() || 'running';
}

function linuxStartMark(pid) {
  let stat;
  try {
    stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The command name is in brackets and may contain spaces and brackets. The fields after it are numbered from 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  return state === 'Z' || state === 'X' ? null : fields[22 - 3];
}

/**
 * @param {number} pid
 * @returns {string} name of the program with this pid; empty when there is none or the name is not readable
 */
export function programName(pid) {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
  if (process.platform === 'win32') return '';
  const ps = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  return (ps.stdout ?? '').trim().split('/').pop();
}

/**
 * @param {{pid: number, mark: string | null}} who as recorded when the process was started
 * @returns {boolean} true when exactly this process still runs
 */
export const isStillRunning = ({ pid, mark }) => mark !== null && startMark(pid) === mark;

/**
 * Asks a process to end, waits, and kills it if it does not end in time.
 *
 * @param {{pid: number, mark: string | null}} who
 * @param {{signal?: NodeJS.Signals, lastSignal?: NodeJS.Signals, patienceMs?: number}} [how]
 * @returns {Promise<boolean>} true when it ended on the first request
 */
export async function endProcess(who, { signal = 'SIGTERM', lastSignal = 'SIGKILL', patienceMs = 5000 } = {}) {
  send(who.pid, signal);
  if (await hasEnded(who, patienceMs)) return true;
  send(who.pid, lastSignal);
  await hasEnded(who, 2000);
  return false;
}

/**
 * Records one of our processes in a file, so that a later command finds it if this one is killed.
 *
 * @param {string} file
 * @param {number | undefined} pid `undefined` when the process could not be started; then nothing is written
 */
export function noteProcess(file, pid) {
  if (pid === undefined) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ pid, mark: startMark(pid) }));
}

/**
 * Ends the process that `noteProcess` recorded, if it still runs, and removes the file.
 *
 * @param {string} file
 */
export async function endNoted(file) {
  if (!fs.existsSync(file)) return;
  const noted = noteIn(file);
  if (noted !== null && isStillRunning(noted)) await endProcess(noted);
  fs.rmSync(file, { force: true });
}

function noteIn(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    // The file is incomplete because its writer was killed.
    return null;
  }
}

async function hasEnded(who, withinMs) {
  const end = Date.now() + withinMs;
  while (isStillRunning(who)) {
    if (Date.now() > end) return false;
    await sleep(20);
  }
  return true;
}

/**
 * Sends a signal to a process that may have ended already.
 *
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
export function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
