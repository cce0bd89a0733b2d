import { isPseudonym } from '#libs/order-import';

/** The ways to reach a customer, as a file of the shop says them. An empty text: the file does not say it. */
export interface Contact {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

/** The names and addresses of a shop's customers that this browser knows. They never leave the browser. */
export interface AddressBook {
  /** The people, each under the identifier that the service knows. */
  readonly contacts: ReadonlyMap<string, Contact>;
  /** The identifier of the customer, by the order number as `orderKey` writes it. */
  readonly orders: ReadonlyMap<string, string>;
}

export const EMPTY_BOOK: AddressBook = { contacts: new Map(), orders: new Map() };

/** Writes an order number alike, however it is typed: `#39477` and `39477` are one. */
export const orderKey = (order: string): string => order.trim().replace(/^#/, '').toLowerCase();

export const fullName = ({ firstName, lastName }: Contact): string => `${firstName} ${lastName}`.trim();

/** Returns what a person calls the customer: the e-mail address, else the name, else the phone number. */
export const nameOf = (contact: Contact): string => contact.email || fullName(contact) || contact.phone;

/** Adds what another file says. Newer facts win, and empty ones change nothing. */
export function joinBooks(known: AddressBook, added: AddressBook): AddressBook {
  const contacts = new Map(known.contacts);
  for (const [id, contact] of added.contacts) contacts.set(id, joinContacts(contact, contacts.get(id)));
  return { contacts, orders: new Map([...known.orders, ...added.orders]) };
}

export const joinContacts = (first: Contact, second: Contact | undefined): Contact =>
  second === undefined
    ? first
    : {
        email: first.email || second.email,
        firstName: fullName(first) === '' ? second.firstName : first.firstName,
        lastName: fullName(first) === '' ? second.lastName : first.lastName,
        phone: first.phone || second.phone,
      };

/** Leaves a customer out: the person is erased, or is not to be named any more. */
export const withoutCustomer = ({ contacts, orders }: AddressBook, id: string): AddressBook => ({
  contacts: new Map([...contacts].filter(([each]) => each !== id)),
  orders: new Map([...orders].filter(([, each]) => each !== id)),
});

/**
 * Returns the customer of a typed order number, so that the list finds who is suggested: the service may know the order by another number of the
 * file. Digits alone may also begin an identifier of the shop, so they mean an order only where customers have pseudonyms.
 */
export function customerOfOrder(found: readonly FoundContact[], typed: string): string | undefined {
  const id = found.find(({ order }) => order !== null)?.id;
  return id !== undefined && (typed.trim().startsWith('#') || isPseudonym(id)) ? id : undefined;
}

const SHORTEST_SEARCH = 2;
const MOST_FOUND = 5;

export interface FoundContact {
  readonly id: string;
  readonly contact: Contact;
  /** The order number that was typed; null when the customer was found by address or name. */
  readonly order: string | null;
}

/** Finds customers by the beginning of address or name, or by an order number. At most five. */
export function findContacts({ contacts, orders }: AddressBook, typed: string): FoundContact[] {
  const text = typed.trim().toLowerCase();
  if (text.length < SHORTEST_SEARCH) return [];
  const byOrder = orders.get(orderKey(text));
  const contact = byOrder === undefined ? undefined : contacts.get(byOrder);
  const found: FoundContact[] = byOrder === undefined || contact === undefined ? [] : [{ id: byOrder, contact, order: typed.trim() }];
  for (const [id, each] of contacts) {
    if (found.length === MOST_FOUND) break;
    const names = [each.email, each.firstName, each.lastName, fullName(each)];
    if (id !== byOrder && names.some((name) => name.toLowerCase().startsWith(text))) found.push({ id, contact: each, order: null });
  }
  return found;
}
