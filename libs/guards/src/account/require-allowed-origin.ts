import type { IncomingMessage } from 'node:http';
import { forbidden } from '#libs/core';

/** Methods that change nothing. */
export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Checks a request with a cookie as its credential. Browsers send cookies from the pages of any site (OWASP CSRF Prevention Cheat Sheet).
 *
 * @throws AppError `forbidden` when the request changes something and its origin is not an allowed page.
 */
export function requireAllowedOrigin({ method = 'GET', headers }: IncomingMessage, allowedOrigins: readonly string[]): void {
  if (SAFE_METHODS.has(method)) return;
  if (headers.origin === undefined || !allowedOrigins.includes(headers.origin)) {
    throw forbidden('a change by cookie needs an Origin that is on the allow-list; programs send the token in the header Authorization');
  }
}
