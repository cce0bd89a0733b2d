/** Ends the sentence 'it must be …'. */
export const ORIGINS_RULE = 'origins such as https://shop.example.com, separated by commas';

/**
 * Reads a list of origins (RFC 6454): scheme, host and port, nothing after them.
 * @returns null when an entry is anything else.
 */
export function readOrigins(text: string): readonly string[] | null {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.every((entry) => /^https?:\/\//.test(entry) && originOf(entry) === entry) ? entries : null;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns the addresses that a man in the middle could forge: plain HTTP, not on this machine.
 * @param addresses of pages; invalid ones are skipped.
 */
export const openToForgery = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => {
    const url = URL.canParse(address) ? new URL(address) : null;
    return url?.protocol === 'http:' && !LOOPBACK.test(url.hostname);
  });

/** Returns the origin of an address; null for an invalid address. */
export const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);
