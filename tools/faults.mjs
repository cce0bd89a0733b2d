// `npm run test:faults [-- --short] [--keep] [--patience N] [--only TEXT]`: lets everything happen that may go wrong, and tells what became of it.
import './check-node.mjs';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap, exitWithSentence } from './bootstrap.mjs';
import { keepFaults, tableOf } from './faults-page.mjs';
import { whenNpmIsGone } from './npm-parent.mjs';
import { ROOT } from './paths.mjs';

/** A CI machine may have others beside us. */
const SHORT_PATIENCE = '4';

async function main() {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      patience: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const patience = values.patience ?? (values.short ? SHORT_PATIENCE : '1');
  if (!(Number(patience) >= 1)) throw new Error(`--patience is ${patience}: it must be a number from 1.`);
  await bootstrap((line) => process.stderr.write(`${line}\n`));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'churn-faults-report-'));
  const report = path.join(folder, 'lines.jsonl');
  const form = values.short ? 'short' : 'full';
  try {
    const env = { ...process.env, CHURN_FAULTS_REPORT: report, CHURN_FAULTS_FORM: form, CHURN_FAULTS_PATIENCE: patience };
    process.exitCode = await jest(values.only === undefined ? [] : ['--testNamePattern', values.only], env);
    const lines = fs.existsSync(report)
      ? fs
          .readFileSync(report, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
    // On stderr: the last line of CI's standard output is read by a program.
    process.stderr.write(`\n${tableOf(lines)}\n`);
    if (values.keep) await keepFaults(lines, { form, patience, command: commandOf(values) });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function commandOf({ short, patience }) {
  const settings = [...(short ? ['--short'] : []), '--keep', ...(patience === undefined ? [] : ['--patience', patience])];
  return `npm run test:faults -- ${settings.join(' ')}`;
}

function jest(args, env) {
  const script = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const config = path.join(ROOT, 'jest.faults.config.mjs');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, '--config', config, '--runInBand', ...args], { cwd: ROOT, env, stdio: 'inherit' });
    process.on('SIGINT', () => {});
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    whenNpmIsGone(() => child.kill('SIGTERM'));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

await main().catch(exitWithSentence);
