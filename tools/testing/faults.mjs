// `npm run test:faults [-- --short] [--keep] [--patience N] [--times N] [--only TEXT]`: injects faults and reports how the service handles them.
import '../check-node.mjs';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap, exitWithSentence } from '../install/bootstrap.mjs';
import { failuresOf, keepFaults, tableOf } from './faults-page.mjs';
import { ROOT } from '../paths.mjs';
import { runToEnd } from '../processes/run-to-end.mjs';

const JEST = path.join(ROOT, 'node_modules/jest/bin/jest.js');
const CONFIG = path.join(ROOT, 'jest.faults.config.mjs');
/** Longer timeouts, because a CI machine may run other jobs too. */
const SHORT_PATIENCE = '4';
/** Characters of a name that mean something in a regular expression. */
const SPECIAL = /[$()*+.?[\\\]^{|}]/g;

async function main() {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      patience: { type: 'string' },
      times: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  });
  const patience = values.patience ?? (values.short ? SHORT_PATIENCE : '1');
  if (!(Number(patience) >= 1)) throw new Error(`--patience is ${patience}: it must be a number from 1.`);
  const times = Number(values.times);
  if (!(Number.isInteger(times) && times >= 1)) throw new Error(`--times is ${values.times}: it must be a whole number from 1.`);
  await bootstrap((line) => process.stderr.write(`${line}\n`));
  const form = values.short ? 'short' : 'full';
  process.on('SIGINT', () => {});
  for (let run = 1; run <= times && process.exitCode !== 1; run += 1) {
    const { code, lines } = await runOnce({ form, patience, only: values.only });
    // To stderr, because a program reads the last line of stdout in CI.
    process.stderr.write(`\nRun ${run} of ${times}\n\n${tableOf(lines)}\n`);
    const failures = failuresOf(lines);
    for (const { name, reason } of failures) process.stderr.write(`Did not hold: ${name}: ${reason}\n`);
    process.exitCode = code === 0 || (await holdOnSecondTry(failures, { form, patience })) ? 0 : 1;
    await keepFaults(lines, { keep: values.keep, form, patience, run, command: commandOf(values) });
  }
}

/**
 * On a busy machine of CI, real processes can miss a limit of time; a real defect fails twice.
 *
 * @returns {Promise<boolean>} whether all faults that failed hold when only they run again
 */
async function holdOnSecondTry(failures, { form, patience }) {
  if (!process.env.CI) return false;
  // Without a line, the servers did not start, and everything runs again.
  const only = failures.length === 0 ? undefined : `(${failures.map(({ name }) => name.replaceAll(SPECIAL, String.raw`\$&`)).join('|')})$`;
  const { code, lines } = await runOnce({ form, patience, only });
  process.stderr.write(`\nThe failed faults again\n\n${tableOf(lines)}\n`);
  for (const { name, reason } of failures) {
    if (code === 0) process.stderr.write(`Held only on the second try: ${name}, where at first ${reason}\n`);
  }
  return code === 0;
}

async function runOnce({ form, patience, only }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-faults-report-'));
  const report = path.join(folder, 'lines.jsonl');
  try {
    const env = { ...process.env, CHURN_FAULTS_REPORT: report, CHURN_FAULTS_FORM: form, CHURN_FAULTS_PATIENCE: patience };
    const named = only === undefined ? [] : ['--testNamePattern', only];
    const code = await runToEnd([JEST, '--config', CONFIG, '--runInBand', ...named], { cwd: ROOT, env });
    const text = fs.existsSync(report) ? fs.readFileSync(report, 'utf8').trim() : '';
    return { code, lines: text === '' ? [] : text.split('\n').map((line) => JSON.parse(line)) };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function commandOf({ short, keep, patience, times }) {
  const limits = patience === undefined ? [] : ['--patience', patience];
  const settings = [...(short ? ['--short'] : []), ...(keep ? ['--keep'] : []), ...limits, ...(times === '1' ? [] : ['--times', times])];
  return `npm run test:faults -- ${settings.join(' ')}`;
}

await main().catch(exitWithSentence);
