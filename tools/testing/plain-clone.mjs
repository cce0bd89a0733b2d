// `node tools/testing/plain-clone.mjs`: runs the unit tests that read order logs in a clone without any next to it, with CI set and
// without.
import '../check-node.mjs';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { exitWithSentence } from '../install/bootstrap.mjs';
import { ROOT } from '../paths.mjs';
import { runToEnd } from '../processes/run-to-end.mjs';

const log = (line) => process.stderr.write(`${line}\n`);

async function main() {
  if (!fs.existsSync(path.join(ROOT, '.git'))) {
    log('Skipped: the tests in a plain clone. This copy has no history to clone.');
    return;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-plain-'));
  // Deep enough that a folder next to the temporary ones is not mistaken for one next to the clone.
  const clone = path.join(folder, 'nothing', 'beside', 'clone');
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone], { stdio: ['ignore', 'ignore', 'inherit'] });
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'));
    // CI once decided whether order logs are demanded.
    for (const settings of [{ CI: 'true' }, {}]) {
      log(`Suites that read order logs, in a plain clone ${settings.CI ? 'with' : 'without'} CI:`);
      process.exitCode = await unitTests(clone, settings);
      if (process.exitCode !== 0) break;
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<number>} jest's exit code */
function unitTests(clone, settings) {
  const { CI: _ci, ORDER_LOGS: _required, ORDER_LOGS_DIR: _folder, ...env } = process.env;
  const args = [
    path.join(clone, 'node_modules/jest/bin/jest.js'),
    '--silent',
    '--runTestsByPath',
    ...filesWithLogs(clone),
    '--selectProjects',
    'unit',
    'long',
  ];
  return runToEnd(args, { cwd: clone, env: { ...env, ...settings }, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** @returns {string[]} the unit test files that are skipped without order logs */
function filesWithLogs(clone) {
  const { stdout } = spawnSync('git', ['grep', '-l', 'describeWithLogs', '--', '*.spec.ts'], { cwd: clone, encoding: 'utf8' });
  const files = stdout.split('\n').filter((file) => file !== '' && !file.endsWith('.e2e.spec.ts'));
  if (files.length === 0) throw new Error('no test file calls describeWithLogs');
  return files;
}

await main().catch(exitWithSentence);
