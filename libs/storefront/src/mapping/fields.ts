import { LIMITS } from '#libs/core';
import { isPlaceholderMail } from '#libs/order-import';

/** An object of a platform's JSON that is not validated yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the object in a field; an empty object when there is none. */
export const objectIn = (value: unknown): Fields => (isObject(value) ? value : {});

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the objects of a list and skips everything else in it. Null when the value is not a list. */
export const listIn = (value: unknown): Fields[] | null => (Array.isArray(value) ? value.filter(isObject) : null);

/** Returns the first of the fields that is a non-empty text or a number, as text. */
export function idIn(fields: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const id = asId(fields[name]);
    if (id !== null) return id;
  }
  return null;
}

/**
 * Returns the platform's own id of the resource. A number that a double cannot hold has already lost digits. The long form, such as
 * `gid://shopify/Order/820982911946154508`, still has all of them.
 */
export const ownId = (fields: Fields): string | null => idIn(fields, 'id') ?? asId(fields['admin_graphql_api_id']);

function asId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  if (typeof value !== 'string') return null;
  const [, last = value] = /^gid:\/\/.*\/([^/?]+)/.exec(value) ?? [];
  const id = last.trim();
  // WooCommerce writes 0 in place of a missing id.
  return id === '' || id === '0' ? null : id;
}

const MONEY = /^-?\d{1,15}(\.\d{1,20})?$/;

/** Reads an amount, which platforms write as text or as a number. Null when it is missing or cannot be stored. */
export function moneyIn(fields: Fields, name: string): number | null {
  const value = fields[name];
  const amount = typeof value === 'string' && MONEY.test(value.trim()) ? Number(value) : value;
  if (typeof amount !== 'number' || !Number.isFinite(amount) || Math.abs(amount) > LIMITS.value.max) return null;
  return rounded(amount);
}

/** Returns whether a field has a value that is not an amount of 0 or more. */
export function isUnreadMoney(fields: Fields, name: string): boolean {
  const value = fields[name] ?? '';
  return value !== '' && (moneyIn(fields, name) ?? -1) < 0;
}

/** Rounds a sum of amounts to the four decimals that are stored. */
export const rounded = (amount: number): number => Math.round(amount * 1e4) / 1e4;

const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** Reads an instant as ISO 8601 in UTC. @param zone the zone of a time without one; WooCommerce writes UTC like that. */
export function instantIn(fields: Fields, name: string, zone = ''): string | null {
  const value = fields[name];
  if (typeof value !== 'string') return null;
  const text = /\dT[\d:.]+$/.test(value) ? value + zone : value;
  const at = ZONED.test(text) ? Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** ISO 4217, upper case. */
export function currencyIn(fields: Fields, ...names: string[]): string | undefined {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string' && /^[A-Za-z]{3}$/.test(value));
  return typeof found === 'string' ? found.toUpperCase() : undefined;
}

const KEPT_LENGTH = 100;

/** Keeps a short text or number as it is. Anything else becomes undefined, which JSON leaves out. */
export function keptIn(fields: Fields, name: string): string | number | undefined {
  const value = fields[name];
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value === '' || value.includes('\u0000') || !value.isWellFormed()) return undefined;
  return value.length <= KEPT_LENGTH ? value : undefined;
}

/** Normalises an e-mail address, so that all spellings of one address are equal. An address that a till enters for everyone is none. */
export function emailIn(fields: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value !== 'string' || !value.includes('@') || !value.isWellFormed()) continue;
    const address = value.normalize('NFC').trim().toLowerCase();
    if (!isPlaceholderMail(address)) return address;
  }
  return null;
}
