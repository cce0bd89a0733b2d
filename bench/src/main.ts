import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Part, PartReport } from './part.js';
import { PARTS } from './parts.js';
import { type Conditions, PAGE_START, toFullReport, toSection } from './report/benchmarks-page.js';
import { keepPage } from './report/keep-page.js';
import { replaceSection } from './report/kept-sections.js';
import { Cleanup } from './system/cleanup.js';
import { ROOT } from './system/node-process.js';
import { SystemUnderTest } from './system/system-under-test.js';

interface Options {
  readonly seconds: number;
  readonly customers: number;
  readonly only?: string;
  readonly keep: boolean;
}

const DEFAULTS = { seconds: 8, customers: 1_000_000 };
const PAGE = join(ROOT, 'docs/benchmarks.md');
const IMAGES = join(ROOT, 'docs/images');
/** The files with all tables. They are not committed. */
const REPORTS = join(ROOT, '.data/bench');
const NAMES = PARTS.map(({ name }) => name);
/** If other processes use more than this share of the cores, the measurement is not worth keeping. */
const BUSY = 0.25;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** The running part, to stop it cleanly. */
let current = new Cleanup();
let isStopping = false;

/** Measures one part on its own servers. @returns true when requests failed that must not fail. */
async function measure(part: Part, { seconds, customers, keep }: Options): Promise<boolean> {
  const cleanup = new Cleanup();
  current = cleanup;
  const limit = setTimeout(() => void endWith(1, `${part.title} is not finished in time: giving up.`), part.limitMs(seconds));
  const [loadBefore = 0] = loadavg();
  if (loadBefore > cpus().length * BUSY)
    say(`Other processes use this machine (load ${loadBefore.toFixed(1)}): the results will be too low and will vary.`);
  let servers: Conditions['servers'] = null;
  const startSystem = async (settings?: NodeJS.ProcessEnv): Promise<SystemUnderTest> => {
    say('Starting Postgres, Redis, the api and the yardstick …');
    const system = await SystemUnderTest.start(cleanup, settings);
    ({ servers } = system);
    say(
      `Postgres ${system.servers.postgres.version}, ${system.servers.redis.kind} ${system.servers.redis.version}, Node ${process.version}`,
    );
    return system;
  };
  try {
    const report = await part.measure({ startSystem, cleanup, seconds, customers, say });
    process.stdout.write(`\n## ${part.title}\n\n${report.markdown}`);
    const command = commandOf(part, { seconds, customers });
    const conditions = { now: new Date(), command, loadBefore, servers };
    await keepPage(join(REPORTS, `${part.name}.md`), toFullReport(part, report, conditions));
    if (keep) await keepReport(part, report, conditions);
    return report.hasFailed;
  } finally {
    clearTimeout(limit);
    await cleanup.run();
  }
}

async function keepReport(part: Part, report: PartReport, conditions: Conditions): Promise<void> {
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : PAGE_START;
  await keepPage(PAGE, replaceSection(page, part.name, toSection(part, report, conditions), NAMES));
  say(`Kept in ${PAGE}`);
  mkdirSync(IMAGES, { recursive: true });
  for (const { file, svg } of report.images ?? []) writeFileSync(join(IMAGES, file), `${svg}\n`);
}

/** Returns the command that measures this part alone. */
function commandOf({ name }: Part, options: Pick<Options, 'seconds' | 'customers'>): string {
  const others = (['seconds', 'customers'] as const).filter((option) => options[option] !== DEFAULTS[option]);
  return [`npm run bench -- --only ${name}`, ...others.map((option) => `--${option} ${options[option]}`), '--keep'].join(' ');
}

async function endWith(exitCode: number, why: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  say(why);
  await current.run();
  process.exit(exitCode);
}

async function run(options: Options): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void endWith(130, 'Stopping …'));
  process.exitCode = 0;
  for (const part of PARTS.filter(({ name, isUsual }) => (options.only === undefined ? isUsual : name === options.only))) {
    if (isStopping) return;
    try {
      if (await measure(part, options)) process.exitCode = 1;
    } catch (error) {
      // Failures during the shutdown are expected.
      if (!isStopping) say(`${part.title}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
  // A part that failed may have left loops behind that ask on and on.
  process.exit();
}

const wholeFrom1To =
  (most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= 1 && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  };

const unusual = PARTS.filter(({ isUsual }) => !isUsual).map(({ name }) => `\`${name}\``);

await new Command('bench')
  .description('Measures the built service on servers of its own, against yardsticks.')
  .option('--seconds <n>', 'length of one round of ingest; other parts follow it', wholeFrom1To(600), DEFAULTS.seconds)
  .option('--customers <n>', 'customers of the shops that have to be large', wholeFrom1To(10_000_000), DEFAULTS.customers)
  .addOption(new Option('--only <part>', `only this part; ${unusual.join(', ')} run only when named`).choices(NAMES))
  .option('--keep', 'also write what was found into docs/benchmarks.md, each part into its section; all tables are in .data/bench', false)
  .action(run)
  .parseAsync();
