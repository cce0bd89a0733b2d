/** Returns the first bytes of a response as text. Unprintable characters become U+FFFD, above all NUL, which Postgres refuses. */
export const printable = (bytes: Buffer): string =>
  bytes.length === 0 ? '' : bytes.toString('utf8').replaceAll(/[^\P{C}\n\t]/gu, '\uFFFD');

/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3): a number of seconds, or a date.
 * @returns milliseconds, 0 or more; null without a readable header
 */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Only the date format that servers must send: Date.parse accepts much else.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
