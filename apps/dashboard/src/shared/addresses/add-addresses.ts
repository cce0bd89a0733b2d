import { csvCell, isEmail, isPseudonym, OrderReader, type PersonalKind, sketchPlan } from '#libs/order-import';
import { openCsv } from '../csv-files/open-csv';

type Pseudonym = (kind: PersonalKind, text: string) => string;

/** A list of customers with their addresses. */
export interface AddressedList {
  readonly file: Blob;
  /** Customers of the list. */
  readonly customers: number;
  /** Those of them of whom something was found. */
  readonly found: number;
}

const CUSTOMER_COLUMN = 'external_id';
const ADDRESS_COLUMN = 'address';
/** Columns of the reader's file that say how to reach somebody, in the languages of common shops. */
const CONTACT = /e-?mail|phone|^tel|mobil|name|vorname|^kunde$|^customer$|^client$|anrede|adres|straße|strasse|street|city|^ort$|zip|plz/i;
/** Spreadsheets read the file as UTF-8 only with a byte order mark. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINES_IN_A_PART = 10_000;

/**
 * Adds columns to a list of customers that the service made: the e-mail address, phone number or name that the identifier of a customer
 * stands for, or the contact columns of the row that has the identifier. All of it happens in the browser.
 * @param list CSV with a column `external_id`
 * @param source a file that has the addresses: the export that was uploaded, or any table of customers
 * @throws UnreadableFile when the source is not CSV
 */
export async function addAddresses(list: Blob, source: Blob, pseudonym: Pseudonym): Promise<AddressedList> {
  const wanted = new Set<string>();
  await eachRow(list, (row, place) => void wanted.add(row[place] ?? ''));
  const { columns, contacts } = await findContacts(source, wanted, pseudonym);
  const parts: Blob[] = [];
  let lines: string[] = [];
  const flush = (): void => {
    parts.push(new Blob(lines));
    lines = [];
  };
  const nothing = columns.map(() => '');
  let [customers, found] = [0, 0];
  const header = await eachRow(list, (row, place) => {
    const contact = contacts.get(row[place] ?? '');
    customers += 1;
    if (contact !== undefined) found += 1;
    lines.push(toLine([...(contact ?? nothing), ...row]));
    if (lines.length === LINES_IN_A_PART) flush();
  });
  flush();
  const head = BYTE_ORDER_MARK + toLine([...columns, ...header]);
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

interface Contacts {
  readonly columns: readonly string[];
  /** The cells of these columns, by the identifier of the customer. */
  readonly contacts: ReadonlyMap<string, readonly string[]>;
}

/** Finds the wanted customers in a file: by their identifier in any cell, or by the address that it stands for. */
async function findContacts(source: Blob, wanted: ReadonlySet<string>, pseudonym: Pseudonym): Promise<Contacts> {
  const { header, rows } = await openCsv(source);
  const addressOf = addressesIn(header, wanted, pseudonym);
  const places = header.flatMap((name, place) => (CONTACT.test(name.trim()) ? [place] : []));
  const contacts = new Map<string, readonly string[]>();
  let hasAddresses = false;
  for await (const { line, fields } of rows) {
    const [id, address] = addressOf({ line, fields }) ?? [fields.find((field) => wanted.has(field.trim()))?.trim(), null];
    if (id === undefined || contacts.has(id)) continue;
    hasAddresses ||= address !== null;
    contacts.set(id, address === null ? places.map((place) => fields[place] ?? '') : [address]);
    if (contacts.size === wanted.size) break;
  }
  if (!hasAddresses) return { columns: places.map((place) => header[place] ?? ''), contacts };
  // Identifiers of both kinds: the address has a column of its own before those of the file.
  const [none, empty] = [[''], places.map(() => '')];
  const both = [...contacts].map(([id, cells]) => [id, isPseudonym(id) ? [...cells, ...empty] : [...none, ...cells]] as const);
  const isMixed = both.some(([id]) => !isPseudonym(id));
  return isMixed
    ? { columns: [ADDRESS_COLUMN, ...places.map((place) => header[place] ?? '')], contacts: new Map(both) }
    : { columns: [ADDRESS_COLUMN], contacts };
}

/** Returns a function that finds in a row what a wanted pseudonym stands for, as the upload would read it, or in a cell with an e-mail address. */
function addressesIn(header: readonly string[], wanted: ReadonlySet<string>, pseudonym: Pseudonym) {
  const made = new Map<string, string>();
  let found: [id: string, address: string] | null = null;
  const noting: Pseudonym = (kind, text) => {
    const key = `${kind}:${text}`;
    const name = made.get(key) ?? pseudonym(kind, text);
    made.set(key, name);
    if (wanted.has(name)) found = [name, text.trim()];
    return name;
  };
  const context = { currency: null, timeZone: 'UTC', eventTypes: null, pseudonym: noting } as const;
  const plan = sketchPlan(header);
  const reader = plan === null ? null : new OrderReader(plan, context);
  const hasPseudonyms = [...wanted].some(isPseudonym);
  return (row: { readonly line: number; readonly fields: readonly string[] }): [id: string, address: string] | null => {
    found = null;
    if (!hasPseudonyms) return null;
    reader?.read(row);
    for (const field of row.fields) if (found === null && isEmail(field.trim())) noting('email', field);
    return found;
  };
}
