import {
  type ImportProgress,
  importRows,
  type ImportStore,
  newUploadOf,
  NOT_BEGUN,
  pseudonymsWith,
  type ReadRow,
  type StatusUse,
  type Understanding,
} from '#libs/order-import';
import { type OpenCsv, openCsv } from '../../shared/csv-files/open-csv';
import { readPlanned, type UploadPlan } from './plan';
import type { SessionSender } from './session-sender';
import { NONE_WRONG, WrongRowList, type WrongRows } from './wrong-rows';

/** Tells what an upload has done so far. */
export interface UploadReport extends ImportProgress {
  /** 0 to 1: the part of the file that was answered. */
  readonly part: number;
  /** The statuses of the file that are not known for sure. */
  readonly statuses: readonly StatusUse[];
  readonly wrong: WrongRows;
}

export const NOTHING_DONE: UploadReport = { ...NOT_BEGUN, part: 0, statuses: [], wrong: NONE_WRONG };

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
  const { sender, signal, onMatching, onProgress } = tools;
  const pseudonym = pseudonymsWith(await sender.pseudonymKey());
  const isGone = earlier.uploadId !== null && !(await sender.isOpen(earlier.uploadId));
  const statuses = found.statuses.filter(({ isKnown }) => !isKnown);
  let report: UploadReport = { ...(isGone ? NOTHING_DONE : earlier), statuses };
  const wrong = new WrongRowList(report.wrong);
  let opened: OpenCsv | undefined;
  const open = async (purpose: 'matching' | 'sending'): Promise<AsyncIterable<ReadRow>> => {
    const csv = await openCsv(file, found.encoding);
    const rows = readPlanned(csv.rows, found.plan, plan, pseudonym);
    if (purpose === 'matching') return notingProgress(rows, () => onMatching(csv.partRead()));
    opened = csv;
    return rows;
  };
  const store: ImportStore = {
    get progress() {
      return report;
    },
    advance(progress, rows) {
      wrong.add(rows);
      report = { ...report, ...progress, part: opened?.partRead() ?? 0, wrong: wrong.report };
    },
  };
  await importRows(open, {
    sender,
    store,
    endsBackfill: true,
    signal,
    createUpload: () => sender.createUpload(newUploadOf(file.name, found, plan.currency)),
    onOutcome: () => onProgress(report),
  });
  return report;
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
