import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DOWNLOAD_WITHIN_MS = 120_000;

/**
 * Downloads Debian (or Ubuntu) packages, and the libraries that the first one needs and this machine lacks, and unpacks them into a
 * folder. It installs nothing and needs no root.
 *
 * @param {string} target the folder to create; it appears complete or not at all
 * @param {readonly string[]} packages
 * @returns {Promise<void>}
 * @throws {Error} with the reason why it is not possible here
 */
export async function fetchDebianPackages(target, packages) {
  if (process.platform !== 'linux') throw new Error('Debian packages run on Linux only');
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-package-'));
  // Writable for all, because apt's download account may write here too.
  fs.chmodSync(work, 0o755);
  try {
    await download(work, packages);
    await unpack(work, target);
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

async function download(work, packages) {
  try {
    await downloadWith(work, aptSettings(work, { hasOwnLists: false }), packages);
  } catch (error) {
    if (error.code === 'ENOENT') throw error;
    // This machine has no package lists, or lists so old that their files no longer exist: fetch new lists into the work folder.
    const settings = aptSettings(work, { hasOwnLists: true });
    const update = await apt(work, settings, ['update']);
    await downloadWith(work, settings, packages).catch((second) => {
      // An update without network succeeds with warnings, and only the warnings say why the package is not found.
      second.stderr = `${update.stderr}${second.stderr}`;
      throw second;
    });
  }
}

async function downloadWith(work, settings, packages) {
  const { stdout } = await apt(work, settings, ['install', '--simulate', '--no-install-recommends', packages[0]]);
  const missing = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
  // The program does not need the scripts and service files of the other packages.
  const wanted = new Set([...packages, ...missing.filter((name) => name.startsWith('lib'))]);
  await apt(work, settings, ['download', ...wanted]);
}

const apt = (work, settings, args) =>
  run('apt-get', ['-q', '-c', settings, ...args], {
    cwd: work,
    timeout: DOWNLOAD_WITHIN_MS,
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
  });

/** Writes apt's settings for this download. apt reads the file of `-c` last, so it can clear settings of the system. */
function aptSettings(work, { hasOwnLists }) {
  const lines = ['APT::Sandbox::User "root";', 'Acquire::http::Timeout "10";', 'Acquire::https::Timeout "10";', 'Acquire::Retries "1";'];
  if (hasOwnLists) {
    for (const folder of ['state/lists/partial', 'cache/archives/partial']) fs.mkdirSync(path.join(work, folder), { recursive: true });
    lines.push(
      `Dir::State "${work}/state";`,
      `Dir::State::lists "${work}/state/lists";`,
      'Dir::State::status "/var/lib/dpkg/status";',
      `Dir::Cache "${work}/cache";`,
      `Dir::Cache::archives "${work}/cache/archives";`,
      'Acquire::Languages "none";',
      'Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";',
      // Without these settings our update would trigger the system's own maintenance hooks.
      '#clear APT::Update::Pre-Invoke;',
      '#clear APT::Update::Post-Invoke;',
      '#clear APT::Update::Post-Invoke-Success;',
    );
  }
  const file = path.join(work, hasOwnLists ? 'own-lists.conf' : 'system-lists.conf');
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

async function unpack(work, target) {
  const packages = fs.readdirSync(work).filter((name) => name.endsWith('.deb'));
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const unfinished = fs.mkdtempSync(`${target}.unfinished-`);
  try {
    // One after the other, because two at once may create the same folder.
    for (const name of packages) await run('dpkg-deb', ['-x', path.join(work, name), unfinished]);
    fs.chmodSync(unfinished, 0o755);
    fs.renameSync(unfinished, target);
  } catch (error) {
    // Another command has downloaded the same packages in the meantime: use its copy.
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

function reasonOf(error) {
  if (error.code === 'ENOENT') return `there is no ${error.path ?? 'apt-get'} on this machine`;
  if (error.killed) return `the download took longer than ${DOWNLOAD_WITHIN_MS / 1000} s`;
  const message = /^(?:E|Err|W): ?(.+)$/m.exec(error.stderr ?? '');
  return message ? message[1] : error.message.split('\n')[0];
}
