import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.mjs';

/**
 * @param {string} folder from the root
 * @returns {string[]} paths from the root of all files below it; empty when the folder does not exist
 */
export function filesBelow(folder) {
  const absolute = path.join(ROOT, folder);
  if (!fs.existsSync(absolute)) return [];
  return fs.readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) return [];
    const inside = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(inside) : [inside];
  });
}

/** @param {string[]} files @returns {string[]} sorted by code unit, so that every machine and locale hashes in the same order */
export const inOrder = (files) => files.toSorted((a, b) => (a < b ? -1 : 1));

/** @param {string[]} files paths from the root @returns {string} a hash of all names and contents, as one line */
export function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(fs.readFileSync(path.join(ROOT, file)))
      .update('\0');
  }
  return `${hash.digest('hex')}\n`;
}

/** @param {string} stampFile @param {string[]} files @returns {boolean} true when the stamp matches the current content of these files */
export function isStamped(stampFile, files) {
  try {
    return fs.readFileSync(stampFile, 'utf8') === fingerprint(files);
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Replaces a folder by another one. Until then the old folder stays complete. */
export function replaceFolder(next, current) {
  const old = `${current}.old`;
  fs.rmSync(old, { recursive: true, force: true });
  if (fs.existsSync(current)) fs.renameSync(current, old);
  if (fs.existsSync(next)) fs.renameSync(next, current);
  fs.rmSync(old, { recursive: true, force: true });
}
