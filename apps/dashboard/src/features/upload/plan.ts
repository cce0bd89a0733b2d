import {
  type ColumnUse,
  type CsvRow,
  type FileMapping,
  type FileRole,
  inspectFile,
  NO_MAPPING,
  readOrders,
  type ReadingPlan,
  type ReadRow,
  type Understanding,
} from '#libs/order-import';
import { openCsv } from '../../shared/csv-files/open-csv';

/** The choices of the reader of one file. */
export interface UploadPlan {
  /** The answers to what the file does not say. */
  readonly mapping: FileMapping;
  readonly role: FileRole;
  /** Currency of rows that name none. */
  readonly currency: string;
  readonly timeZone: string;
  /** The end of the time that a file of summaries is about: a day. Each file has its own. */
  readonly until?: string;
}

/** Returns what to propose for a file. @param kept the answers for an earlier file with the same columns */
export const proposedPlan = (shop: { currency: string; timezone: string }, kept: FileMapping | null = null): UploadPlan => ({
  mapping: kept ?? NO_MAPPING,
  role: 'orders',
  currency: shop.currency,
  timeZone: shop.timezone,
});

/** Looks at all rows of a file and says how they are read. @throws UnreadableFile, MappingFault */
export const inspectPlanned = (
  file: Blob,
  { mapping, role, currency, timeZone, until }: UploadPlan,
  onProgress: (part: number) => void = () => undefined,
): Promise<Understanding> =>
  inspectFile((encoding) => openCsv(file, encoding), {
    mapping,
    role,
    currency,
    timeZone,
    ...(until !== undefined && { until }),
    onProgress,
  });

/** Returns the name by which a mapping finds a column again: several columns may have one name, or none. */
export function columnName(header: readonly string[], place: number): string {
  const name = header[place]?.trim() ?? '';
  return name === '' || header.filter((other) => other.trim() === name).length > 1 ? `#${place + 1}` : name;
}

/** Gives a field a column. A column has one meaning: it is taken from the field that had it. Null: the file has none. */
export function withColumn({ columns = {}, ...mapping }: FileMapping, field: ColumnUse['field'], name: string | null): FileMapping {
  const others = Object.fromEntries(Object.entries(columns).filter(([, taken]) => taken === null || taken !== name));
  return { ...mapping, columns: { ...others, [field]: name } };
}

/** Reads rows as an inspection has found, from the first one of the file on. */
export const readPlanned = (
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
  reading: ReadingPlan,
  { currency, timeZone }: UploadPlan,
  pseudonym: (kind: 'email' | 'phone' | 'name', text: string) => string,
): AsyncGenerator<ReadRow, void, undefined> => readOrders({ rows }, reading, { currency, timeZone, eventTypes: null, pseudonym });
