const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export interface JsonSize {
  /** Commas and opening brackets outside of strings: about the number of values. */
  readonly tokens: number;
  /** Opening braces among them. */
  readonly objects: number;
  /** Levels of brackets. */
  readonly depth: number;
}

/** Measures JSON without parsing it, which for millions of brackets takes twenty times their bytes. Stops when either is above its limit. */
export function measureJson(bytes: Uint8Array, most: Pick<JsonSize, 'tokens' | 'depth'>): JsonSize {
  let tokens = 0;
  let objects = 0;
  let level = 0;
  let depth = 0;
  const end = bytes.length;
  for (let i = 0; i < end && tokens <= most.tokens && depth <= most.depth; i += 1) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfString(bytes, i);
    else if (byte === COMMA) tokens += 1;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      tokens += 1;
      if (byte === OPEN_OBJECT) objects += 1;
      level += 1;
      if (level > depth) depth = level;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) level -= 1;
  }
  return { tokens, objects, depth };
}

/** @returns the place of the closing quote, or the end. Most bytes are in strings, so this loop does nothing else. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let i = start + 1; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (byte === QUOTE) return i;
    if (byte === BACKSLASH) i += 1;
  }
  return bytes.length;
}
