import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStillRunning, startMark } from './process-identity.mjs';

// A process writes its lock file right after it creates it. If the file is still empty after this time, the process was killed in between.
const EMPTY_IS_STALE_MS = 2000;
const RETRY_MS = 100;

/**
 * Takes a lock that is released when its process ends, even by kill -9.
 *
 * @param {string} file path of the lock file; its folder is created
 * @returns {{release: () => void} | {holder: {pid: number}}} `release` when the lock was free, else its holder
 */
export function tryLock(file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const own = JSON.stringify({ pid: process.pid, mark: startMark(process.pid) });
  for (;;) {
    try {
      fs.writeFileSync(file, own, { flag: 'wx' });
      return { release: () => releaseOwn(file, own) };
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = holderOf(file);
    if (holder !== null) return { holder };
  }
}

/**
 * Waits until the lock is free, then takes it.
 *
 * @param {string} file path of the lock file
 * @param {(holder: {pid: number}) => void} [onWait] called once, if another process holds the lock
 * @returns {Promise<{release: () => void}>}
 */
export async function waitForLock(file, onWait = () => {}) {
  let reported = false;
  for (;;) {
    const lock = tryLock(file);
    if ('release' in lock) return lock;
    if (!reported) onWait(lock.holder);
    reported = true;
    await sleep(RETRY_MS);
  }
}

/** Removes a stale lock. @returns {{pid: number} | null} the live holder; `null` when there is none */
function holderOf(file) {
  let text;
  let ageMs;
  try {
    text = fs.readFileSync(file, 'utf8');
    ageMs = Date.now() - fs.statSync(file).mtimeMs;
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
  if (text === '' && ageMs < EMPTY_IS_STALE_MS) return { pid: 0 };
  const holder = parse(text);
  if (holder !== null && isStillRunning(holder)) return holder;
  removeStale(file, text);
  return null;
}

// Renaming first lets exactly one of several waiters remove the stale file, and protects a lock that is new.
function removeStale(file, seen) {
  const aside = `${file}.${process.pid}.stale`;
  try {
    fs.renameSync(file, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (fs.readFileSync(aside, 'utf8') === seen) fs.rmSync(aside);
  else fs.renameSync(aside, file);
}

function releaseOwn(file, own) {
  try {
    if (fs.readFileSync(file, 'utf8') === own) fs.rmSync(file);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
