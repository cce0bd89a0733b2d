// `npm test [-- jest's own arguments]` installs and builds what is missing, runs the tests and prints one line of counts for CI.
// `npm run test:all` also runs the tests that take long by nature.
import '../check-node.mjs';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bootstrap, exitWithSentence } from '../install/bootstrap.mjs';
import { filesBelow } from '../install/source-files.mjs';
import { ROOT } from '../paths.mjs';
import { runToEnd } from '../processes/run-to-end.mjs';

/** The projects of jest.config.mjs that `npm test` runs. */
const EVERYDAY = ['--selectProjects', 'unit', 'e2e'];
/** The files that only `npm run test:all` runs, by their names. */
const ONLY_IN_ALL = /[.](long|browser)[.](e2e[.])?spec[.]ts$/;

/** If more files than this fail, the reason is one that a second try does not remove. */
const MOST_TRIED_AGAIN = 6;

/** The factor of all time limits in CI, whose machine may be busy: see test/support/waiting. */
const PATIENCE_IN_CI = '3';

/** Runs jest on the terminal and prints the counts of its report. */
async function main() {
  if (process.env.CI) process.env.CHURN_TEST_PATIENCE ??= PATIENCE_IN_CI;
  await bootstrap((line) => process.stderr.write(`${line}\n`));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-jest-'));
  const report = path.join(folder, 'report.json');
  try {
    const args = process.argv.slice(2).filter((arg) => arg !== '--all');
    const isEveryday = args.every((arg) => arg.startsWith('-')) && !args.includes('--selectProjects') && !process.argv.includes('--all');
    // jest takes every word after --selectProjects for a project, so the other arguments come first.
    process.exitCode = await jest(['--json', `--outputFile=${report}`, ...args, ...(isEveryday ? EVERYDAY : [])]);
    // There is no report when jest did something else than run tests, such as --listTests.
    if (!fs.existsSync(report)) return;
    const suites = suitesOf(report);
    if (process.env.CI && process.exitCode !== 0) process.exitCode = await tryFailedAgain(suites, report);
    reportSkipped(suites);
    if (isEveryday) reportLeftOut();
    process.stdout.write(`${countsOf(suites)}\n`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** With --json jest reports on stderr, so stdout holds only the counts. */
const jest = (args) => runToEnd([path.join(ROOT, 'node_modules/jest/bin/jest.js'), ...args], { cwd: ROOT });

/** @returns {Map<string, object>} jest's report of each file, by path */
const suitesOf = (report) => new Map(JSON.parse(fs.readFileSync(report, 'utf8')).testResults.map((suite) => [suite.name, suite]));

/**
 * Runs the failed files once more, alone, and puts their new results into `suites`. Real processes on a busy machine can miss a
 * deadline. A file that fails twice is broken. One that passes the second time is named in the output.
 *
 * @returns {Promise<number>} exit code
 */
async function tryFailedAgain(suites, report) {
  const failed = [...suites.values()].filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (failed.length === 0 || failed.length > MOST_TRIED_AGAIN) return 1;
  process.stderr.write(`\nRunning the failed files again: ${failed.map(fromRoot).join(', ')}\n`);
  const code = await jest(['--json', `--outputFile=${report}`, '--runInBand', '--runTestsByPath', ...failed]);
  for (const [name, suite] of suitesOf(report)) {
    suites.set(name, suite);
    if (suite.status === 'passed') process.stderr.write(`Passed only on the second run: ${fromRoot(name)}\n`);
  }
  return code;
}

const fromRoot = (file) => path.relative(ROOT, file);

/** Programs that some tests need and that a machine may lack. Chromium is that of CHROMIUM_PATH or on the PATH. */
const NEEDED = [
  { tests: '.browser.spec.ts', program: 'Chromium' },
  { tests: 'other-languages.e2e.spec.ts', program: 'interpreter of that language' },
];

/** Names the tests that were skipped because a program is missing. */
function reportSkipped(suites) {
  for (const { name, assertionResults } of suites.values()) {
    const needed = NEEDED.find(({ tests }) => name.endsWith(tests));
    if (needed === undefined) continue;
    for (const { status, fullName } of assertionResults) {
      if (status === 'pending') process.stderr.write(`Skipped, because there is no ${needed.program} here: ${fullName}\n`);
    }
  }
}

/** Names the files that `npm test` does not run. */
function reportLeftOut() {
  const files = ['apps', 'libs', 'tools', 'bench', 'test'].flatMap(filesBelow).filter((file) => ONLY_IN_ALL.test(file));
  process.stderr.write(`\nOnly "npm run test:all" runs these ${files.length} files:\n${files.map((file) => `  ${file}\n`).join('')}`);
}

/** Counts the tests. A file that did not load has no tests, so it counts as one failure: otherwise a broken run would look whole. */
function countsOf(suites) {
  const all = [...suites.values()];
  const count = (wanted) => all.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length;
  const broken = all.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  return `${count('passed')} passed, ${count('failed') + broken} failed`;
}

await main().catch(exitWithSentence);
