import { csvCell, isEmail, isPseudonym, type PersonalKind, readerFor, recogniseFormat } from '#libs/order-import';
import { openCsv } from '../csv-files/open-csv';

type Pseudonym = (kind: PersonalKind, text: string) => string;

/** A list of customers with their addresses. */
export interface AddressedList {
  readonly file: Blob;
  /** Customers of the list. */
  readonly customers: number;
  /** Those of them whose address was found. */
  readonly found: number;
}

const CUSTOMER_COLUMN = 'external_id';
const ADDRESS_COLUMN = 'address';
/** Spreadsheets read the file as UTF-8 only with a byte order mark. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINES_IN_A_PART = 10_000;

/**
 * Adds a first column to a list of customers that the service made: the e-mail address, phone number or name that a customer's identifier
 * stands for. All of it happens in the browser.
 * @param list CSV with a column `external_id`
 * @param source a file that has the addresses: the export that was uploaded, or any table with e-mail addresses
 * @throws UnreadableFile when the source is not CSV
 */
export async function addAddresses(list: Blob, source: Blob, pseudonym: Pseudonym): Promise<AddressedList> {
  const wanted = new Set<string>();
  await eachRow(list, (row, place) => void (isPseudonym(row[place] ?? '') && wanted.add(row[place] ?? '')));
  const addresses = await findAddresses(source, wanted, pseudonym);
  const parts: Blob[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    parts.push(new Blob(lines));
    lines = [];
  };
  let [customers, found] = [0, 0];
  const header = await eachRow(list, (row, place) => {
    const address = addresses.get(row[place] ?? '');
    customers += 1;
    if (address !== undefined) found += 1;
    lines.push(toLine([address ?? '', ...row]));
    if (lines.length === LINES_IN_A_PART) flush();
  });
  flush();
  const head = BYTE_ORDER_MARK + toLine([ADDRESS_COLUMN, ...header]);
  return { file: new Blob([head, ...parts], { type: 'text/csv' }), customers, found };
}

const toLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Reads a list row by row, with the place of the customer. @returns its header */
async function eachRow(list: Blob, visit: (row: readonly string[], place: number) => void): Promise<readonly string[]> {
  const { header, rows } = await openCsv(list);
  const place = header.indexOf(CUSTOMER_COLUMN);
  for await (const { fields } of rows) visit(fields, place);
  return header;
}

/** Finds what the wanted pseudonyms stand for, as the upload would read the file, and in every cell that is an e-mail address. */
async function findAddresses(source: Blob, wanted: ReadonlySet<string>, pseudonym: Pseudonym): Promise<Map<string, string>> {
  const { header, rows } = await openCsv(source);
  const found = new Map<string, string>();
  const made = new Map<string, string>();
  const noting: Pseudonym = (kind, text) => {
    const key = `${kind}:${text}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const name = pseudonym(kind, text);
    made.set(key, name);
    if (wanted.has(name)) found.set(name, text.trim());
    return name;
  };
  const format = recogniseFormat(header);
  const context = { role: 'orders', currency: null, timeZone: 'UTC', slashes: null, decimals: null, eventTypes: null } as const;
  const reader = format === null ? null : readerFor(format, header, { ...context, pseudonym: noting });
  for await (const row of rows) {
    reader?.read(row);
    for (const field of row.fields) if (isEmail(field.trim())) noting('email', field);
    if (found.size === wanted.size) break;
  }
  return found;
}
