// Numbers that are kept as decimal text, and days, as `array_recv` reads them; see columns.ts.

/** Writes one kind of element. */
interface Kind<Value> {
  /** The id of the element's type in `pg_type`, the same in every database. */
  readonly oid: number;
  /** The size of an element in bytes, the same for all. */
  readonly size: number;
  /** Writes exactly `size` bytes. */
  readonly write: (bytes: Buffer, value: Value, at: number) => void;
}

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

function column<Value>({ oid, size, write }: Kind<Value>, values: readonly (Value | null)[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + values.length * (LENGTH_BYTES + size));
  let end = 0;
  let hasNulls = 0;
  // Dimensions, whether there are nulls, type of the elements, how many, and the index of the first.
  for (const word of [1, 0, oid, values.length, 1]) end = bytes.writeInt32BE(word, end);
  for (const value of values) {
    end = bytes.writeInt32BE(value === null ? NULL_LENGTH : size, end);
    if (value === null) hasNulls = 1;
    else write(bytes, value, end);
    end += value === null ? 0 : size;
  }
  bytes.writeInt32BE(hasNulls, LENGTH_BYTES);
  return bytes.subarray(0, end);
}

const INTEGER: Kind<number> = { oid: 23, size: 4, write: (bytes, value, at) => void bytes.writeInt32BE(value, at) };

const TWO_TO_32 = 2 ** 32;
/** A double holds every number of this many digits exactly. */
const EXACT_LENGTH = 15;

const BIGINT: Kind<string> = {
  oid: 20,
  size: 8,
  write: (bytes, text, at) => {
    if (text.length > EXACT_LENGTH) return void bytes.writeBigInt64BE(BigInt(text), at);
    const value = Number(text);
    const high = Math.floor(value / TWO_TO_32);
    bytes.writeInt32BE(high, at);
    bytes.writeUInt32BE(value - high * TWO_TO_32, at + 4);
  },
};

const DAY_MS = 86_400_000;
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

const DATE: Kind<string> = {
  oid: 1082,
  size: 4,
  write: (bytes, day, at) => void bytes.writeInt32BE((Date.parse(day) - POSTGRES_EPOCH_MS) / DAY_MS, at),
};

const BASE = 10_000;
const NEGATIVE = 0x4000;
/** Digits to the base of 10,000 before the point, and one behind it. */
const WHOLE_DIGITS = 6;
const DECIMAL_BYTES = 8 + 2 * (WHOLE_DIGITS + 1);
const PLACES = 4;
const LONGEST = 4 * (WHOLE_DIGITS + 1);
const NO_DIGIT = /\D/;

/** The text without sign and point, with four digits behind the point. */
function digitsOf(text: string): string {
  const from = text.startsWith('-') ? 1 : 0;
  const point = text.indexOf('.');
  if (point === -1) return `${text.slice(from)}0000`;
  if (text.length - point - 1 > PLACES) throw noDecimal(text);
  return text.slice(from, point) + text.slice(point + 1).padEnd(PLACES, '0');
}

const noDecimal = (text: string): RangeError => new RangeError(`"${text}" is no decimal of up to 24 digits and four more behind the point`);

const DECIMAL: Kind<string> = {
  oid: 1700,
  size: DECIMAL_BYTES,
  // Postgres drops leading zeros.
  write: (bytes, text, at) => {
    let end = bytes.writeUInt16BE(WHOLE_DIGITS + 1, at);
    end = bytes.writeInt16BE(WHOLE_DIGITS - 1, end);
    end = bytes.writeUInt16BE(text.startsWith('-') ? NEGATIVE : 0, end);
    end = bytes.writeUInt16BE(PLACES, end);
    const digits = digitsOf(text);
    // Postgres would store other bytes as a different number, so they are refused here.
    if (digits.length <= PLACES || digits.length > LONGEST || NO_DIGIT.test(digits)) throw noDecimal(text);
    if (digits.length <= EXACT_LENGTH) writeDigits(bytes, Number(digits), end);
    else writeLongDigits(bytes, BigInt(digits), end);
  },
};

function writeDigits(bytes: Buffer, units: number, at: number): void {
  let rest = units;
  for (let place = WHOLE_DIGITS; place >= 0; place -= 1) {
    const above = Math.floor(rest / BASE);
    bytes.writeUInt16BE(rest - above * BASE, at + 2 * place);
    rest = above;
  }
}

function writeLongDigits(bytes: Buffer, units: bigint, at: number): void {
  let rest = units;
  for (let place = WHOLE_DIGITS; place >= 0; place -= 1) {
    bytes.writeUInt16BE(Number(rest % BigInt(BASE)), at + 2 * place);
    rest /= BigInt(BASE);
  }
}

/** For `int[]`. */
export const integerColumn = (values: readonly number[]): Buffer => column(INTEGER, values);
/** For `bigint[]`, of texts of digits. */
export const bigintColumn = (values: readonly string[]): Buffer => column(BIGINT, values);
/** For `date[]`, of texts like 2026-11-21. */
export const dateColumn = (values: readonly (string | null)[]): Buffer => column(DATE, values);
/** For `numeric[]`, of texts like -123.45 with at most four decimals and 24 digits before them. */
export const decimalColumn = (values: readonly (string | null)[]): Buffer => column(DECIMAL, values);
