import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStillRunning, startMark } from './process-identity.mjs';

// A lock file is written in one go right after it is created; one that is still empty after this time was left by a kill in between.
const EMPTY_IS_STALE_MS = 2000;
const RETRY_MS = 100;

/**
 * Takes a lock that ends with its process, even by kill -9.
 *
 * @param {string} file path of the lock file; its folder is created
 * @returns {{release: () => void} | {holder: {pid: number}}} `release` when taken, else who holds it
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
 * Takes a lock, after whoever holds it now.
 *
 * @param {string} file path of the lock file
 * @param {(holder: {pid: number}) => void} [onWait] called once, when it has to be waited for
 * @returns {Promise<{release: () => void}>}
 */
export async function waitForLock(file, onWait = () => {}) {
  let told = false;
  for (;;) {
    const lock = tryLock(file);
    if ('release' in lock) return lock;
    if (!told) onWait(lock.holder);
    told = true;
    await sleep(RETRY_MS);
  }
}

/** @returns {{pid: number} | null} the live holder, `null` when the lock was stale and has been removed */
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

// Renaming first lets exactly one of several waiters remove the stale file, and never a fresh lock unseen.
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
