/** What ALLOWED_ORIGINS must be; the end of a sentence. */
export const ORIGINS_RULE = 'origins such as https://shop.example.com, with commas between';

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
 * The addresses that anybody on the way could answer for: plain HTTP, and not this machine.
 * @param addresses of pages; what is none is passed over.
 */
export const openToForgery = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => {
    const url = URL.canParse(address) ? new URL(address) : null;
    return url?.protocol === 'http:' && !LOOPBACK.test(url.hostname);
  });

/** The origin that a page of this address has; null when it is no address. */
export const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);
