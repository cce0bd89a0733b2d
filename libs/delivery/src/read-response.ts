/** The text of an answer's first bytes: what cannot be printed, NUL above all, which no database takes, becomes U+FFFD. */
export const printable = (bytes: Buffer): string =>
  bytes.length === 0 ? '' : bytes.toString('utf8').replaceAll(/[^\P{C}\n\t]/gu, '\uFFFD');

/**
 * How long a receiver asks us to wait (RFC 9110, section 10.2.3): a number of seconds, or a date.
 * @returns milliseconds, 0 or more; null when it does not say, or not in a way that can be understood.
 */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Only the date format that senders must use: Date.parse takes much else for a date.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
