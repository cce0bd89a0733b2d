// Arrays as Postgres reads them (manual, section 8.15.2). The driver's own conversion escapes every element one by one, which
// costs as much as validating the event; most columns hold nothing that needs escaping.

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
