import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { behaviourSections } from './report/behaviour-sections.js';
import { contactSections } from './report/contact-sections.js';
import { toHtml } from './report/html-report.js';
import { aboutOf, keepPage } from './report/quality-page.js';
import { sectionsOf } from './report/result-sections.js';
import { runEvaluation } from './run-evaluation.js';
import { processTerminal, StoppedError } from '#libs/terminal';

interface Options {
  readonly data: readonly string[];
  readonly horizons: readonly number[];
  readonly cutoffs: number;
  readonly seed: number;
  readonly small: boolean;
  readonly simulated: boolean;
  readonly gate: boolean;
  readonly behaviour: boolean;
  readonly contacts: string | boolean;
  readonly out?: string;
  readonly keep: boolean;
}

/** The repository, seen from dist/bench/quality/src. */
const ROOT = join(import.meta.dirname, '../../../..');
const LONGEST_HORIZON_DAYS = 3650;
const MOST_CUTOFFS = 50;

const command = new Command('evaluate')
  .description('Evaluates the score on order logs of the past: seen from a day, who will not order? Compared with other models and rules.')
  .option(
    '--data <path>',
    'an order log customer_id,occurred_at,value (.csv, .csv.gz) or a folder of them; may be given several times',
    (path, paths: readonly string[]) => [...paths, pathAsTyped(path)],
    [],
  )
  .option('--horizons <days>', 'horizons in days', toHorizons, [30, 60, 90])
  .option('--cutoffs <number>', 'cutoffs per horizon', (text) => toWhole(text, 1, MOST_CUTOFFS), 3)
  .option('--seed <number>', 'names the samples', (text) => toWhole(text, 0, 2 ** 31 - 1), 1)
  .option('--small', 'also: tenants that have 10, 50, 200 and 1000 of the customers', false)
  .option('--simulated', 'also: simulated shops of kinds that no model was made for', false)
  .option('--behaviour', 'also: simulated shops where visits, unsubscribes, subscriptions and a trait have a known effect', false)
  .option('--contacts [file]', 'also: which customers a contact helps, in the e-mail test of Hillstrom and in simulated shops', false)
  .option('--gate', 'only what must hold on cdnow and uci_online_retail; fails when it does not', false)
  .option('--out <file>', 'an HTML report with plots')
  .option('--keep', 'write docs/prediction-quality.md and its plots, and all tables into .data/evaluate', false)
  .action(async ({ out, keep, ...options }: Options) => {
    const terminal = processTerminal();
    const evaluation = await runEvaluation({ ...options, mailTest: mailTestOf(options) }, terminal);
    const sections = [...sectionsOf(evaluation.shops), ...behaviourSections(evaluation.behaviour), ...contactSections(evaluation.contacts)];
    const facts = { now: new Date(), command: commandLine(options) };
    if (out !== undefined) {
      await writeFile(pathAsTyped(out), toHtml(sections, aboutOf(facts)));
      terminal.line(`\nReport: ${out}`);
    }
    if (keep) terminal.line(`\nKept: ${(await keepPage(ROOT, { ...evaluation, sections }, facts)).join(', ')}`);
    process.exitCode = evaluation.passed ? 0 : 1;
  });

/** The command that gives the same numbers again, wherever the logs are. */
function commandLine({ data, horizons, cutoffs, seed, small, simulated, behaviour, contacts }: Omit<Options, 'out' | 'keep'>): string {
  const files = data.map((path) => `--data ../shared/data/${basename(path)}`).join(' ');
  return `npm run evaluate -- ${files} --horizons ${horizons.join(',')} --cutoffs ${cutoffs} --seed ${seed}${small ? ' --small' : ''}${simulated ? ' --simulated' : ''}${behaviour ? ' --behaviour' : ''}${contacts === false ? '' : ' --contacts'}`;
}

/** Returns the file of the e-mail test: the one that the option names, or the one next to the repository. */
function mailTestOf({ contacts }: Pick<Options, 'contacts'>): string | null {
  if (typeof contacts === 'string') return pathAsTyped(contacts);
  const places = ['../shared/data', '../../shared/data'].map((folder) => join(ROOT, folder, 'hillstrom.csv.gz'));
  return contacts ? (places.find((file) => existsSync(file)) ?? places[0] ?? null) : null;
}

/** npm runs scripts in the package's folder; the user may have typed the path in another one. */
function pathAsTyped(path: string): string {
  const typedIn = process.env['INIT_CWD'];
  return existsSync(path) || typedIn === undefined ? resolve(path) : resolve(typedIn, path);
}

function toHorizons(text: string): number[] {
  return text.split(',').map((days) => toWhole(days.trim(), 1, LONGEST_HORIZON_DAYS));
}

function toWhole(text: string, least: number, most: number): number {
  const number = Number(text);
  if (text !== '' && Number.isInteger(number) && number >= least && number <= most) return number;
  throw new InvalidArgumentError(`"${text}" is not a whole number from ${least} to ${most}.`);
}

try {
  await command.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof StoppedError ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
}
