// Arrays in Postgres' binary format, each for a parameter of the type that its name says, written as `array_recv` and the `…_recv` of the
// element read them (src/backend/utils/adt/arrayfuncs.c, timestamp.c, numeric.c, uuid.c, jsonb.c). As text, both sides would escape, print
// and parse every element, which costs Postgres more than to store some of them. Every event passes here some twenty times, so each kind
// has a loop of its own, which the compiler can take apart, and short texts are written character by character.

const OIDS = { boolean: 16, smallint: 21, text: 25, instant: 1184, numeric: 1700, uuid: 2950, jsonb: 3802 } as const;

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/** @returns where it ends. */
function putInt32(bytes: Buffer, value: number, at: number): number {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
  return at + 4;
}

function putInt16(bytes: Buffer, value: number, at: number): number {
  bytes[at] = value >>> 8;
  bytes[at + 1] = value;
  return at + 2;
}

/** Room for the elements behind their header. @param size of all elements together, without their lengths. */
function begin(oid: number, values: readonly unknown[], size: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + LENGTH_BYTES * values.length + size);
  // Dimensions, whether there are nulls, type of the elements, how many, and the index of the first.
  putInt32(bytes, 1, 0);
  putInt32(bytes, values.includes(null) ? 1 : 0, 4);
  putInt32(bytes, oid, 8);
  putInt32(bytes, values.length, 12);
  putInt32(bytes, 1, 16);
  return bytes;
}

function beginFixed(oid: number, values: readonly unknown[], bytesEach: number): Buffer {
  let given = 0;
  for (let i = 0; i < values.length; i += 1) if (values[i] !== null) given += 1;
  return begin(oid, values, bytesEach * given);
}

const JSONB_VERSION = 1;
/** Up to this length the loop is faster than a call out of JavaScript. */
const SHORT = 200;
const FIRST_BEYOND_ASCII = 0x80;

/** @returns false when the text takes more bytes than it has characters. */
function putAscii(bytes: Buffer, text: string, at: number): boolean {
  if (text.length > SHORT) {
    if (Buffer.byteLength(text) !== text.length) return false;
    bytes.write(text, at, 'latin1');
    return true;
  }
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code >= FIRST_BEYOND_ASCII) return false;
    bytes[at + i] = code;
  }
  return true;
}

function texts(oid: number, values: readonly (string | null)[]): Buffer {
  const prefix = oid === OIDS.jsonb ? 1 : 0;
  let size = 0;
  for (const text of values) if (text !== null) size += prefix + text.length;
  const bytes = begin(oid, values, size);
  let end = HEADER_BYTES;
  for (const text of values) {
    end = putInt32(bytes, text === null ? NULL_LENGTH : prefix + text.length, end);
    if (text === null) continue;
    if (prefix === 1) bytes[end] = JSONB_VERSION;
    if (!putAscii(bytes, text, end + prefix)) return textsInUtf8(oid, values);
    end += prefix + text.length;
  }
  return bytes;
}

function textsInUtf8(oid: number, values: readonly (string | null)[]): Buffer {
  const prefix = oid === OIDS.jsonb ? 1 : 0;
  const sizes = values.map((text) => (text === null ? 0 : prefix + Buffer.byteLength(text)));
  const bytes = begin(
    oid,
    values,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  let end = HEADER_BYTES;
  for (const [index, text] of values.entries()) {
    const size = sizes[index] ?? 0;
    end = putInt32(bytes, text === null ? NULL_LENGTH : size, end);
    if (text === null) continue;
    if (prefix === 1) bytes[end] = JSONB_VERSION;
    bytes.write(text, end + prefix);
    end += size;
  }
  return bytes;
}

/** For `text[]`. */
export const textColumn = (values: readonly (string | null)[]): Buffer => texts(OIDS.text, values);
/** For `jsonb[]`, of JSON texts. */
export const jsonColumn = (values: readonly (string | null)[]): Buffer => texts(OIDS.jsonb, values);

const UUID_BYTES = 16;
/** Value of each hexadecimal digit, by its character code. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);
const digit = (text: string, at: number): number => DIGITS[text.charCodeAt(at)] ?? 0;
const DASH = 0x2d;

/** For `uuid[]`. */
export function uuidColumn(values: readonly (string | null)[]): Buffer {
  const bytes = beginFixed(OIDS.uuid, values, UUID_BYTES);
  let end = HEADER_BYTES;
  for (const uuid of values) {
    end = putInt32(bytes, uuid === null ? NULL_LENGTH : UUID_BYTES, end);
    if (uuid === null) continue;
    for (let i = 0, from = 0; i < UUID_BYTES; i += 1, from += 2) {
      if (uuid.charCodeAt(from) === DASH) from += 1;
      bytes[end + i] = 16 * digit(uuid, from) + digit(uuid, from + 1);
    }
    end += UUID_BYTES;
  }
  return bytes;
}

const INSTANT_BYTES = 8;
const TWO_TO_32 = 2 ** 32;
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
const MINUS_INFINITY = -(2 ** 31);

/** For `timestamptz[]`, of milliseconds since 1970, or minus infinity. */
export function instantColumn(values: readonly (number | null)[]): Buffer {
  const bytes = beginFixed(OIDS.instant, values, INSTANT_BYTES);
  let end = HEADER_BYTES;
  for (const ms of values) {
    end = putInt32(bytes, ms === null ? NULL_LENGTH : INSTANT_BYTES, end);
    if (ms === null) continue;
    // Microseconds, which a double holds exactly for 285 years around the epoch; a BigInt for each would take longer than all the rest.
    if (Number.isNaN(ms) || ms === Infinity) throw new RangeError(`${ms} is no instant`);
    const micros = (ms - POSTGRES_EPOCH_MS) * 1000;
    const high = Math.floor(micros / TWO_TO_32);
    end = putInt32(bytes, ms === -Infinity ? MINUS_INFINITY : high, end);
    end = putInt32(bytes, ms === -Infinity ? 0 : micros - high * TWO_TO_32, end);
  }
  return bytes;
}

const BASE = 10_000;
const POSITIVE = 0;
const NEGATIVE = 0x4000;
const SCALE = 4;
/** Digits before the point, to the base of 10,000: enough for whole numbers below 10^16. Postgres drops leading zeros. One more digit follows the point. */
const WHOLE_DIGITS = 4;
const NUMERIC_BYTES = 8 + 2 * (WHOLE_DIGITS + 1);

/** Digits to the base of 10,000. @returns where it ends. */
function putDecimal(bytes: Buffer, whole: number, parts: number, at: number, sign = POSITIVE): number {
  putInt16(bytes, WHOLE_DIGITS + 1, at);
  putInt16(bytes, WHOLE_DIGITS - 1, at + 2);
  putInt16(bytes, sign, at + 4);
  putInt16(bytes, SCALE, at + 6);
  let rest = whole;
  for (let place = at + 6 + 2 * WHOLE_DIGITS; place > at + 6; place -= 2) {
    const above = rest < BASE ? 0 : Math.floor(rest / BASE);
    putInt16(bytes, rest - BASE * above, place);
    rest = above;
  }
  return putInt16(bytes, parts, at + 8 + 2 * WHOLE_DIGITS);
}

/** From here on doubles lie further apart than ten-thousandths, so that only the digits they are printed with say which one is meant. */
const COARSE = 2 ** 39;

/** The ten-thousandths of a value from 0 to below 10^16 with at most four decimals, as Postgres reads it from a text. */
export function unitsOf(value: number): bigint {
  const [whole = '', parts = ''] = String(value).split('.');
  return BigInt(whole + parts.padEnd(4, '0'));
}

/** For `numeric[]`, of amounts from 0 to below 10^16, as Postgres reads them from a text when they have at most four decimals. */
export function amountColumn(values: readonly (number | null)[]): Buffer {
  const bytes = beginFixed(OIDS.numeric, values, NUMERIC_BYTES);
  let end = HEADER_BYTES;
  for (const value of values) {
    end = putInt32(bytes, value === null ? NULL_LENGTH : NUMERIC_BYTES, end);
    if (value === null) continue;
    if (value >= COARSE) {
      end = putUnits(bytes, unitsOf(value), end);
      continue;
    }
    if (value < 0) throw negative(value);
    const whole = Math.floor(value);
    // The difference is exact; 0.99999 of a whole becomes the next one.
    const parts = Math.round((value - whole) * BASE);
    end = putDecimal(bytes, parts === BASE ? whole + 1 : whole, parts === BASE ? 0 : parts, end);
  }
  return bytes;
}

function putUnits(bytes: Buffer, units: bigint, at: number): number {
  if (units === 0n) return putDecimal(bytes, 0, 0, at);
  const size = units < 0n ? -units : units;
  return putDecimal(bytes, Number(size / BigInt(BASE)), Number(size % BigInt(BASE)), at, units < 0n ? NEGATIVE : POSITIVE);
}

/** Amounts of the interface are never negative. */
const negative = (value: number): RangeError => new RangeError(`${value} is negative: this column takes amounts from 0`);

/** For `numeric[]`, of ten-thousandths below 9 · 10^19. A corrected refund is a negative one, which may be stored before the refund itself. */
export function unitsColumn(values: readonly bigint[]): Buffer {
  const bytes = beginFixed(OIDS.numeric, values, NUMERIC_BYTES);
  let end = HEADER_BYTES;
  for (const units of values) end = putUnits(bytes, units, putInt32(bytes, NUMERIC_BYTES, end));
  return bytes;
}

/** For `smallint[]`. */
export function smallintColumn(values: readonly number[]): Buffer {
  const bytes = beginFixed(OIDS.smallint, values, 2);
  let end = HEADER_BYTES;
  for (const value of values) end = putInt16(bytes, value, putInt32(bytes, 2, end));
  return bytes;
}

/** For `boolean[]`. */
export function booleanColumn(values: readonly boolean[]): Buffer {
  const bytes = beginFixed(OIDS.boolean, values, 1);
  let end = HEADER_BYTES;
  for (const value of values) {
    end = putInt32(bytes, 1, end);
    bytes[end] = value ? 1 : 0;
    end += 1;
  }
  return bytes;
}
