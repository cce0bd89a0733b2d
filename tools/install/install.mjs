import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CHECKOUT_DATA, ROOT } from '../paths.mjs';
import { endNoted, noteProcess } from '../processes/process-identity.mjs';

const LOCK_FILE = path.join(ROOT, 'package-lock.json');
const NODE_MODULES = path.join(ROOT, 'node_modules');
const STAMP = path.join(NODE_MODULES, '.installed-for');
const NOTE = path.join(CHECKOUT_DATA, 'npm.json');

/**
 * @returns {boolean} true when node_modules matches package-lock.json on this platform. Takes about 1 ms when the stamp is current.
 */
export function isInstalled() {
  const wanted = stampText();
  if (readIfThere(STAMP) === wanted) return true;
  if (!matchesHiddenLock()) return false;
  fs.writeFileSync(STAMP, wanted);
  return true;
}

/**
 * Installs the packages of the lock file with `npm ci`. The stamp is written last, so an interrupted install is repeated.
 *
 * @returns {Promise<void>}
 * @throws {Error} one sentence with the remedy, then the end of npm's own output
 */
export async function install() {
  fs.rmSync(STAMP, { force: true });
  // An npm process that outlived a killed command would write to the same folder as this one.
  await endNoted(NOTE);
  const { code, output } = await runNpmCi();
  if (code !== 0) {
    const tail = output.trim().split('\n').slice(-12).join('\n  ');
    throw new Error(
      `The packages could not be installed (npm ci: ${code}). Check that this machine reaches its npm registry ` +
        `("npm ping") and that ${NODE_MODULES} may be written, then run the same command again.\n  ${tail}`,
    );
  }
  fs.writeFileSync(STAMP, stampText());
}

function stampText() {
  const lock = createHash('sha256').update(fs.readFileSync(LOCK_FILE)).digest('hex');
  return `${lock} ${process.platform} ${process.arch} node${process.versions.node.split('.')[0]}\n`;
}

// npm writes node_modules/.package-lock.json when it has finished. So an install made by hand counts, and is not repeated.
function matchesHiddenLock() {
  const hidden = readIfThere(path.join(NODE_MODULES, '.package-lock.json'));
  if (hidden === null) return false;
  const installed = JSON.parse(hidden).packages;
  const { '': _root, ...wanted } = JSON.parse(fs.readFileSync(LOCK_FILE, 'utf8')).packages;
  const isRight = ([name, found]) =>
    wanted[name]?.version === found.version && wanted[name].integrity === found.integrity && fitsPlatform(found);
  const isMissing = ([name, entry]) => !(name in installed) && !mayBeAbsent(entry);
  return Object.entries(installed).every(isRight) && !Object.entries(wanted).some(isMissing);
}

// npm skips optional packages for other platforms, and their dependencies. Those for this platform must be installed.
// Detecting the C library costs too much, so packages for only one C library may be missing.
function mayBeAbsent(entry) {
  if (entry.optional !== true) return false;
  const namesPlatform = entry.os !== undefined && entry.cpu !== undefined && entry.libc === undefined;
  return !namesPlatform || !fitsPlatform(entry);
}

const fitsPlatform = ({ os, cpu }) => allows(os, process.platform) && allows(cpu, process.arch);

function allows(list, own) {
  if (list === undefined || list.includes('any')) return true;
  return list.some((entry) => entry.startsWith('!')) ? !list.includes(`!${own}`) : list.includes(own);
}

function runNpmCi() {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  // Under `npm start` npm passes its own path, which also works when npm is not on the PATH.
  const cli = process.env.npm_execpath;
  const [command, all, shell] = cli?.endsWith('.js')
    ? [process.execPath, [cli, ...args], false]
    : ['npm', args, process.platform === 'win32'];
  return new Promise((resolve) => {
    const child = spawn(command, all, { cwd: ROOT, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    noteProcess(NOTE, child.pid);
    const onExit = () => child.kill('SIGTERM');
    process.once('exit', onExit);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.once('error', (error) => resolve({ code: error.message, output }));
    child.once('close', (code, signal) => {
      process.removeListener('exit', onExit);
      fs.rmSync(NOTE, { force: true });
      resolve({ code: code ?? signal, output });
    });
  });
}

function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  }
}
