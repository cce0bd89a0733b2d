// `npm test [-- jest's own arguments]` installs and builds what is missing, runs the tests and prints one line of counts for CI.
// `npm run test:all` also runs the tests that take long by nature; `-- --minutes=N` leaves some of them out when N minutes are over.
import '../check-node.mjs';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bootstrap, exitWithSentence } from '../install/bootstrap.mjs';
import { filesBelow } from '../install/source-files.mjs';
import { ROOT } from '../paths.mjs';
import { runToEnd, wasStopped } from '../processes/run-to-end.mjs';

/** The projects of jest.config.mjs that `npm test` runs. */
const EVERYDAY = ['--selectProjects', 'unit', 'e2e'];
/** The files that only `npm run test:all` runs, by their names. */
const ONLY_IN_ALL = /[.](long|browser)[.](e2e[.])?spec[.]ts$/;

/** With a limit of time, these projects run whole, and of the files of the others as many as there is time for. */
const WITHOUT_LIMIT = ['--selectProjects', 'unit', 'long', 'e2e'];
const WITHIN_LIMIT = ['--selectProjects', 'long-e2e', 'browser'];
const LIMITED = /[.](long[.]e2e|browser)[.]spec[.]ts$/;
/** The files that run before the time is looked at again: some minutes. */
const PORTION = 4;

/** If more files than this fail, the reason is one that a second try does not remove. */
const MOST_TRIED_AGAIN = 6;

/** The factor of all time limits in CI, because its machine may be busy: see test/support/waiting. */
const PATIENCE_IN_CI = '3';

/** Runs jest on the terminal and prints the counts of its reports. */
async function main() {
  const started = performance.now();
  if (process.env.CI) process.env.CHURN_TEST_PATIENCE ??= PATIENCE_IN_CI;
  const { args, minutes } = readArguments(process.argv.slice(2));
  await bootstrap((line) => process.stderr.write(`${line}\n`));
  const run = new Run(fs.mkdtempSync(path.join(os.tmpdir(), 'churn-jest-')));
  try {
    const isEveryday = args.every((arg) => arg.startsWith('-')) && !args.includes('--selectProjects') && !process.argv.includes('--all');
    // jest takes every word after --selectProjects for a project, so the other arguments come first.
    const projects = isEveryday ? EVERYDAY : minutes === null ? [] : WITHOUT_LIMIT;
    process.exitCode = await run.jest([...args, ...projects]);
    // Without a report, jest did something other than run tests, such as --listTests.
    if (run.suites.size === 0) return;
    if (minutes !== null && !wasStopped(process.exitCode))
      process.exitCode = (await runLimitedUntil(started + minutes * 60_000, run)) || process.exitCode;
    if (process.env.CI && process.exitCode !== 0) process.exitCode = await tryFailedAgain(run);
    reportSkipped(run.suites);
    if (isEveryday) reportLeftOut('Only "npm run test:all" runs', allFiles(ONLY_IN_ALL));
    process.stdout.write(`${countsOf(run.suites)}\n`);
  } finally {
    fs.rmSync(run.folder, { recursive: true, force: true });
  }
}

/** Takes our own arguments out of those for jest. */
function readArguments(given) {
  const { '--minutes': minutes = null } = Object.fromEntries(
    given.filter((arg) => arg.startsWith('--minutes=')).map((arg) => arg.split('=')),
  );
  if (minutes !== null && !(Number(minutes) > 0))
    throw new Error(`--minutes is ${minutes}: it must be a number above 0, as in --minutes=45.`);
  const args = given.filter((arg) => arg !== '--all' && !arg.startsWith('--minutes='));
  if (minutes !== null && (args.length > 0 || !given.includes('--all')))
    throw new Error('--minutes goes with "npm run test:all" and no other argument.');
  return { args, minutes: minutes === null ? null : Number(minutes) };
}

/** Calls of jest, and what their reports say. */
class Run {
  /** @type {Map<string, object>} jest's report of each file, by path */
  suites = new Map();
  /** A call failed without a failed file: it was killed, or its servers did not start. */
  isBroken = false;

  constructor(folder) {
    this.folder = folder;
  }

  /**
   * With --json jest reports on stderr, so stdout holds only the counts. The results of a file replace those that it had before.
   *
   * @returns {Promise<number>} exit code
   */
  async jest(args) {
    const report = path.join(this.folder, 'report.json');
    fs.rmSync(report, { force: true });
    const code = await runToEnd([path.join(ROOT, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`, ...args], {
      cwd: ROOT,
    });
    const results = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')).testResults : [];
    for (const suite of results) this.suites.set(suite.name, suite);
    this.isBroken ||= code !== 0 && !results.some(({ status }) => status === 'failed');
    return code;
  }
}

/** The days on which long end-to-end tests and browser tests last ran here, by file. It is not committed; the workflow of pull requests keeps it. */
const LAST_RUNS = path.join(ROOT, '.data/long-tests.json');

/** @returns {Record<string, string>} day by file */
const lastRuns = () => (fs.existsSync(LAST_RUNS) ? JSON.parse(fs.readFileSync(LAST_RUNS, 'utf8')) : {});

function keepRuns(files) {
  const today = new Date().toISOString().slice(0, 10);
  fs.mkdirSync(path.dirname(LAST_RUNS), { recursive: true });
  fs.writeFileSync(LAST_RUNS, `${JSON.stringify({ ...lastRuns(), ...Object.fromEntries(files.map((file) => [file, today])) }, null, 1)}\n`);
}

/**
 * Runs long end-to-end tests and browser tests until the time is over, and names the others. Those that have not run for the longest time come first; among
 * them the order depends on the commit, so that others are left out each time.
 *
 * @param {number} until by `performance.now()`
 * @returns {Promise<number>} exit code
 */
async function runLimitedUntil(until, run) {
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout ?? '';
  const turnOf = (file) => createHash('sha256').update(commit + file).digest('hex'); // prettier-ignore
  const days = lastRuns();
  const orderOf = (file) => `${days[file] ?? ''} ${turnOf(file)}`;
  const files = allFiles(LIMITED).toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  let code = 0;
  while (files.length > 0 && performance.now() < until && !wasStopped(code)) {
    const portion = files.splice(0, PORTION);
    code = (await run.jest(['--runTestsByPath', ...portion, ...WITHIN_LIMIT])) || code;
    keepRuns(portion);
  }
  const left = files.map((file) => `${file} (last run here: ${days[file] ?? 'unknown'})`);
  if (left.length > 0) reportLeftOut(wasStopped(code) ? 'The run was stopped before' : 'There was no time left for', left);
  return code;
}

/**
 * Runs the failed files once more, alone. Real processes on a busy machine can miss a deadline. A file that fails twice is broken. One that
 * passes the second time is named in the output.
 *
 * @returns {Promise<number>} exit code
 */
async function tryFailedAgain(run) {
  const failed = [...run.suites.values()].filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (run.isBroken || failed.length === 0 || failed.length > MOST_TRIED_AGAIN) return 1;
  process.stderr.write(`\nRunning the failed files again: ${failed.map(fromRoot).join(', ')}\n`);
  const code = await run.jest(['--runInBand', '--runTestsByPath', ...failed]);
  for (const name of failed) {
    if (run.suites.get(name).status === 'passed') process.stderr.write(`Passed only on the second run: ${fromRoot(name)}\n`);
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

const allFiles = (pattern) => ['apps', 'libs', 'tools', 'bench', 'test'].flatMap(filesBelow).filter((file) => pattern.test(file));

/** Names the files that this run leaves out. */
function reportLeftOut(why, files) {
  process.stderr.write(`\n${why} these ${files.length} files:\n${files.map((file) => `  ${file}\n`).join('')}`);
}

/** Counts the tests. A file that did not load has no tests, so it counts as one failure: otherwise a broken run would look whole. */
function countsOf(suites) {
  const all = [...suites.values()];
  const count = (wanted) => all.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length;
  const broken = all.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0).length;
  return `${count('passed')} passed, ${count('failed') + broken} failed`;
}

await main().catch(exitWithSentence);
