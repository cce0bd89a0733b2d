// `npm test [-- jest's own arguments]`: everything a bare machine lacks, then all tests, then one line for CI.
import './check-node.mjs';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bootstrap, exitWithSentence } from './bootstrap.mjs';
import { whenNpmIsGone } from './npm-parent.mjs';
import { ROOT } from './paths.mjs';

/** Runs jest on the terminal and tells the counts as its own report has them. */
async function main() {
  await bootstrap((line) => process.stderr.write(`${line}\n`));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-jest-'));
  const report = path.join(folder, 'report.json');
  try {
    const exitCode = await jest([...process.argv.slice(2), '--json', `--outputFile=${report}`]);
    process.exitCode = exitCode;
    // Absent when jest was asked for something else than running tests, such as --listTests.
    if (fs.existsSync(report)) process.stdout.write(`${countsOf(JSON.parse(fs.readFileSync(report, 'utf8')))}\n`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function jest(args) {
  const script = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  return new Promise((resolve, reject) => {
    // With --json jest reports on stderr; nothing of it goes to stdout, which is left to the counts.
    const child = spawn(process.execPath, [script, ...args], { cwd: ROOT, stdio: 'inherit' });
    // Ctrl-C reaches jest by itself; we wait for it to stop its servers.
    process.on('SIGINT', () => {});
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    whenNpmIsGone(() => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** A file that could not even be loaded has no tests to count; leaving it out would make a broken run look whole. */
function countsOf({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
  return `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`;
}

await main().catch(exitWithSentence);
