import { LIMITS } from '#libs/core';
import { rejected, type Rejection, show } from './rejection.js';

type Flaw = 'depth' | 'characters' | 'number';

/**
 * Judges `data` and gives its compact JSON text, which is what is stored.
 * Refused is what Postgres would refuse or silently change: a NUL character, half a surrogate pair, a number beyond a double.
 */
export function judgeData(data: unknown): string | Rejection {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return rejected('invalid_type', `data is ${show(data)}: it must be an object, or absent`);
  }
  switch (flawIn(data, 1)) {
    case 'depth':
      return rejected('too_deep', `data is nested more than ${LIMITS.dataDepth} levels deep: it must have at most ${LIMITS.dataDepth}`);
    case 'characters':
      return rejected(
        'invalid_characters',
        'data holds a NUL character or half a surrogate pair: its texts must be valid Unicode without NUL',
      );
    case 'number':
      return rejected('out_of_range', 'data holds a number that no double can carry: it must be finite');
    case null:
      break;
  }
  const json = JSON.stringify(data);
  const bytes = Buffer.byteLength(json);
  if (bytes > LIMITS.dataBytes) return rejected('too_large', `data has ${bytes} bytes as JSON: it must have at most ${LIMITS.dataBytes}`);
  return json;
}

/** The first flaw found, looking no deeper than the limit. @param depth of `value` itself; the outermost object is 1. */
function flawIn(value: unknown, depth: number): Flaw | null {
  if (typeof value === 'string') return isStorable(value) ? null : 'characters';
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'number';
  if (typeof value !== 'object' || value === null) return null;
  if (depth > LIMITS.dataDepth) return 'depth';
  for (const [key, part] of Object.entries(value)) {
    const flaw = isStorable(key) ? flawIn(part, depth + 1) : 'characters';
    if (flaw !== null) return flaw;
  }
  return null;
}

const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();
