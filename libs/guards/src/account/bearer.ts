import type { IncomingMessage } from 'node:http';

const SCHEME = 'bearer ';
/** A longer header holds no token of ours. */
const LONGEST_HEADER = 4096;

/**
 * Returns the token of `Authorization: Bearer <token>`, or null. It reads the header once: the pattern of passport-jwt's own reader takes
 * half a second for a header of 16 KB without a blank, before the rate limit counts the caller.
 */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const header = headers.authorization ?? '';
  if (header.length > LONGEST_HEADER || header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  return header.slice(SCHEME.length).trim() || null;
}
