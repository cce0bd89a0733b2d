// Arrays in Postgres' binary format, each for a parameter of the type that its name says, written as `array_recv` and the `…_recv` of the
// element read them (src/backend/utils/adt/arrayfuncs.c, timestamp.c, numeric.c, uuid.c, jsonb.c). As text, both sides would escape, print
// and parse every element, which costs Postgres more than to store some of them.

/** How one kind of element is written. */
interface Kind<Value> {
  /** Of the element's type in `pg_type`, the same in every database. */
  readonly oid: number;
  readonly sizeOf: (value: Value) => number;
  /** Writes exactly as many bytes. */
  readonly write: (bytes: Buffer, value: Value, at: number) => void;
}

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

function column<Value>({ oid, sizeOf, write }: Kind<Value>, values: readonly (Value | null)[]): Buffer {
  let size = HEADER_BYTES;
  let nulls = 0;
  for (const value of values) {
    if (value === null) nulls = 1;
    size += LENGTH_BYTES + (value === null ? 0 : sizeOf(value));
  }
  const bytes = Buffer.allocUnsafe(size);
  let end = 0;
  // Dimensions, whether there are nulls, type of the elements, how many, and the index of the first.
  for (const word of [1, nulls, oid, values.length, 1]) end = bytes.writeInt32BE(word, end);
  for (const value of values) {
    const length = value === null ? NULL_LENGTH : sizeOf(value);
    end = bytes.writeInt32BE(length, end);
    if (value === null) continue;
    write(bytes, value, end);
    end += length;
  }
  return bytes;
}

const TEXT: Kind<string> = {
  oid: 25,
  sizeOf: (text) => Buffer.byteLength(text),
  write: (bytes, text, at) => void bytes.write(text, at),
};

const JSONB_VERSION = 1;
const JSONB: Kind<string> = {
  oid: 3802,
  sizeOf: (text) => 1 + Buffer.byteLength(text),
  write: (bytes, text, at) => void bytes.write(text, bytes.writeInt8(JSONB_VERSION, at)),
};

const UUID_BYTES = 16;
/** Value of each hexadecimal digit, by its character code. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16) || 0);
const digit = (text: string, at: number): number => DIGITS[text.charCodeAt(at)] ?? 0;
const DASH = 0x2d;

const UUID: Kind<string> = {
  oid: 2950,
  sizeOf: () => UUID_BYTES,
  write: (bytes, uuid, at) => {
    for (let i = 0, from = 0; i < UUID_BYTES; i += 1, from += 2) {
      if (uuid.charCodeAt(from) === DASH) from += 1;
      bytes[at + i] = 16 * digit(uuid, from) + digit(uuid, from + 1);
    }
  },
};

const TWO_TO_32 = 2 ** 32;
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
const MINUS_INFINITY = -(2 ** 31);

const INSTANT: Kind<number> = {
  oid: 1184,
  sizeOf: () => 8,
  // Microseconds, which a double holds exactly for 285 years around the epoch; a BigInt for each would take longer than all the rest.
  write: (bytes, ms, at) => {
    const micros = (ms - POSTGRES_EPOCH_MS) * 1000;
    const high = Math.floor(micros / TWO_TO_32);
    bytes.writeInt32BE(ms === -Infinity ? MINUS_INFINITY : high, at);
    bytes.writeUInt32BE(ms === -Infinity ? 0 : micros - high * TWO_TO_32, at + 4);
  },
};

const NUMERIC_OID = 1700;
const BASE = 10_000;
const POSITIVE = 0;
const SCALE = 4;
/** Weights of the digits to the base of 10,000, of which Postgres drops the leading zeros; the last stands behind the point. */
const WEIGHTS = [BASE ** 3, BASE ** 2, BASE, 1];
const NUMERIC_BYTES = 8 + 2 * (WEIGHTS.length + 1);

function writeDecimal(bytes: Buffer, whole: number, parts: number, at: number): void {
  let end = at;
  for (const word of [WEIGHTS.length + 1, WEIGHTS.length - 1, POSITIVE, SCALE]) end = bytes.writeInt16BE(word, end);
  let rest = whole;
  for (const weight of WEIGHTS) {
    const found = Math.floor(rest / weight);
    rest -= found * weight;
    end = bytes.writeInt16BE(found, end);
  }
  bytes.writeInt16BE(parts, end);
}

/** From here on doubles lie further apart than ten-thousandths, so that only the digits they are printed with say which one is meant. */
const COARSE = 2 ** 39;

/** The ten-thousandths of a value from 0 to below 10^16 with at most four decimals, as Postgres reads it from a text. */
export function unitsOf(value: number): bigint {
  const [whole = '', parts = ''] = String(value).split('.');
  return BigInt(whole + parts.padEnd(4, '0'));
}

const AMOUNT: Kind<number> = {
  oid: NUMERIC_OID,
  sizeOf: () => NUMERIC_BYTES,
  write: (bytes, value, at) => {
    if (value >= COARSE) return UNITS.write(bytes, unitsOf(value), at);
    const whole = Math.floor(value);
    // The difference is exact; 0.99999 of a whole becomes the next one.
    const parts = Math.round((value - whole) * BASE);
    writeDecimal(bytes, parts === BASE ? whole + 1 : whole, parts === BASE ? 0 : parts, at);
  },
};

const UNITS: Kind<bigint> = {
  oid: NUMERIC_OID,
  sizeOf: () => NUMERIC_BYTES,
  write: (bytes, units, at) => {
    if (units === 0n) writeDecimal(bytes, 0, 0, at);
    else writeDecimal(bytes, Number(units / BigInt(BASE)), Number(units % BigInt(BASE)), at);
  },
};

const SMALLINT: Kind<number> = { oid: 21, sizeOf: () => 2, write: (bytes, value, at) => void bytes.writeInt16BE(value, at) };
const BOOLEAN: Kind<boolean> = { oid: 16, sizeOf: () => 1, write: (bytes, value, at) => void bytes.writeInt8(value ? 1 : 0, at) };

/** For `text[]`. */
export const textColumn = (values: readonly (string | null)[]): Buffer => column(TEXT, values);
/** For `jsonb[]`, of JSON texts. */
export const jsonColumn = (values: readonly (string | null)[]): Buffer => column(JSONB, values);
/** For `uuid[]`. */
export const uuidColumn = (values: readonly string[]): Buffer => column(UUID, values);
/** For `timestamptz[]`, of milliseconds since 1970, or minus infinity. */
export const instantColumn = (values: readonly (number | null)[]): Buffer => column(INSTANT, values);
/** For `numeric[]`, of amounts from 0 to below 10^16, as Postgres reads them from a text when they have at most four decimals. */
export const amountColumn = (values: readonly (number | null)[]): Buffer => column(AMOUNT, values);
/** For `numeric[]`, of ten-thousandths from 0 to below 9 · 10^19. */
export const unitsColumn = (values: readonly bigint[]): Buffer => column(UNITS, values);
/** For `smallint[]`. */
export const smallintColumn = (values: readonly number[]): Buffer => column(SMALLINT, values);
/** For `boolean[]`. */
export const booleanColumn = (values: readonly boolean[]): Buffer => column(BOOLEAN, values);
