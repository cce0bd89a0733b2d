import { fromStored, type StoredProgress, toStored, type WrongRow } from '#libs/order-import';
import type { UploadPlan } from './plan';
import { NOTHING_DONE, type UploadReport } from './run-upload';

/** The progress of an upload. Its wrong rows are stored in parts, each once. */
interface Kept extends StoredProgress {
  readonly wrong: number;
  /** The choices of the reader: its lines count only with them. */
  readonly plan: UploadPlan;
  /** Wrong rows that are stored, and in how many parts. */
  readonly listed: number;
  readonly parts: number;
}

/** An upload that was begun: the choices, and what is done. */
export interface BegunUpload {
  readonly plan: UploadPlan;
  readonly report: UploadReport;
}

const PROGRESS = 'progress';
const WRONG = 'wrong';

/** An upload of one file: its tenant, and what tells the file from others. */
const keyOf = (tenantId: string, file: File): string => `${tenantId}:${file.name}:${file.size}:${file.lastModified}`;
const partsOf = (key: string): IDBKeyRange => IDBKeyRange.bound([key], [key, []]);

/**
 * Keeps how far an upload came in this browser, so that the same file can be continued after the page was closed. Only wrong rows that are
 * new since the last time are written. Without room, or in a browser that stores nothing, the file is sent from its beginning again: the
 * service stores each row once.
 */
export async function keepProgress(tenantId: string, file: File, { plan, report }: BegunUpload): Promise<void> {
  const key = keyOf(tenantId, file);
  const { wrong } = report;
  const counts = { ...toStored(report), wrong: wrong.count, plan };
  await changing((progress, parts) => {
    const reading: IDBRequest<Kept | undefined> = progress.get(key);
    reading.addEventListener('success', () => {
      const stored = reading.result ?? { listed: 0, parts: 0 };
      const fresh = wrong.rows.slice(stored.listed, wrong.listed);
      if (fresh.length > 0) parts.put(fresh, [key, stored.parts]);
      progress.put({ ...counts, listed: wrong.listed, parts: stored.parts + (fresh.length > 0 ? 1 : 0) } satisfies Kept, key);
    });
  }).catch(() => undefined);
}

/** Returns the choices and the progress of the file; null when it was never begun. */
export async function keptProgress(tenantId: string, file: File): Promise<BegunUpload | null> {
  const key = keyOf(tenantId, file);
  try {
    const found: { kept?: Kept | undefined; parts?: WrongRow[][] } = {};
    await changing((progress, parts) => {
      const [reading, listing] = [
        progress.get(key) as IDBRequest<Kept | undefined>,
        parts.getAll(partsOf(key)) as IDBRequest<WrongRow[][]>,
      ];
      reading.addEventListener('success', () => void (found.kept = reading.result));
      listing.addEventListener('success', () => void (found.parts = listing.result));
    });
    if (found.kept === undefined) return null;
    const rows = found.parts?.flat() ?? [];
    const wrong = { count: found.kept.wrong, listed: rows.length, rows };
    return { plan: found.kept.plan, report: { ...NOTHING_DONE, ...fromStored(found.kept), wrong } };
  } catch {
    return null;
  }
}

export async function forgetProgress(tenantId: string, file: File): Promise<void> {
  const key = keyOf(tenantId, file);
  await changing((progress, parts) => {
    progress.delete(key);
    parts.delete(partsOf(key));
  }).catch(() => undefined);
}

type Change = (progress: IDBObjectStore, parts: IDBObjectStore) => void;

let lastChange: Promise<unknown> = Promise.resolve();

/** Does several changes at once, all of them or none, and after those that were asked for before. */
function changing(change: Change): Promise<void> {
  const done = lastChange.then(() => changeNow(change));
  lastChange = done.catch(() => undefined);
  return done;
}

async function changeNow(change: Change): Promise<void> {
  const database = await opened();
  try {
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction([PROGRESS, WRONG], 'readwrite');
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the browser stored nothing')));
      change(transaction.objectStore(PROGRESS), transaction.objectStore(WRONG));
    });
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('uploads', 1);
    opening.addEventListener('upgradeneeded', () => {
      for (const store of [PROGRESS, WRONG]) opening.result.createObjectStore(store);
    });
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(opening.error ?? new Error('the browser stores nothing')));
  });
}
