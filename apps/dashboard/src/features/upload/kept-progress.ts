import { NOTHING_DONE, type UploadReport } from './run-upload';

/** The longest list of wrong rows that is kept with the progress. */
const MOST_WRONG = 1000;

const keyOf = (tenantId: string, file: File): string => `upload:${tenantId}:${file.name}:${file.size}:${file.lastModified}`;

/** Keeps how far an upload came in this browser, so that the same file can be continued after the page was closed. */
export function keepProgress(tenantId: string, file: File, { line, accepted, duplicates, leftOut, wrong }: UploadReport): void {
  const kept = { line, accepted, duplicates, leftOut: [...leftOut], wrong: wrong.slice(0, MOST_WRONG) };
  try {
    localStorage.setItem(keyOf(tenantId, file), JSON.stringify(kept));
  } catch {
    // Without room the file is sent from its beginning again. The service stores each row once.
  }
}

/** Returns the progress of the file; that of nothing when it was never begun. */
export function keptProgress(tenantId: string, file: File): UploadReport {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(tenantId, file)) ?? 'null');
    return kept === null ? NOTHING_DONE : { ...NOTHING_DONE, ...kept, leftOut: new Map(kept.leftOut) };
  } catch {
    return NOTHING_DONE;
  }
}

export const forgetProgress = (tenantId: string, file: File): void => localStorage.removeItem(keyOf(tenantId, file));
