// Arrays as Postgres reads them (manual, section 8.15.2). The driver's own conversion escapes every element one by one, which
// costs as much as judging the event; most columns hold nothing that needs escaping.

/** An array of numbers, booleans, UUIDs or ISO 8601 instants: texts without quotes, commas, braces, backslashes or blanks. */
export const plainArray = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

/** An array of any texts. */
export const textArray = (values: readonly (string | null)[]): string => `{${values.map(quoted).join(',')}}`;

function quoted(text: string | null): string {
  if (text === null) return 'NULL';
  const escaped = text.includes('\\') ? text.replaceAll('\\', '\\\\') : text;
  return `"${escaped.replaceAll('"', '\\"')}"`;
}

const JSONB_OID = 3802;
const JSONB_VERSION = 1;
const HEADER_BYTES = 20;
const ELEMENT_HEADER_BYTES = 5;

/**
 * An array of JSON texts as the binary format has it, for a parameter of type jsonb[]: in a literal every quote of every text would be
 * escaped on one side and unescaped on the other. Written as `array_recv` and `jsonb_recv` of Postgres read it
 * (src/backend/utils/adt/arrayfuncs.c, jsonb.c): dimensions, nulls, type of the elements, length and lower bound, then the elements.
 */
export function jsonArray(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + ELEMENT_HEADER_BYTES + length, HEADER_BYTES));
  let end = 0;
  for (const value of [1, 0, JSONB_OID, texts.length, 1]) end = bytes.writeInt32BE(value, end);
  for (const [index, text] of texts.entries()) {
    end = bytes.writeInt32BE((lengths[index] ?? 0) + 1, end);
    end = bytes.writeInt8(JSONB_VERSION, end);
    end += bytes.write(text, end);
  }
  return bytes;
}
