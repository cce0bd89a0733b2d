import { DATA_FIELDS, LIMITS } from '#libs/core';
import { isPersonalValue } from './personal-text.js';
import { rejected, type Rejection, shownJson, startOf } from './rejection.js';

const FEWER_BYTES = `it must have at most ${LIMITS.dataBytes}`;
const { dataBytes, dataDepth } = LIMITS;
const TOO_LARGE = rejected('too_large', 'data', `has more than ${dataBytes} bytes as JSON with all digits of its numbers`, FEWER_BYTES);
const TOO_DEEP = rejected('too_deep', 'data', `is nested more than ${dataDepth} levels deep`, `it must have at most ${dataDepth}`);
const NO_UNICODE = 'holds a NUL character or half a surrogate pair';
const BAD_CHARACTERS = rejected('invalid_characters', 'data', NO_UNICODE, 'its texts must be valid Unicode without NUL');
const BAD_NUMBER = rejected('out_of_range', 'data', 'holds a number that no double can carry', 'it must be finite');

/** The compact JSON text that is stored, and the names of the fields that it does not have. */
export interface StorableData {
  readonly json: string;
  readonly leftOut: readonly string[];
}

/** State of a walk through `data`. */
interface Walk {
  /** Bytes that may still come. */
  left: number;
  /** Names that this tenant allows in addition to `DATA_FIELDS`. */
  readonly allowed: ReadonlySet<string>;
  /** Everything so far is stored as it is. */
  isWhole: boolean;
}

/** Names that an event notes, and characters of each: the sender chooses them. */
export const NAMES_NOTED = 20;
export const NOTED_CHARACTERS = 40;
/** The most bytes that a UTF-16 code unit takes. */
const BYTES_OF_CHARACTER = 3;
const NOTHING_LEFT_OUT: readonly string[] = [];

/**
 * Validates `data` as it was sent and returns what is stored: at any depth, the fields that every tenant or this one may store. It refuses
 * what Postgres would refuse or silently change: a NUL character, half a surrogate pair, a number beyond a double.
 *
 * @param allowed names of fields that this tenant allows in addition to `DATA_FIELDS`
 */
export function validateData(data: unknown, allowed: ReadonlySet<string>): StorableData | Rejection {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return rejected('invalid_type', 'data', `is ${shownJson(data)}`, 'it must be an object, or absent');
  }
  const walk: Walk = { left: LIMITS.dataBytes, allowed, isWhole: true };
  const flaw = flawIn(data, 1, walk);
  if (flaw !== null) return flaw;
  const json = JSON.stringify(data);
  const bytes = json.length > LIMITS.dataBytes / BYTES_OF_CHARACTER ? Buffer.byteLength(json) : 0;
  if (bytes > LIMITS.dataBytes) return rejected('too_large', 'data', `has ${bytes} bytes as JSON`, FEWER_BYTES);
  if (walk.isWhole) return { json, leftOut: NOTHING_LEFT_OUT };
  const leftOut = new Set<string>();
  const kept = JSON.stringify(keptOf(data, '', leftOut, allowed));
  return { json: kept, leftOut: [...leftOut] };
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

/** Counts the digits of a number as Postgres returns it: 1e308 has 309. Our JSON has fewer below 1e-6 and from 1e21 on. */
function digitsOf(value: number): number {
  const size = Math.abs(value);
  return Number.isFinite(size) && (size >= 1e21 || (size > 0 && size < 1e-6)) ? Math.ceil(Math.abs(Math.log10(size))) : 1;
}

function flawInItems(items: readonly unknown[], depth: number, walk: Walk): Rejection | null {
  for (const item of items) {
    walk.isWhole &&= !isPersonalValue(item);
    const flaw = flawIn(item, depth, walk);
    if (flaw !== null) return flaw;
  }
  return null;
}

function flawInFields(fields: Record<string, unknown>, depth: number, walk: Walk): Rejection | null {
  for (const name of Object.keys(fields)) {
    walk.left -= name.length;
    walk.isWhole &&= isKept(name, fields[name], walk.allowed);
    const flaw = isStorable(name) ? flawIn(fields[name], depth, walk) : BAD_CHARACTERS;
    if (flaw !== null) return flaw;
  }
  return null;
}

const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

const isKept = (name: string, value: unknown, allowed: ReadonlySet<string>): boolean =>
  (DATA_FIELDS.has(name) || allowed.has(name)) && (name === 'order_id' || !isPersonalValue(value));

/** Returns a copy without the fields and texts that are not stored, and notes the names of their fields. @param field that holds the value */
function keptOf(value: unknown, field: string, leftOut: Set<string>, allowed: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const kept = value.filter((item) => !isPersonalValue(item));
    if (kept.length < value.length) note(field, leftOut);
    return kept.map((item) => keptOf(item, field, leftOut, allowed));
  }
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    if (isKept(name, part, allowed)) kept[name] = keptOf(part, name, leftOut, allowed);
    else note(name, leftOut);
  }
  return kept;
}

function note(name: string, leftOut: Set<string>): void {
  if (leftOut.size < NAMES_NOTED) leftOut.add(startOf(name, NOTED_CHARACTERS));
}
