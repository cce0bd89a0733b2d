import { LIMITS } from '#libs/core';
import { isPersonalName, withoutPersonal } from './personal-data.js';
import { isPlainAscii, rejected, type Rejection, shownJson } from './rejection.js';

type Flaw = 'size' | 'depth' | 'characters' | 'number';

const TOO_LARGE = `it must have at most ${LIMITS.dataBytes}`;

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
  switch (flawIn(data, 1, walk)) {
    case 'size':
      return rejected('too_large', 'data', `has more than ${LIMITS.dataBytes} bytes as JSON with all digits of its numbers`, TOO_LARGE);
    case 'depth':
      return rejected(
        'too_deep',
        'data',
        `is nested more than ${LIMITS.dataDepth} levels deep`,
        `it must have at most ${LIMITS.dataDepth}`,
      );
    case 'characters':
      return rejected(
        'invalid_characters',
        'data',
        'holds a NUL character or half a surrogate pair',
        'its texts must be valid Unicode without NUL',
      );
    case 'number':
      return rejected('out_of_range', 'data', 'holds a number that no double can carry', 'it must be finite');
    case null:
      break;
  }
  const json = JSON.stringify(data);
  const bytes = json.length > LIMITS.dataBytes / BYTES_OF_CHARACTER ? Buffer.byteLength(json) : 0;
  if (bytes > LIMITS.dataBytes) return rejected('too_large', 'data', `has ${bytes} bytes as JSON`, TOO_LARGE);
  return walk.personal === null ? { json, leftOut: NOTHING_LEFT_OUT } : { json: withoutPersonal(data), leftOut: [...walk.personal] };
}

/**
 * The first flaw found, looking no deeper than the limit and at no more than could be stored: every value takes a byte of JSON
 * at least, so a body of millions of zeros costs no more time than one that fits.
 * @param depth of `value` itself; the outermost object is 1.
 */
function flawIn(value: unknown, depth: number, walk: Walk): Flaw | null {
  walk.left -= typeof value === 'string' ? value.length : typeof value === 'number' ? digitsOf(value) : 1;
  if (walk.left < 0) return 'size';
  if (typeof value === 'string') return isStorable(value) ? null : 'characters';
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'number';
  if (typeof value !== 'object' || value === null) return null;
  if (depth > LIMITS.dataDepth) return 'depth';
  return Array.isArray(value) ? flawInItems(value, depth + 1, walk) : flawInFields(value as Record<string, unknown>, depth + 1, walk);
}

/** Everybody who reads events gets numbers with all digits from Postgres: 1e308 has 309. Our JSON has fewer below 1e-6 and from 1e21 on. */
function digitsOf(value: number): number {
  const size = Math.abs(value);
  return Number.isFinite(size) && (size >= 1e21 || (size > 0 && size < 1e-6)) ? Math.ceil(Math.abs(Math.log10(size))) : 1;
}

function flawInItems(items: readonly unknown[], depth: number, walk: Walk): Flaw | null {
  for (const item of items) {
    const flaw = flawIn(item, depth, walk);
    if (flaw !== null) return flaw;
  }
  return null;
}

function flawInFields(fields: Record<string, unknown>, depth: number, walk: Walk): Flaw | null {
  for (const name of Object.keys(fields)) {
    walk.left -= name.length;
    if (isPersonalName(name)) (walk.personal ??= new Set()).add(name);
    const flaw = isStorable(name) ? flawIn(fields[name], depth, walk) : 'characters';
    if (flaw !== null) return flaw;
  }
  return null;
}

/** Up to this length, checking first whether a text is plain ASCII is faster. */
const SHORT = 200;

const isStorable = (text: string): boolean =>
  (text.length <= SHORT && isPlainAscii(text)) || (!text.includes('\u0000') && text.isWellFormed());
