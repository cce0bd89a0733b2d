import { cleanCell, isEmail, OrderReader, type PersonalKind, sketchPlan } from '#libs/order-import';
import { openCsv } from '../csv-files/open-csv';
import { type AddressBook, type Contact, joinContacts, orderKey } from './address-book';

type Pseudonym = (kind: PersonalKind, text: string) => string;

/** Names of columns in the languages of common shops, as `plain` writes them. WooCommerce's exports name the address behind: "First Name (Billing)". */
const FIRST_NAME =
  /^(?:billing|shipping|customer|contact)?(?:firstname|givenname|vorname|prénom|prenom|nombre|förnamn|voornaam)(?:billing|shipping)?$/;
const LAST_NAME =
  /^(?:billing|shipping|customer|contact)?(?:lastname|surname|familyname|nachname|nom|apellidos?|cognome|efternamn|achternaam)(?:billing|shipping)?$/;
const FULL_NAME =
  /^(?:billing|customer|buyer|shipping|recipient|billto|shipto)?(?:fullname|name)(?:billing|shipping)?$|^(?:kunde|kundenname|customer|client|cliente|buyer|käufer)$/;
const PHONE = /phone|^tel|mobil|handy/;
const CUSTOMER_NUMBER = /^(?:id|externalid|customerid|customerno|customernumber|clientid|userid|kundennr|kundennummer|kundenid)$/;
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/**
 * Reads the customers of a file that the shop owner chose: an export of orders, read as the upload reads it, or any table of customers. The
 * rows become pseudonyms here, as in the upload, so each address meets the identifier that the service knows.
 * @throws UnreadableFile when it is not CSV
 */
export async function readContacts(source: Blob, pseudonym: Pseudonym): Promise<AddressBook> {
  const { header, rows } = await openCsv(source);
  const read = rowReader(header, pseudonym);
  const contacts = new Map<string, Contact>();
  const orders = new Map<string, string>();
  for await (const row of rows) {
    const { ids, contact, order } = read(row);
    const isNamed = Object.values(contact).some((text) => text !== '');
    if (isNamed) for (const id of ids) contacts.set(id, joinContacts(contact, contacts.get(id)));
    const [id] = ids;
    if (id !== undefined && isNamed) for (const number of order) orders.set(orderKey(number), id);
  }
  return { contacts, orders };
}

interface ReadContact {
  /** The identifiers that the service may know the customer by, the one of the order first. */
  readonly ids: readonly string[];
  readonly contact: Contact;
  readonly order: readonly string[];
}

function rowReader(header: readonly string[], pseudonym: Pseudonym): (row: { line: number; fields: readonly string[] }) => ReadContact {
  const noted = new Map<PersonalKind, readonly [text: string, id: string]>();
  const made = new Map<string, string>();
  const noting: Pseudonym = (kind, text) => {
    const key = `${kind}:${text}`;
    const id = made.get(key) ?? pseudonym(kind, text);
    made.set(key, id);
    noted.set(kind, [text.trim(), id]);
    return id;
  };
  const plan = sketchPlan(header);
  const reader = plan === null ? null : new OrderReader(plan, { currency: null, timeZone: 'UTC', eventTypes: null, pseudonym: noting });
  const numbers = plan === null ? placesOf(header, CUSTOMER_NUMBER) : [];
  const contactIn = contactReader(header);
  return (row) => {
    noted.clear();
    const outcome = reader?.read(row);
    const [event] = outcome?.kind === 'events' ? outcome.events : [];
    for (const field of row.fields) if (isEmail(field.trim()) && !noted.has('email')) noting('email', field);
    const ids = [
      event?.customer_id,
      ...[...noted.values()].map(([, id]) => id),
      ...numbers.map((place) => cleanCell(row.fields[place] ?? '')),
    ];
    const contact = contactIn(row.fields, noted);
    const order = plan === null ? [] : (['group', 'order'] as const).flatMap((field) => plan.columns.texts(row.fields, field));
    return { ids: [...new Set(ids.filter((id): id is string => id !== undefined && id !== ''))], contact, order };
  };
}

const placesOf = (header: readonly string[], names: RegExp): number[] =>
  header.flatMap((name, place) => (names.test(plain(name)) ? [place] : []));

/** Names have letters and no digits: `Name` is the number of the order in an export of Shopify. */
const isName = (text: string): boolean => /\p{L}/u.test(text) && !/[\d@#]/.test(text);

/** Returns a function that reads the contact of a row from its columns, and from what identifies the customer. */
function contactReader(header: readonly string[]) {
  const [first, last, full, phone] = [FIRST_NAME, LAST_NAME, FULL_NAME, PHONE].map((names) => placesOf(header, names));
  return (fields: readonly string[], noted: ReadonlyMap<PersonalKind, readonly [text: string, id: string]>): Contact => {
    const textOf = (places: readonly number[] | undefined, isGood: (text: string) => boolean): string =>
      (places ?? []).map((place) => (fields[place] ?? '').trim()).find(isGood) ?? '';
    const parts = { firstName: textOf(first, isName), lastName: textOf(last, isName) };
    const whole = textOf(full, isName) || (noted.get('name')?.[0] ?? '');
    return {
      email: noted.get('email')?.[0] ?? '',
      ...(parts.firstName === '' && parts.lastName === '' ? partsOf(whole) : parts),
      phone: (noted.get('phone')?.[0] ?? '') || textOf(phone, (text) => /\d{5}/.test(text.replaceAll(/[^\d]/g, ''))),
    };
  };
}

/** `Anna Müller` and `Müller, Anna`. */
function partsOf(whole: string): Pick<Contact, 'firstName' | 'lastName'> {
  const [last = '', first] = whole.split(/,\s*/);
  if (first !== undefined) return { firstName: first, lastName: last };
  const [firstName = '', ...rest] = whole.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
