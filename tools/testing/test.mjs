// `npm test [-- jest's own arguments]`: everything a bare machine lacks, then all tests, then one line for CI.
import '../check-node.mjs';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bootstrap, exitWithSentence } from '../install/bootstrap.mjs';
import { ROOT } from '../paths.mjs';
import { runToEnd } from '../processes/run-to-end.mjs';

/** If more files than this fail, a second try does not help. */
const MOST_TRIED_AGAIN = 6;

/** Runs jest on the terminal and prints the counts of its report. */
async function main() {
  await bootstrap((line) => process.stderr.write(`${line}\n`));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-jest-'));
  const report = path.join(folder, 'report.json');
  try {
    process.exitCode = await jest([...process.argv.slice(2), '--json', `--outputFile=${report}`]);
    // Absent when jest was asked for something else than running tests, such as --listTests.
    if (!fs.existsSync(report)) return;
    const suites = suitesOf(report);
    if (process.env.CI && process.exitCode !== 0) process.exitCode = await tryFailedAgain(suites, report);
    tellSkipped(suites);
    process.stdout.write(`${countsOf(suites)}\n`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** With --json jest reports on stderr; nothing of it goes to stdout, which is left to the counts. */
const jest = (args) => runToEnd([path.join(ROOT, 'node_modules/jest/bin/jest.js'), ...args], { cwd: ROOT });

/** @returns {Map<string, object>} what jest reports of each file */
const suitesOf = (report) => new Map(JSON.parse(fs.readFileSync(report, 'utf8')).testResults.map((suite) => [suite.name, suite]));

/**
 * Runs the files that failed once more, each from its beginning, and puts what they say now into `suites`. Real processes on a
 * busy machine can miss a deadline; what fails twice is broken, and what passes at the second try is told by name.
 *
 * @returns {Promise<number>} exit code
 */
async function tryFailedAgain(suites, report) {
  const failed = [...suites.values()].filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (failed.length === 0 || failed.length > MOST_TRIED_AGAIN) return 1;
  process.stderr.write(`\nOnce more, by themselves: ${failed.map(fromRoot).join(', ')}\n`);
  const code = await jest(['--json', `--outputFile=${report}`, '--runInBand', '--runTestsByPath', ...failed]);
  for (const [name, suite] of suitesOf(report)) {
    suites.set(name, suite);
    if (suite.status === 'passed') process.stderr.write(`Passed only at the second try: ${fromRoot(name)}\n`);
  }
  return code;
}

const fromRoot = (file) => path.relative(ROOT, file);

/** Names the skipped tests: those of the dashboard need a Chromium (CHROMIUM_PATH, or on the PATH). */
function tellSkipped(suites) {
  for (const { name, assertionResults } of suites.values()) {
    for (const { status, fullName } of assertionResults) {
      const isInBrowser = name.endsWith('.browser.spec.ts');
      if (status === 'pending' && isInBrowser) process.stderr.write(`Skipped, because there is no Chromium: ${fullName}\n`);
    }
  }
}

/** A file that could not even be loaded has no tests to count; leaving it out would make a broken run look whole. */
function countsOf(suites) {
  const all = [...suites.values()];
  const count = (wanted) => all.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length;
  const broken = all.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  return `${count('passed')} passed, ${count('failed') + broken} failed`;
}

await main().catch(exitWithSentence);
