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

/**
 * Makes a file of addresses from a list of customers, which the service has made. The addresses do not leave the browser.
 * @param list CSV with a column `external_id`
 */
export type ListMaker = (list: Blob, book: Pick<AddressBook, 'contacts'>) => Promise<AddressedList>;

const CUSTOMER_COLUMN = 'external_id';
/** The names that mail tools expect. */
const COLUMNS: Readonly<Record<string, keyof Contact>> = {
  Email: 'email',
  'First Name': 'firstName',
  'Last Name': 'lastName',
  Phone: 'phone',
};
/** The names that Google Ads expects; Meta asks which column is which. */
const AD_COLUMNS = ['Email', 'Value'];
const VALUE_COLUMN = 'expected_revenue';
/** Spreadsheets read the file as UTF-8 only with a byte order mark. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINES_IN_A_PART = 10_000;

/** Adds the columns that mail tools read to each customer. */
export const addAddresses: ListMaker = (list, book) =>
  madeOf(list, book, {
    head: (header) => BYTE_ORDER_MARK + toLine([...Object.keys(COLUMNS), ...header]),
    line: (contact, fields) => toLine([...Object.values(COLUMNS).map((name) => contact?.[name] ?? ''), ...fields]),
  });

/**
 * Makes the file from which ad platforms find people like the best customers: the SHA-256 of each e-mail address, as they hash it, and the
 * expected revenue. It has only customers with a known address.
 */
export const adAudience: ListMaker = (list, book) => {
  let place = -1;
  return madeOf(list, book, {
    head: (header) => {
      place = header.indexOf(VALUE_COLUMN);
      return toLine(AD_COLUMNS);
    },
    line: async (contact, fields) =>
      contact === undefined || contact.email === ''
        ? null
        : toLine([await sha256(contact.email.trim().toLowerCase()), fields[place] ?? '']),
  });
};

interface Format {
  readonly head: (header: readonly string[]) => string;
  /** Returns null for a customer who is left out. */
  readonly line: (contact: Contact | undefined, fields: readonly string[]) => string | null | Promise<string | null>;
}

async function madeOf(list: Blob, { contacts }: Pick<AddressBook, 'contacts'>, { head, line }: Format): Promise<AddressedList> {
  const { header, rows } = await openCsv(list);
  const place = header.indexOf(CUSTOMER_COLUMN);
  const parts: Blob[] = [];
  let lines = [head(header)];
  let [customers, found] = [0, 0];
  for await (const { fields } of rows) {
    const contact = contacts.get(fields[place] ?? '');
    const made = await line(contact, fields);
    customers += 1;
    if (contact !== undefined && made !== null) found += 1;
    if (made !== null) lines.push(made);
    if (lines.length < LINES_IN_A_PART) continue;
    parts.push(new Blob(lines));
    lines = [];
  }
  return { file: new Blob([...parts, ...lines], { type: 'text/csv' }), customers, found };
}

const toLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
