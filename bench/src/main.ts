import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { measureAnalytics, toAnalyticsReport } from './analytics/measure-analytics.js';
import { toDeliveryReport } from './delivery/delivery-report.js';
import { measureDelivery } from './delivery/measure-delivery.js';
import { measureFreshness } from './freshness/measure-freshness.js';
import { compareIngest, type IngestPlan } from './ingest/measure-ingest.js';
import { measureReading } from './reading/measure-reading.js';
import { toReadingPage, toReadingReport } from './reading/reading-report.js';
import { measureRecalculation, toRecalculationReport } from './recalculation/measure-recalculation.js';
import { type Findings, toPage, toReport } from './report/benchmarks-page.js';
import { keepPage } from './report/keep-page.js';
import { type FreshnessLine, type IngestSummary, summariseFreshness, summariseIngest } from './report/summarise.js';
import { Cleanup } from './system/cleanup.js';
import { ROOT } from './system/node-process.js';
import { measureScoring, toScoringReport } from './scoring/measure-scoring.js';
import { SystemUnderTest } from './system/system-under-test.js';

interface Options {
  readonly seconds: number;
  readonly customers: number;
  readonly only?: 'ingest' | 'freshness' | 'reading' | 'recalculation' | 'analytics' | 'scoring' | 'delivery';
  readonly keep: boolean;
}

const ROUNDS = 3;
const READING = { customers: 1_000_000, limits: [50, 200], pages: 25 };
const DELIVERIES = 20_000;
const BATCHES_PER_SECOND = [5, 50] as const;
/** Share of the cores in use by others above which a measurement is not worth keeping. */
const BUSY = 0.25;
const EVENTS_PER_BATCH = 100;
const FRESHNESS_LASTS = 2.5;
/** Parts that fill a large shop. */
const LARGE: ReadonlySet<string> = new Set(['reading', 'recalculation', 'analytics']);
/** Far above what a run takes: 18 rounds and steps in the length of a round, and as many starts of processes. */
const READING_LIMIT_MS = 15 * 60_000;
const limitMs = (seconds: number): number => (seconds * 25 + 150) * 1000;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function measure({ seconds, customers, only, keep }: Options, cleanup: Cleanup): Promise<number> {
  const [loadBefore = 0] = loadavg();
  if (loadBefore > cpus().length * BUSY)
    say(`Others use this machine (load ${loadBefore.toFixed(1)}): the results will be too low, and uneven.`);
  if (only === 'scoring') {
    process.stdout.write(`\n${toScoringReport(measureScoring(customers, say))}`);
    return 0;
  }
  say('Starting Postgres, Redis, the api and the yardstick …');
  const system = await SystemUnderTest.start(cleanup);
  const { postgres, redis } = system.servers;
  say(`Postgres ${postgres.version}, ${redis.kind} ${redis.version}, Node ${process.version}`);
  if (only === 'reading') return readLargeShop(system, { keep, loadBefore });
  if (only === 'recalculation') {
    process.stdout.write(`\n${toRecalculationReport(await measureRecalculation(system, customers, say))}`);
    return 0;
  }
  if (only === 'analytics') {
    const findings = await measureAnalytics(system, customers, say);
    process.stdout.write(`\n${toAnalyticsReport(findings)}`);
    return findings.results.some(({ failed }) => failed > 0) ? 1 : 0;
  }
  if (only === 'delivery') {
    process.stdout.write(`\n${toDeliveryReport(await measureDelivery(system, { deliveries: DELIVERIES, seconds }, say))}`);
    return 0;
  }
  const ingest = only === 'freshness' ? [] : await measureIngest(system, seconds);
  const freshness = only === 'ingest' ? [] : await measureRates(system, Math.round(seconds * FRESHNESS_LASTS));
  const findings: Findings = { ingest, freshness };
  process.stdout.write(`\n${toReport(findings)}`);
  if (keep) {
    const file = join(ROOT, 'docs/benchmarks.md');
    await keepPage(
      file,
      toPage(findings, system.servers, { now: new Date(), command: commandLine({ seconds, customers, only, keep }), loadBefore }),
    );
    say(`Kept in ${file}`);
  }
  const failed = ingest.some(({ lines }) => lines.some((line) => line.failed > 0)) || freshness.some((line) => line.failed > 0);
  return failed ? 1 : 0;
}

async function readLargeShop(system: SystemUnderTest, { keep, loadBefore }: { keep: boolean; loadBefore: number }): Promise<number> {
  const findings = await measureReading(system, READING, say);
  process.stdout.write(`\n${toReadingReport(findings)}`);
  if (keep) {
    const file = join(ROOT, 'docs/performance/list-customers.md');
    mkdirSync(dirname(file), { recursive: true });
    const command = 'npm run bench -- --only reading --keep';
    writeFileSync(file, toReadingPage(findings, { command, now: new Date(), loadBefore }));
    say(`Kept in ${file}`);
  }
  return findings.results.some(({ failed }) => failed > 0) ? 1 : 0;
}

async function measureIngest(system: SystemUnderTest, seconds: number): Promise<IngestSummary[]> {
  const shared = { rounds: ROUNDS, secondsPerRound: seconds };
  const plans: IngestPlan[] = [
    {
      ...shared,
      name: 'Batches of 100',
      eventsPerBatch: EVENTS_PER_BATCH,
      connections: 16,
      contenders: ['yardstick', 'service', 'serviceScoring'],
    },
    { ...shared, name: 'Single events', eventsPerBatch: 1, connections: 64, contenders: ['yardstick', 'service'] },
  ];
  const summaries: IngestSummary[] = [];
  for (const plan of plans) {
    say(`${plan.name}: ${plan.connections} connections, ${plan.rounds} rounds of ${seconds} s for each of ${plan.contenders.join(', ')}`);
    summaries.push(summariseIngest(await compareIngest(system, plan, say)));
  }
  return summaries;
}

async function measureRates(system: SystemUnderTest, seconds: number): Promise<FreshnessLine[]> {
  const lines: FreshnessLine[] = [];
  for (const batchesPerSecond of BATCHES_PER_SECOND) {
    say(`Event to readable score: ${batchesPerSecond} batches/s of ${EVENTS_PER_BATCH} events for ${seconds} s`);
    lines.push(summariseFreshness(await measureFreshness(system, { batchesPerSecond, eventsPerBatch: EVENTS_PER_BATCH, seconds })));
  }
  return lines;
}

const commandLine = ({ seconds, only, keep }: Options): string =>
  ['npm run bench --', `--seconds ${seconds}`, ...(only === undefined ? [] : [`--only ${only}`]), ...(keep ? ['--keep'] : [])].join(' ');

async function run(options: Options): Promise<void> {
  const cleanup = new Cleanup();
  const endWith = async (exitCode: number, why: string): Promise<void> => {
    if (cleanup.hasBegun) return;
    say(why);
    await cleanup.run();
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void endWith(130, 'Stopping …'));
  const limit = options.only !== undefined && LARGE.has(options.only) ? READING_LIMIT_MS : limitMs(options.seconds);
  setTimeout(() => void endWith(1, `Not finished within ${limit / 1000} s: giving up.`), limit).unref();
  try {
    process.exitCode = await measure(options, cleanup);
  } catch (error) {
    // What fails because everything is being stopped is no news.
    if (!cleanup.hasBegun) say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
  await cleanup.run();
}

function toCustomers(text: string): number {
  const customers = Number(text);
  if (Number.isInteger(customers) && customers >= 1 && customers <= 10_000_000) return customers;
  throw new InvalidArgumentError('It must be a whole number from 1 to 10000000.');
}

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 600) return seconds;
  throw new InvalidArgumentError('It must be a whole number from 1 to 600.');
}

await new Command('bench')
  .description('Measures the built service on servers of its own: ingest against a bare yardstick, and event to readable score.')
  .option('--seconds <n>', 'length of one round of ingest; freshness takes 2.5 times as long', toSeconds, 8)
  .option('--customers <n>', 'customers of the shop that is recalculated, or whose analytics are asked for', toCustomers, 1_000_000)
  .addOption(
    new Option(
      '--only <part>',
      'only this part; `reading`, `recalculation` and `analytics` fill a million customers; they and `delivery` run only when named',
    ).choices(['ingest', 'freshness', 'reading', 'recalculation', 'analytics', 'scoring', 'delivery']),
  )
  .option('--keep', 'also write docs/benchmarks.md, or docs/performance/list-customers.md', false)
  .action(run)
  .parseAsync();
