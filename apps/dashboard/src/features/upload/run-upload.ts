import {
  type BatchOutcome,
  findKnownCustomers,
  type KnownCustomers,
  newUploadOf,
  pseudonymsWith,
  type ReadRow,
  type StatusUse,
  type SendingRow,
  sendRows,
  type Understanding,
  withKnownOrders,
} from '#libs/order-import';
import { type OpenCsv, openCsv } from '../../shared/csv-files/open-csv';
import { readPlanned, type UploadPlan } from './plan';
import type { SessionSender } from './session-sender';
import { NONE_WRONG, type WrongRow, WrongRowList, type WrongRows } from './wrong-rows';

/** Tells what an upload has done so far. Counts are events, except `leftOut` and `wrong`, which are rows. */
export interface UploadReport {
  /** The upload that the rows belong to; null: none was created yet. */
  readonly uploadId: string | null;
  /** The service has answered all rows up to this line. */
  readonly line: number;
  /** 0 to 1: the part of the file that was answered. */
  readonly part: number;
  readonly accepted: number;
  /** Those of them that changed what an earlier import said. */
  readonly changed: number;
  /** The statuses of the file that are not known for sure. */
  readonly statuses: readonly StatusUse[];
  /** The accepted ones of each event type. */
  readonly byType: ReadonlyMap<string, number>;
  readonly duplicates: number;
  readonly leftOut: ReadonlyMap<string, number>;
  readonly wrong: WrongRows;
}

export const NOTHING_DONE: UploadReport = {
  uploadId: null,
  line: 0,
  part: 0,
  accepted: 0,
  changed: 0,
  statuses: [],
  byType: new Map(),
  duplicates: 0,
  leftOut: new Map(),
  wrong: NONE_WRONG,
};

interface UploadTools {
  readonly sender: Pick<
    SessionSender,
    'batchSize' | 'sendEvents' | 'customersOf' | 'knownOf' | 'pseudonymKey' | 'hasOrders' | 'createUpload' | 'isOpen'
  >;
  readonly signal: AbortSignal;
  /** Called with the part of the file in which known customers were looked for, 0 to 1. */
  readonly onMatching: (part: number) => void;
  readonly onProgress: (report: UploadReport) => void;
}

/** A row that sends no events. */
interface UnsentRow {
  readonly line: number;
  readonly outcome: Exclude<ReadRow['outcome'], { kind: 'events' }>;
}

/** A file, the choices of its reader, and how it is understood. */
export interface UnderstoodFile {
  readonly file: File;
  readonly plan: UploadPlan;
  readonly found: Understanding;
}

/**
 * Reads a file in the browser and sends its rows after the report's last line. E-mail addresses, and phone numbers and names in exports of
 * platforms, become pseudonyms here and never leave the browser.
 * @param earlier the report of an upload of this file that stopped; it is ignored if that upload was removed since
 * @returns the last report; the file is done unless the signal was aborted
 * @throws UnreadableFile, or ApiProblem when the service refuses a batch or cannot be reached. Sending the file again is safe.
 */
export async function runUpload({ file, plan, found }: UnderstoodFile, earlier: UploadReport, tools: UploadTools): Promise<UploadReport> {
  const { sender, signal, onProgress } = tools;
  const { begun, uploadId, known, rows, partRead } = await prepared({ file, plan, found }, earlier, tools);
  const wrong = new WrongRowList(begun.wrong);
  const leftOut = new Map(begun.leftOut);
  const byType = new Map(begun.byType);
  let { line, accepted, changed, duplicates } = begun;
  const report = (): UploadReport => ({
    uploadId,
    line,
    part: partRead(),
    accepted,
    changed,
    statuses: found.statuses.filter(({ isKnown }) => !isKnown),
    byType: new Map(byType),
    duplicates,
    leftOut: new Map(leftOut),
    wrong: wrong.report,
  });
  // Rows are read ahead of the answers. One that is not sent counts when the rows before it are answered: an upload that stops before then
  // reads it again.
  const unsent: UnsentRow[] = [];
  const countUnsent = (upTo: number, refused: readonly WrongRow[]): void => {
    const fresh = [...refused];
    while (unsent[0] !== undefined && unsent[0].line <= upTo) {
      const { line: at, outcome } = unsent.shift()!;
      if (outcome.kind === 'wrong') fresh.push({ line: at, reason: outcome.reason });
      else leftOut.set(outcome.why, (leftOut.get(outcome.why) ?? 0) + 1);
    }
    wrong.add(fresh);
  };
  async function* sendable(): AsyncGenerator<SendingRow> {
    for await (const { line: at, outcome: read } of rows) {
      if (at <= begun.line) continue;
      const outcome = withKnownOrders(read, known);
      if (outcome.kind !== 'events') unsent.push({ line: at, outcome });
      else yield { position: at, events: outcome.events };
    }
  }
  const countOutcome = (outcome: BatchOutcome): void => {
    line = outcome.upTo;
    accepted += outcome.accepted.length;
    changed += outcome.corrected;
    for (const { event_type: type } of outcome.accepted) byType.set(type, (byType.get(type) ?? 0) + 1);
    duplicates += outcome.duplicates;
    countUnsent(line, refusedIn(outcome));
    onProgress(report());
  };
  await sendRows(sender, sendable(), { endsBackfill: true, uploadId, signal, onOutcome: countOutcome });
  if (!signal.aborted) countUnsent(Number.POSITIVE_INFINITY, []);
  return report();
}

const refusedIn = ({ refusals }: BatchOutcome): WrongRow[] => refusals.map(({ position, reason }) => ({ line: position, reason }));

/** The answers that an upload needs before it sends its first row. */
interface Prepared extends Pick<OpenCsv, 'partRead'> {
  readonly begun: UploadReport;
  readonly uploadId: string;
  readonly known: KnownCustomers;
  readonly rows: AsyncIterable<ReadRow>;
}

/** Asks which customers the service knows already, tells it the name of the file, and opens the file. */
async function prepared(
  { file, plan, found }: UnderstoodFile,
  earlier: UploadReport,
  { sender, onMatching }: UploadTools,
): Promise<Prepared> {
  const pseudonym = pseudonymsWith(await sender.pseudonymKey());
  const opened = async () => {
    const { rows, partRead } = await openCsv(file, found.encoding);
    return { rows: readPlanned(rows, found.plan, plan, pseudonym), partRead };
  };
  const known = await findKnownCustomers(async () => {
    const { rows, partRead } = await opened();
    return notingProgress(rows, () => onMatching(partRead()));
  }, sender);
  const begun = earlier.uploadId !== null && !(await sender.isOpen(earlier.uploadId)) ? NOTHING_DONE : earlier;
  const uploadId = begun.uploadId ?? (await sender.createUpload(newUploadOf(file.name, found, plan.currency)));
  return { begun, uploadId, known, ...(await opened()) };
}

const NOTED_ROWS = 500;

async function* notingProgress(rows: AsyncIterable<ReadRow>, note: () => void): AsyncGenerator<ReadRow> {
  let count = 0;
  for await (const row of rows) {
    if (count % NOTED_ROWS === 0) note();
    count += 1;
    yield row;
  }
}
