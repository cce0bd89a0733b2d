import { LIMITS } from '#libs/core';

/** An object of a platform's JSON, of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** The object that a field holds; an empty one when it holds none. */
export const objectIn = (value: unknown): Fields => (isObject(value) ? value : {});

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list; what else stands in it is passed over. Null when there is no list. */
export const listIn = (value: unknown): Fields[] | null => (Array.isArray(value) ? value.filter(isObject) : null);

/** The first of the fields that names something, as text. */
export function idIn(fields: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const id = asId(fields[name]);
    if (id !== null) return id;
  }
  return null;
}

/**
 * The platform's own id of the resource. A number that a double cannot hold has lost digits already: then the long form of it, as in
 * `gid://shopify/Order/820982911946154508`, still has them.
 */
export const ownId = (fields: Fields): string | null => idIn(fields, 'id') ?? asId(fields['admin_graphql_api_id']);

function asId(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  if (typeof value !== 'string') return null;
  const [, last = value] = /^gid:\/\/.*\/([^/?]+)/.exec(value) ?? [];
  const id = last.trim();
  // Zero is how WooCommerce writes that there is none.
  return id === '' || id === '0' ? null : id;
}

const MONEY = /^-?\d{1,15}(\.\d{1,20})?$/;

/** An amount, which platforms write as text or as a number. Null when there is none that could be stored. */
export function moneyIn(fields: Fields, name: string): number | null {
  const value = fields[name];
  const amount = typeof value === 'string' && MONEY.test(value.trim()) ? Number(value) : value;
  if (typeof amount !== 'number' || !Number.isFinite(amount) || Math.abs(amount) > LIMITS.value.max) return null;
  return rounded(amount);
}

/** Sums of amounts in doubles, brought back to the four decimals that are stored. */
export const rounded = (amount: number): number => Math.round(amount * 1e4) / 1e4;

const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

/** An instant as ISO 8601 in UTC. @param zone what a time without a zone is in: WooCommerce writes UTC so. */
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

/** A short text or number that may be kept as it is; undefined for anything else, so that it falls out of JSON. */
export function keptIn(fields: Fields, name: string): string | number | undefined {
  const value = fields[name];
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value === '' || value.includes('\u0000') || !value.isWellFormed()) return undefined;
  return value.length <= KEPT_LENGTH ? value : undefined;
}

/** An e-mail address in the form that people of one address share. */
export function emailIn(fields: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.includes('@') && value.isWellFormed()) return value.normalize('NFC').trim().toLowerCase();
  }
  return null;
}
