import { type BatchOutcome, findKnownCustomers, pseudonymsWith, type SendingRow, sendRows, withKnownCustomer } from '#libs/order-import';
import { openUpload } from './open-upload';
import { readPlanned, type UploadPlan } from './plan';
import type { SessionSender } from './session-sender';

/** A row that was not taken, and the reason. */
export interface WrongRow {
  readonly line: number;
  readonly reason: string;
}

/** Tells what an upload has done so far. Counts are events, except `leftOut` and `wrong`, which are rows. */
export interface UploadReport {
  /** The service has answered all rows up to this line. */
  readonly line: number;
  /** 0 to 1: the part of the file that was read. */
  readonly part: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly leftOut: ReadonlyMap<string, number>;
  readonly wrong: readonly WrongRow[];
}

export const NOTHING_DONE: UploadReport = { line: 0, part: 0, accepted: 0, duplicates: 0, leftOut: new Map(), wrong: [] };

interface UploadTools {
  readonly sender: SessionSender;
  readonly signal: AbortSignal;
  readonly onProgress: (report: UploadReport) => void;
}

/**
 * Reads a file in the browser and sends its rows after the report's last line. E-mail addresses, phone numbers and names become pseudonyms
 * here and never leave the browser.
 * @param begun the report of an earlier upload of the file that stopped
 * @returns the last report; the file is done unless the signal was aborted
 * @throws UnreadableFile, or ApiProblem when the service refuses a batch or cannot be reached. Sending the file again is safe.
 */
export async function runUpload(file: File, plan: UploadPlan, begun: UploadReport, tools: UploadTools): Promise<UploadReport> {
  const { sender, signal, onProgress } = tools;
  const pseudonym = pseudonymsWith(await sender.pseudonymKey());
  const rowsOf = async () => {
    const opened = await openUpload(file);
    return { opened, rows: readPlanned(plan, opened, pseudonym) };
  };
  const known = await findKnownCustomers((await rowsOf()).rows, sender);
  const { opened, rows } = await rowsOf();
  const wrong = [...begun.wrong];
  const leftOut = new Map(begun.leftOut);
  let { line, accepted, duplicates } = begun;
  const report = (): UploadReport => ({ line, part: opened.bytesRead() / Math.max(1, file.size), accepted, duplicates, leftOut, wrong });
  async function* sendable(): AsyncGenerator<SendingRow> {
    for await (const row of rows) {
      if (row.line <= begun.line) continue;
      if (row.outcome.kind === 'wrong') wrong.push({ line: row.line, reason: row.outcome.reason });
      else if (row.outcome.kind === 'left_out') leftOut.set(row.outcome.why, (leftOut.get(row.outcome.why) ?? 0) + 1);
      else yield { position: row.line, events: row.outcome.events.map((event) => withKnownCustomer(event, known)) };
    }
  }
  const settle = (outcome: BatchOutcome): void => {
    line = outcome.upTo;
    accepted += outcome.accepted.length;
    duplicates += outcome.duplicates;
    for (const { position, reason } of outcome.refusals) wrong.push({ line: position, reason });
    onProgress(report());
  };
  await sendRows(sender, sendable(), { endsBackfill: true, signal, onOutcome: settle });
  return report();
}
