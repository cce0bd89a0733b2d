/** Cookie of the access token. */
export const AUTH_COOKIE = 'auth_token';

/**
 * @param header the header `Cookie` as received.
 * @returns the value of the first cookie with the name; null when there is none or it is empty. Our values are base64url and dots and need no decoding.
 */
export function cookieOf(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || null;
  }
  return null;
}
