import { csvCell } from '#libs/order-import';
import { openCsv } from '../csv-files/open-csv';
import type { AddressBook, Contact } from './address-book';

/** A list of customers with their addresses. */
export interface AddressedList {
  readonly file: Blob;
  /** Customers of the list. */
  readonly customers: number;
  /** Customers of the list with a known address or name. */
  readonly found: number;
}

const CUSTOMER_COLUMN = 'external_id';
/** The names that mail tools expect. */
const COLUMNS: Readonly<Record<string, keyof Contact>> = {
  Email: 'email',
  'First Name': 'firstName',
  'Last Name': 'lastName',
  Phone: 'phone',
};
/** Spreadsheets read the file as UTF-8 only with a byte order mark. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINES_IN_A_PART = 10_000;

/**
 * Adds the columns that mail tools read to a list of customers that the service made. All of it happens in the browser.
 * @param list CSV with a column `external_id`
 */
export async function addAddresses(list: Blob, { contacts }: Pick<AddressBook, 'contacts'>): Promise<AddressedList> {
  const { header, rows } = await openCsv(list);
  const place = header.indexOf(CUSTOMER_COLUMN);
  const parts: Blob[] = [];
  let lines = [BYTE_ORDER_MARK + toLine([...Object.keys(COLUMNS), ...header])];
  let [customers, found] = [0, 0];
  for await (const { fields } of rows) {
    const contact = contacts.get(fields[place] ?? '');
    customers += 1;
    if (contact !== undefined) found += 1;
    lines.push(toLine([...Object.values(COLUMNS).map((name) => contact?.[name] ?? ''), ...fields]));
    if (lines.length < LINES_IN_A_PART) continue;
    parts.push(new Blob(lines));
    lines = [];
  }
  return { file: new Blob([...parts, ...lines], { type: 'text/csv' }), customers, found };
}

const toLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;
