import {
  type ColumnMapping,
  type CsvRow,
  type DecimalSign,
  type FileRole,
  type FormatName,
  mappedHeader,
  readerFor,
  type ReadRow,
  recogniseFormat,
  type SlashOrder,
  type WritingEvidence,
  writingOf,
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
  /** The decimal sign; null: no amount can be read in two ways, or nobody has chosen yet. */
  readonly decimals: DecimalSign | null;
}

/** Returns what to propose for a file. A refunds file is always a plain log. */
export function proposedPlan(header: readonly string[], shop: { currency: string; timezone: string }): UploadPlan {
  const { currency, timezone: timeZone } = shop;
  return { format: recogniseFormat(header), mapping: {}, role: 'orders', currency, timeZone, slashes: null, decimals: null };
}

/** Returns whether rows can be read: the columns that every order needs are known. */
export const isReadable = ({ format, mapping }: UploadPlan): boolean =>
  format !== null || (mapping.customer_id !== undefined && mapping.occurred_at !== undefined);

/** Finds in the first rows how the file writes dates and amounts that can be read in two ways. */
export const writingIn = ({ header, rows }: Sample, { format, mapping }: UploadPlan): WritingEvidence =>
  writingOf(format ?? 'generic', format === null ? mappedHeader(header, mapping) : header, rows);

/** Completes a plan with what the file itself says. */
export const completedPlan = (plan: UploadPlan, { slashes, decimals }: WritingEvidence): UploadPlan => ({
  ...plan,
  slashes: plan.slashes ?? (slashes === 'unknown' ? null : slashes),
  decimals: plan.decimals ?? (decimals === 'unknown' ? null : decimals),
});

/** Returns the names that several columns have, with different contents in the first rows: only the first column of a name is read. */
export function repeatedNames({ header, rows }: Sample): string[] {
  const isRepeated = (name: string, place: number): boolean => {
    const first = header.indexOf(name);
    return name.trim() !== '' && first < place && rows.some(({ fields }) => (fields[place] ?? '') !== (fields[first] ?? ''));
  };
  return [...new Set(header.filter(isRepeated))];
}

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
