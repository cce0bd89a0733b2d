/** A row that is not stored, and the reason. */
export interface WrongRow {
  readonly line: number;
  readonly reason: string;
}

/** Progress of the import of a file. Counts are events, except `leftOut`, which are rows. */
export interface ImportProgress {
  /** The upload that the rows belong to; null: none was created yet. */
  readonly uploadId: string | null;
  /** The service has answered all rows up to this line; 0: none. */
  readonly line: number;
  readonly accepted: number;
  /** Accepted events that changed what an earlier import said. */
  readonly corrected: number;
  readonly duplicates: number;
  /** Duplicates of stored events with different content. The service keeps the first. */
  readonly conflicts: number;
  /** Accepted events by type. Orders that were refunded as a whole are apart as `order_refunded_whole`, as in the summary of a file. */
  readonly byType: ReadonlyMap<string, number>;
  readonly leftOut: ReadonlyMap<string, number>;
}

export const NOT_BEGUN: ImportProgress = {
  uploadId: null,
  line: 0,
  accepted: 0,
  corrected: 0,
  duplicates: 0,
  conflicts: 0,
  byType: new Map(),
  leftOut: new Map(),
};

type Counts = readonly (readonly [name: string, count: number])[];

/** Progress as JSON. */
export interface StoredProgress extends Omit<ImportProgress, 'byType' | 'leftOut'> {
  readonly byType: Counts;
  readonly leftOut: Counts;
}

export function toStored({ byType, leftOut, ...counts }: ImportProgress): StoredProgress {
  const { uploadId, line, accepted, corrected, duplicates, conflicts } = counts;
  return { uploadId, line, accepted, corrected, duplicates, conflicts, byType: [...byType], leftOut: [...leftOut] };
}

/** Reads what `toStored` wrote. What is missing or odd counts as not done, so the rows are sent again. The service stores each once. */
export function fromStored(stored: Partial<Record<keyof StoredProgress, unknown>>): ImportProgress {
  const { uploadId } = stored;
  return {
    uploadId: typeof uploadId === 'string' ? uploadId : null,
    line: countOf(stored.line),
    accepted: countOf(stored.accepted),
    corrected: countOf(stored.corrected),
    duplicates: countOf(stored.duplicates),
    conflicts: countOf(stored.conflicts),
    byType: countsOf(stored.byType),
    leftOut: countsOf(stored.leftOut),
  };
}

const countOf = (stored: unknown): number => (Number.isSafeInteger(stored) ? Number(stored) : 0);
const countsOf = (stored: unknown): ReadonlyMap<string, number> => new Map(Array.isArray(stored) ? (stored as Counts) : []);

/** Adds one to the count of a name. */
export const increment = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
