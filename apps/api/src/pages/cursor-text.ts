/** Returns the text in a cursor; empty for a cursor that is not exactly base64url, because Node would skip its invalid characters. */
export function cursorText(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  return bytes.toString('base64url') === cursor ? bytes.toString() : '';
}
