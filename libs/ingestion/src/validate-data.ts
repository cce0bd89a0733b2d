import { LIMITS } from '#libs/core';
import { isPersonalName, withoutPersonal } from './personal-data.js';
import { rejected, type Rejection, shownJson } from './rejection.js';

const FEWER_BYTES = `it must have at most ${LIMITS.dataBytes}`;
const { dataBytes, dataDepth } = LIMITS;
const TOO_LARGE = rejected('too_large', 'data', `has more than ${dataBytes} bytes as JSON with all digits of its numbers`, FEWER_BYTES);
const TOO_DEEP = rejected('too_deep', 'data', `is nested more than ${dataDepth} levels deep`, `it must have at most ${dataDepth}`);
const NO_UNICODE = 'holds a NUL character or half a surrogate pair';
const BAD_CHARACTERS = rejected('invalid_characters', 'data', NO_UNICODE, 'its texts must be valid Unicode without NUL');
const BAD_NUMBER = rejected('out_of_range', 'data', 'holds a number that no double can carry', 'it must be finite');

/** The compact JSON text that is stored, and the names of the personal fields that it does not have. */
export interface StorableData {
  readonly json: string;
  readonly leftOut: readonly string[];
}

/** State of a walk through `data`. `left` counts bytes that may still come. */
interface Walk {
  left: number;
  personal: Set<string> | null;
}

/** The most bytes that a UTF-16 code unit takes. */
const BYTES_OF_CHARACTER = 3;
const NOTHING_LEFT_OUT: readonly string[] = [];

/**
 * Validates `data` as it was sent and gives what is stored: its JSON without personal fields, at any depth.
 * Refused is what Postgres would refuse or silently change: a NUL character, half a surrogate pair, a number beyond a double.
 */
export function validateData(data: unknown): StorableData | Rejection {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return rejected('invalid_type', 'data', `is ${shownJson(data)}`, 'it must be an object, or absent');
  }
  const walk: Walk = { left: LIMITS.dataBytes, personal: null };
  const flaw = flawIn(data, 1, walk);
  if (flaw !== null) return flaw;
  const json = JSON.stringify(data);
  const bytes = json.length > LIMITS.dataBytes / BYTES_OF_CHARACTER ? Buffer.byteLength(json) : 0;
  if (bytes > LIMITS.dataBytes) return rejected('too_large', 'data', `has ${bytes} bytes as JSON`, FEWER_BYTES);
  return walk.personal === null ? { json, leftOut: NOTHING_LEFT_OUT } : { json: withoutPersonal(data), leftOut: [...walk.personal] };
}

/**
 * The first flaw found, looking no deeper than the limit and at no more than could be stored: every value takes a byte of JSON
 * at least, so a body of millions of zeros costs no more time than one that fits.
 * @param depth of `value` itself; the outermost object is 1.
 */
function flawIn(value: unknown, depth: number, walk: Walk): Rejection | null {
  walk.left -= typeof value === 'string' ? value.length : typeof value === 'number' ? digitsOf(value) : 1;
  if (walk.left < 0) return TOO_LARGE;
  if (typeof value === 'string') return isStorable(value) ? null : BAD_CHARACTERS;
  if (typeof value === 'number') return Number.isFinite(value) ? null : BAD_NUMBER;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > LIMITS.dataDepth) return TOO_DEEP;
  return Array.isArray(value) ? flawInItems(value, depth + 1, walk) : flawInFields(value as Record<string, unknown>, depth + 1, walk);
}

/** Everybody who reads events gets numbers with all digits from Postgres: 1e308 has 309. Our JSON has fewer below 1e-6 and from 1e21 on. */
function digitsOf(value: number): number {
  const size = Math.abs(value);
  return Number.isFinite(size) && (size >= 1e21 || (size > 0 && size < 1e-6)) ? Math.ceil(Math.abs(Math.log10(size))) : 1;
}

function flawInItems(items: readonly unknown[], depth: number, walk: Walk): Rejection | null {
  for (const item of items) {
    const flaw = flawIn(item, depth, walk);
    if (flaw !== null) return flaw;
  }
  return null;
}

function flawInFields(fields: Record<string, unknown>, depth: number, walk: Walk): Rejection | null {
  for (const name of Object.keys(fields)) {
    walk.left -= name.length;
    if (isPersonalName(name)) (walk.personal ??= new Set()).add(name);
    const flaw = isStorable(name) ? flawIn(fields[name], depth, walk) : BAD_CHARACTERS;
    if (flaw !== null) return flaw;
  }
  return null;
}

const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();
