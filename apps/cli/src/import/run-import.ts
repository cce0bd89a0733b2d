import { randomBytes } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { LatestCustomers, openCsv, RETRY_POLICY, type RetryPolicy, readResults, type ServiceAddress, ServiceClient } from '#libs/backfill';
import { EVENT_TYPES } from '#libs/core';
import { type FileMapping, type FileRole, mappingText, pseudonymsWith } from '#libs/order-import';
import { countOf, StoppedError, type Terminal } from '#libs/terminal';
import { Checkpoint, checkpointPath, fingerprintOf } from './checkpoint.js';
import { DEFAULT_CURRENCY, type FileImport, type FileReport, importFile, type ImportRun, isStillThere } from './import-file.js';
import { mappingOf, mappingOfRefunds, type MappingOptions, saveMapping } from './mapping-options.js';
import { currencyLines, historySentence, statusLines, stopForQuestions, understandingLines } from './open-questions.js';
import { currencyOf, inspectPath, shiftToNow, type SourceFile } from './read-file.js';
import { Rejections } from './rejections.js';
import { findTarget, type CommandEnvironment } from './target.js';
import { writeMap } from './write-map.js';

/** Options of the command line. */
export interface ImportOptions extends MappingOptions {
  readonly files: readonly string[];
  readonly refunds: readonly string[];
  readonly tenant?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly currency?: string;
  /** IANA name; default: UTC. */
  readonly timezone?: string;
  readonly shiftToNow: boolean;
  readonly dryRun: boolean;
  readonly restart: boolean;
  readonly errors?: string;
  /** CSV file to write, with the person behind each pseudonym. */
  readonly map?: string;
  /** The end of the time that files of summaries are about: a day. */
  readonly until?: string;
}

export interface ImportEnvironment extends CommandEnvironment {
  readonly terminal: Terminal;
  readonly now: Date;
  readonly signal?: AbortSignal;
  /** Retry settings. Default: `PATIENCE`. */
  readonly patience?: RetryPolicy;
}

/** Exit codes: all rows imported, failed (thrown), some rows rejected, stopped by the user. */
export const EXIT = { complete: 0, failed: 1, someRowsWrong: 2, stopped: 130 } as const;

interface Job {
  readonly source: SourceFile;
  readonly checkpoint: Checkpoint;
}

/**
 * Imports files of orders, then files of refunds, waits for the model and its scores, and shows both.
 * @returns the exit code.
 * @throws StoppedError with a sentence for the user when it cannot go on. Events already sent stay in the service.
 */
export async function runImport(options: ImportOptions, environment: ImportEnvironment): Promise<number> {
  const { terminal, now, signal } = environment;
  const found = await sourcesOf(options, environment);
  for (const { path, found: understood } of found)
    for (const line of understandingLines(understood)) terminal.line(`${basename(path)}: ${line}`);
  const address = await addressFor(options, environment, found);
  const client =
    address === null ? null : new ServiceClient(address, environment.patience, (ms, status) => terminal.line(waitNote(ms, status)));
  if (client !== null) await warnOfCurrencies(found, client, terminal);
  const pseudonym = client === null ? PASSING_PSEUDONYM : pseudonymsWith(await client.pseudonymKey());
  const sources = found.map((source) => ({ ...source, context: { ...source.context, pseudonym } }));
  await mapPseudonyms(options, sources, { terminal, hasKey: client !== null });
  const run: ImportRun = {
    client,
    dryRun: options.dryRun,
    terminal,
    now,
    latest: new LatestCustomers(),
    ...(signal === undefined ? {} : { signal }),
  };
  const jobs = await Promise.all(sources.map((source) => jobFor(source, options, address, environment)));
  if (client !== null && !options.dryRun) await resetWiped(jobs, client, environment);
  const shiftDays = await shiftFor(jobs, options, now);
  const last = jobs.findLast((job) => job.checkpoint.state.finishedAt === null);
  if (last !== undefined && shiftDays !== 0)
    terminal.line(`Moving all times by ${countOf(shiftDays, 'day')}, so that the newest row is less than a day old.`);

  let wrong = 0;
  for (const job of jobs) {
    const { finishedAt, progress } = job.checkpoint.state;
    // A file that was read to its end is not read again.
    const checkedLine = finishedAt === null ? progress.line : Infinity;
    const rejections = await Rejections.open(errorsPath(options, environment, job), nameOf(job, jobs), checkedLine);
    wrong += await importJob({ ...job, shiftDays, endsBackfill: job === last, rejections }, run);
    if (signal?.aborted === true) {
      terminal.line('Stopped. Run the same command again to continue.');
      return EXIT.stopped;
    }
  }
  if (client !== null && !options.dryRun) {
    const { pause } = environment.patience ?? RETRY_POLICY;
    const { lines } = await readResults(client, run.latest.remembered(), (line) => terminal.line(line), pause);
    for (const line of lines) terminal.line(line);
  }
  return wrong > 0 ? EXIT.someRowsWrong : EXIT.complete;
}

async function warnOfCurrencies(sources: readonly SourceFile[], client: ServiceClient, terminal: Terminal): Promise<void> {
  const shop = await client.currency();
  for (const { path, found } of sources) for (const line of currencyLines(found, shop)) terminal.line(`${basename(path)}: ${line}`);
}

/** @throws StoppedError without a service: without the tenant's key the pseudonyms would differ from those of the import */
async function mapPseudonyms(
  { map }: ImportOptions,
  sources: readonly SourceFile[],
  { terminal, hasKey }: { readonly terminal: Terminal; readonly hasKey: boolean },
): Promise<void> {
  if (map === undefined) return;
  if (!hasKey) throw new StoppedError('--map needs the service: the pseudonyms are made with the key of the tenant.');
  terminal.line(
    `Wrote ${countOf(await writeMap(resolve(map), sources), 'pseudonym')} with the texts behind them into ${map}. The file names people: keep it safe.`,
  );
}

/** For rows that are only inspected: these pseudonyms are not stored anywhere. */
const PASSING_PSEUDONYM = pseudonymsWith(randomBytes(32));

/**
 * Inspects all files and how they are read. Their pseudonyms are temporary until the service is found.
 * @throws StoppedError when a file lacks something that only its owner knows
 */
async function sourcesOf(options: ImportOptions, { terminal, now }: Pick<ImportEnvironment, 'terminal' | 'now'>): Promise<SourceFile[]> {
  const { currency = null, timezone: timeZone = 'UTC' } = options;
  const context = { currency, timeZone, eventTypes: EVENT_TYPES, pseudonym: PASSING_PSEUDONYM, uploadedAt: now };
  const mapping = await mappingOf(options);
  const source = async (path: string, role: FileRole): Promise<SourceFile> => {
    const said = role === 'orders' ? mapping : await refundMapping(path, mapping);
    const progress = terminal.progress(`Reading ${basename(path)}`, 1);
    const found = await inspectPath(path, {
      mapping: said,
      role,
      currency,
      timeZone,
      now,
      ...(options.until !== undefined && { until: options.until }),
      onProgress: (part) => progress.update(part, ''),
    });
    progress.stop();
    stopForQuestions(path, found);
    return { path, found, context };
  };
  const sources: SourceFile[] = [];
  // One after the other: each shows its progress.
  for (const path of options.files) sources.push(await source(path, 'orders'));
  for (const path of options.refunds) sources.push(await source(path, 'refunds'));
  if (options.saveMapping !== undefined) await saveMapping(resolve(options.saveMapping), mapping);
  return sources;
}

async function refundMapping(path: string, mapping: FileMapping): Promise<FileMapping> {
  const { header, rows } = await openCsv(path, mapping.encoding ?? null);
  await rows.return();
  return mappingOfRefunds(mapping, header);
}

/** Finds the service. Returns `null` when a dry run finds none. */
async function addressFor(
  options: ImportOptions,
  environment: ImportEnvironment,
  sources: readonly SourceFile[],
): Promise<ServiceAddress | null> {
  const first = sources[0];
  const named = options.currency ?? (first === undefined ? null : currencyOf(first));
  try {
    const address = await findTarget({ ...options, creates: options.dryRun ? null : { currency: named ?? DEFAULT_CURRENCY } }, environment);
    if (options.dryRun) await fetch(address.baseUrl, { signal: AbortSignal.timeout(2000) });
    return address;
  } catch (error) {
    if (!options.dryRun) throw error;
    const why = error instanceof StoppedError ? error.message : 'No service answers.';
    environment.terminal.line(`${why} The rows are checked on this machine only.`);
    return null;
  }
}

async function jobFor(
  source: SourceFile,
  options: ImportOptions,
  address: ServiceAddress | null,
  environment: ImportEnvironment,
): Promise<Job> {
  if (address === null || options.dryRun) return { source, checkpoint: await Checkpoint.open(null) };
  const { mapping, plan } = source.found;
  const said = `${mappingText(mapping)}${plan.observation?.day ?? ''}`;
  const identity = { fingerprint: await fingerprintOf(source.path), role: plan.role, mapping: said, ...address };
  const checkpoint = await Checkpoint.open(checkpointPath(importsDirectory(environment), identity));
  if (options.restart) await checkpoint.reset();
  return { source, checkpoint };
}

/** Resets the checkpoints of files that were imported before and that the service no longer has. */
async function resetWiped(jobs: readonly Job[], client: ServiceClient, { terminal, now }: ImportEnvironment): Promise<void> {
  for (const { source, checkpoint } of jobs) {
    const { progress, shiftDays, finishedAt } = checkpoint.state;
    if (progress.line === 0) continue;
    const name = basename(source.path);
    if (await isStillThere({ source, checkpoint }, shiftDays ?? 0, client, now)) {
      terminal.line(
        finishedAt === null
          ? `${name}: continuing after line ${progress.line}.`
          : `${name} was imported on ${finishedAt}. Nothing to send.`,
      );
    } else {
      terminal.line(`${name} was imported before, but the service no longer has it. Sending it again.`);
      await checkpoint.reset();
    }
  }
}

/** Returns one shift for all files. An unfinished file keeps its shift, because the stored times depend on it. */
async function shiftFor(jobs: readonly Job[], options: ImportOptions, now: Date): Promise<number> {
  const begun = jobs.map((job) => job.checkpoint.state.shiftDays).find((days) => days !== null) ?? null;
  if (begun === null) {
    return options.shiftToNow
      ? shiftToNow(
          jobs.map((job) => job.source),
          now,
        )
      : 0;
  }
  if ((begun !== 0) === options.shiftToNow) return begun;
  throw new StoppedError(
    begun === 0
      ? 'The import of these files began without --shift-to-now. Leave it out, or import them into another tenant.'
      : 'The import of these files began with --shift-to-now. Add it again, or import them into another tenant.',
  );
}

/** @returns the number of rejected rows of the file, including those of earlier runs. */
async function importJob(work: FileImport, run: ImportRun): Promise<number> {
  if (work.checkpoint.state.finishedAt === null) {
    const report = await importFile(work, run);
    for (const line of reportLines(work, report)) run.terminal.line(line);
  }
  const { rejections } = work;
  if (rejections.count > 0) {
    run.terminal.line(`  rejected: ${countOf(rejections.count, 'row')}, listed in ${rejections.path}`);
    for (const { line, reason } of rejections.shown) run.terminal.line(`    line ${line}: ${reason}`);
  }
  return rejections.count;
}

function reportLines({ source, checkpoint }: FileImport, report: FileReport): string[] {
  const histories = source.found.summary?.histories ?? null;
  const span = report.firstEvent === null ? '' : `, ${report.firstEvent.slice(0, 10)} to ${report.lastEvent?.slice(0, 10)}`;
  const { corrected, conflicts, leftOut } = checkpoint.state.progress;
  return [
    `${basename(source.path)} (${source.found.layout}): ${countOf(report.rows, 'row')}, ${countOf(report.events, 'event')} of ${countOf(report.customers.size, 'customer')}${span}`,
    ...(histories === null ? [] : [`  ${historySentence(histories)}`]),
    ...[...leftOut].map(([why, rows]) => `  skipped: ${rows} (${why})`),
    ...statusLines(source.found.statuses).map((line) => `  ${line}`),
    ...(corrected > 0
      ? [`  ${countOf(corrected, histories === null ? 'order' : 'customer')} changed since an earlier import; this file counts now`]
      : []),
    ...(conflicts > 0 ? [`  known with different content: ${conflicts}; the service keeps the first version`] : []),
  ];
}

/** Returns the name under which the rows of a file are listed: files of two folders may have the same one. */
function nameOf({ source }: Job, jobs: readonly Job[]): string {
  const name = basename(source.path);
  return jobs.filter((job) => basename(job.source.path) === name).length > 1 ? source.path : name;
}

function errorsPath(options: ImportOptions, environment: ImportEnvironment, { source }: Job): string {
  return options.errors === undefined
    ? join(importsDirectory(environment), `${basename(source.path)}.errors.csv`)
    : resolve(options.errors);
}

const importsDirectory = (environment: ImportEnvironment): string => join(environment.dataDirectory, 'imports');
const waitNote = (ms: number, status: number): string => `The service asked to wait ${Math.ceil(ms / 1000)} s (${status}).`;
