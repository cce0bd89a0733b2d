import { type AddressBook, type Contact, EMPTY_BOOK } from './address-book';

/** The person who is signed in, and the secret of their shop that only a session gets. */
export interface BookOwner {
  readonly tenantId: string;
  readonly userId: string;
  readonly secret: Uint8Array;
}

/** An address book as the browser stores it, encrypted. Only a signed-in session gets the secret that opens it. */
interface Kept {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly vector: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

const BOOKS = 'books';
const [SALT_BYTES, VECTOR_BYTES] = [32, 12];

/** The browser cannot keep addresses: it stores nothing, or the page has no secure connection. */
export class NothingKept extends Error {}

/** Returns the address book of a person in this browser; empty when there is none, or when its key is another one now. */
export async function keptBook(owner: BookOwner): Promise<AddressBook> {
  try {
    const kept = await within<Kept | undefined>('readonly', (books) => books.get(keyOf(owner)) as IDBRequest<Kept | undefined>);
    if (kept === undefined) return EMPTY_BOOK;
    const key = await sealingKey(owner, kept.salt);
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.vector }, key, kept.sealed);
    return parseBook(new TextDecoder().decode(text));
  } catch {
    return EMPTY_BOOK;
  }
}

/** Keeps an address book in place of the one before. @throws NothingKept */
export async function keepBook(owner: BookOwner, book: AddressBook): Promise<void> {
  try {
    const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
    const vector = crypto.getRandomValues(new Uint8Array(VECTOR_BYTES));
    const key = await sealingKey(owner, salt);
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: vector }, key, new TextEncoder().encode(writeBook(book)));
    await within('readwrite', (books) => books.put({ salt, vector, sealed } satisfies Kept, keyOf(owner)));
  } catch (cause) {
    throw new NothingKept('the browser keeps nothing', { cause });
  }
}

/** Removes the address book of a person from this browser. */
export const forgetBook = (owner: Pick<BookOwner, 'tenantId' | 'userId'>): Promise<unknown> =>
  within('readwrite', (books) => books.delete(keyOf(owner)));

const keyOf = ({ tenantId, userId }: Pick<BookOwner, 'tenantId' | 'userId'>): string => `${tenantId}:${userId}`;

/** Derives the key from the secret of the session, so the key is not stored with the data. Scripts cannot export it. */
async function sealingKey({ tenantId, userId, secret }: BookOwner, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const source = await crypto.subtle.importKey('raw', new Uint8Array(secret), 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode(`address book ${tenantId} ${userId}`);
  return crypto.subtle.deriveKey({ name: 'HKDF', hash: 'SHA-256', salt, info }, source, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

type ContactLine = readonly [id: string, email: string, firstName: string, lastName: string, phone: string];

/** Orders name the place of their customer in the list, because an identifier is longer than all else. */
function writeBook({ contacts, orders }: AddressBook): string {
  const places = new Map([...contacts.keys()].map((id, place) => [id, place]));
  const lines = [...contacts].map(([id, { email, firstName, lastName, phone }]): ContactLine => [id, email, firstName, lastName, phone]);
  return JSON.stringify({ contacts: lines, orders: [...orders].map(([order, id]) => [order, places.get(id)]) });
}

function parseBook(text: string): AddressBook {
  const { contacts, orders } = JSON.parse(text) as { contacts: ContactLine[]; orders: [string, number][] };
  const entries = contacts.map(([id, email, firstName, lastName, phone]): [string, Contact] => [id, { email, firstName, lastName, phone }]);
  const places = orders.flatMap(([order, place]) => {
    const id = contacts[place]?.[0];
    return id === undefined ? [] : [[order, id] as const];
  });
  return { contacts: new Map(entries), orders: new Map(places) };
}

async function within<T>(mode: IDBTransactionMode, act: (books: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(BOOKS, mode);
      const request = act(transaction.objectStore(BOOKS));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the browser stored nothing')));
    });
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('addresses', 1);
    opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore(BOOKS));
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(opening.error ?? new Error('the browser stores nothing')));
  });
}
