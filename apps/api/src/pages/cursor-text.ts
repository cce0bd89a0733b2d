/** Returns the text that a cursor packs; empty for one that is not exactly base64url, of which Node would skip the rest. */
export function cursorText(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  return bytes.toString('base64url') === cursor ? bytes.toString() : '';
}
