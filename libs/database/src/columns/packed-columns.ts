// Reads whole columns of a result as one value each, in Postgres' binary format (columns.ts names its specification). With one text row for
// each customer or order, printing, parsing, a message and an object would cost more than the values themselves.

/** A packed column; null when there was no row. */
export type Packed = Buffer | null;

type Readers = Readonly<Record<string, (bytes: Packed) => unknown[]>>;

/** The columns that one statement packs. It writes the SQL and reads the answer, so their names agree. */
export interface PackedColumns<Columns extends Readers> {
  /** `array_send(array_agg(id)) AS id, …`: the select list over rows that have these columns. */
  readonly select: string;
  /** Reads the single row of the answer: each column as an array, all in the same order. */
  read(rows: readonly PackedRow<Columns>[]): { readonly [Name in keyof Columns]: ReturnType<Columns[Name]> };
}

export type PackedRow<Columns extends Readers> = Readonly<Record<keyof Columns, Packed>>;

/**
 * Describes the columns of a statement, once for its SQL and its answer.
 * @param readers by the names of the columns: the functions below that read their types
 * @param conditions of columns that have no values of the other rows
 */
export function packedColumns<Columns extends Readers>(
  readers: Columns,
  conditions: { readonly [Name in keyof Columns]?: string } = {},
): PackedColumns<Columns> {
  const all = Object.entries(readers);
  const packed = (name: string): string => {
    const { [name]: condition } = conditions;
    return `array_send(array_agg(${name})${condition === undefined ? '' : ` FILTER (WHERE ${condition})`}) AS ${name}`;
  };
  return {
    select: all.map(([name]) => packed(name)).join(', '),
    read: ([row]) =>
      Object.fromEntries(all.map(([name, readAll]) => [name, readAll(row?.[name] ?? null)])) as ReturnType<PackedColumns<Columns>['read']>,
  };
}

const DIMENSIONS_AT = 0;
const COUNT_AT = 12;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

function read<Value>(bytes: Packed, valueAt: (bytes: Buffer, at: number, length: number) => Value): (Value | null)[] {
  if (bytes === null || bytes.readInt32BE(DIMENSIONS_AT) === 0) return [];
  const values: (Value | null)[] = [];
  const count = bytes.readInt32BE(COUNT_AT);
  for (let i = 0, at = HEADER_BYTES; i < count; i += 1) {
    const length = bytes.readInt32BE(at);
    at += LENGTH_BYTES;
    values.push(length === NULL_LENGTH ? null : valueAt(bytes, at, length));
    if (length > 0) at += length;
  }
  return values;
}

const TWO_TO_32 = 2 ** 32;
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
const FIRST_WORD = -(2 ** 31);
const LAST_WORD = 2 ** 31 - 1;

function instantAt(bytes: Buffer, at: number): number {
  const high = bytes.readInt32BE(at);
  const low = bytes.readUInt32BE(at + 4);
  if (high === FIRST_WORD && low === 0) return -Infinity;
  if (high === LAST_WORD && low === TWO_TO_32 - 1) return Infinity;
  return POSTGRES_EPOCH_MS + Math.round((high * TWO_TO_32 + low) / 1000);
}

const UUID_BYTES = 16;
const DASHES_BEFORE = new Set([4, 6, 8, 10]);
const HEX_DIGITS = Buffer.from('0123456789abcdef', 'latin1');
const DASH = 0x2d;
const uuidText = Buffer.alloc(36);

/** Writes into one shared buffer: V8 would keep a concatenated text in its parts. */
function uuidAt(bytes: Buffer, at: number): string {
  for (let i = 0, end = 0; i < UUID_BYTES; i += 1) {
    if (DASHES_BEFORE.has(i)) uuidText[end++] = DASH;
    const byte = bytes[at + i]!;
    uuidText[end++] = HEX_DIGITS[byte >> 4]!;
    uuidText[end++] = HEX_DIGITS[byte & 15]!;
  }
  return uuidText.toString('latin1');
}

const BASE = 10_000;
const NEGATIVE = 0x4000;
/** The greatest weight of the first base-10,000 digit at which a double holds all digits exactly. */
const EXACT_WEIGHT = 1;

/** Ten-thousandths of a `numeric` with at most four decimals. */
function wholeUnitsAt(bytes: Buffer, at: number): number | bigint {
  const count = bytes.readUInt16BE(at);
  const weight = bytes.readInt16BE(at + 2);
  if (weight > EXACT_WEIGHT) return longUnitsAt(bytes, at);
  let units = 0;
  for (let i = 0; i < count; i += 1) units = units * BASE + bytes.readUInt16BE(at + 8 + 2 * i);
  // Trailing zeros are not sent.
  units *= BASE ** (weight + 2 - count);
  return bytes.readUInt16BE(at + 4) === NEGATIVE ? -units : units;
}

function longUnitsAt(bytes: Buffer, at: number): bigint {
  const count = bytes.readUInt16BE(at);
  let units = 0n;
  for (let i = 0; i < count; i += 1) units = units * BigInt(BASE) + BigInt(bytes.readUInt16BE(at + 8 + 2 * i));
  units *= BigInt(BASE) ** BigInt(bytes.readInt16BE(at + 2) + 2 - count);
  return bytes.readUInt16BE(at + 4) === NEGATIVE ? -units : units;
}

const PLACES = 4;

function decimalAt(bytes: Buffer, at: number): string {
  const scale = bytes.readUInt16BE(at + 6);
  const units = String(wholeUnitsAt(bytes, at));
  const [sign, digits] = units.startsWith('-') ? ['-', units.slice(1)] : ['', units];
  const padded = digits.padStart(PLACES + 1, '0');
  const whole = sign + padded.slice(0, -PLACES);
  return scale === 0 ? whole : `${whole}.${padded.slice(-PLACES).slice(0, scale)}`;
}

const dayText = (day: number): string => new Date(POSTGRES_EPOCH_MS + day * DAY_MS).toISOString().slice(0, 10);

/** Most rows have one of a few days. */
function daysReader(): (bytes: Buffer, at: number) => string {
  let last = { day: 0, text: dayText(0) };
  return (bytes, at) => {
    const day = bytes.readInt32BE(at);
    if (day !== last.day) last = { day, text: dayText(day) };
    return last.text;
  };
}

/** Reads a column of `text`. */
export const readTexts = (bytes: Packed): (string | null)[] => read(bytes, (from, at, length) => from.toString('utf8', at, at + length));
/** Reads a column of `uuid`, in lower case. */
export const readUuids = (bytes: Packed): (string | null)[] => read(bytes, uuidAt);
/** Reads a column of `int`. */
export const readIntegers = (bytes: Packed): (number | null)[] => read(bytes, (from, at) => from.readInt32BE(at));
/** Reads a column of `float8`. */
export const readDoubles = (bytes: Packed): (number | null)[] => read(bytes, (from, at) => from.readDoubleBE(at));
/** Reads a column of `bigint`, as texts. */
export const readBigints = (bytes: Packed): (string | null)[] => read(bytes, (from, at) => String(from.readBigInt64BE(at)));
/** Reads a column of `timestamptz`: whole milliseconds since 1970, or infinite. */
export const readInstants = (bytes: Packed): (number | null)[] => read(bytes, instantAt);
/** Reads a column of `date`, as texts like 2026-11-21. */
export const readDays = (bytes: Packed): (string | null)[] => read(bytes, daysReader());
/** Reads a column of `numeric` with at most four decimals: whole ten-thousandths, exact up to 2^53 and the nearest double beyond. */
export const readUnits = (bytes: Packed): (number | null)[] => read(bytes, (from, at) => Number(wholeUnitsAt(from, at)));
/** Reads a column of `numeric` with at most four decimals, as texts with as many decimals as Postgres prints. */
export const readDecimals = (bytes: Packed): (string | null)[] => read(bytes, decimalAt);
