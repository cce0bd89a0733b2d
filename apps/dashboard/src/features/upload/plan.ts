import {
  type ColumnMapping,
  type CsvRow,
  type FileRole,
  type FormatName,
  mappedHeader,
  readerFor,
  type ReadRow,
  recogniseFormat,
  type SlashEvidence,
  slashEvidence,
  type SlashOrder,
} from '#libs/order-import';
import type { Sample } from './sample';

/** The choices of the reader of one file. */
export interface UploadPlan {
  /** Null: the columns are chosen by hand. */
  readonly format: FormatName | null;
  readonly mapping: ColumnMapping;
  readonly role: FileRole;
  /** Currency of rows that name none. */
  readonly currency: string;
  readonly timeZone: string;
  /** The order of day and month; null: no date can be read in two ways, or nobody has chosen yet. */
  readonly slashes: SlashOrder | null;
}

/** Returns what to propose for a file. A refunds file is always a plain log. */
export function proposedPlan(header: readonly string[], shop: { currency: string; timezone: string }): UploadPlan {
  return { format: recogniseFormat(header), mapping: {}, role: 'orders', currency: shop.currency, timeZone: shop.timezone, slashes: null };
}

/** Returns whether rows can be read: the columns that every order needs are known. */
export const isReadable = ({ format, mapping }: UploadPlan): boolean =>
  format !== null || (mapping.customer_id !== undefined && mapping.occurred_at !== undefined);

/** Tells what the first rows say about the order of day and month in dates that can be read in two ways. */
export const slashesOf = ({ format, mapping }: UploadPlan, { header, rows }: Sample): SlashEvidence =>
  slashEvidence(format ?? 'generic', format === null ? mappedHeader(header, mapping) : header, rows);

/** Reads rows as the plan says, from the first one of the file on. */
export async function* readPlanned(
  plan: UploadPlan,
  file: { readonly header: readonly string[]; readonly rows: AsyncIterable<CsvRow> | Iterable<CsvRow> },
  pseudonym: (kind: 'email' | 'phone' | 'name', text: string) => string,
): AsyncGenerator<ReadRow, void, undefined> {
  const { format, mapping, ...choices } = plan;
  const header = format === null ? mappedHeader(file.header, mapping) : file.header;
  const reader = readerFor(format ?? 'generic', header, { ...choices, eventTypes: null, pseudonym });
  for await (const row of file.rows) yield { line: row.line, outcome: reader.read(row) };
}
