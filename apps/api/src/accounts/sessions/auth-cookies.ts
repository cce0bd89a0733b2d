import type { CookieOptions, Response } from 'express';
import { LIMITS } from '#libs/core';
import { AUTH_COOKIE } from '#libs/guards';
import type { SessionTokens } from './begin-session.js';

export const REFRESH_COOKIE = 'refresh_token';

// Always Secure, also in development: browsers treat plain HTTP to the local machine as secure (Secure Contexts, section 3.1).
// The exception is Safari, which needs https or the token in the header.
const COOKIE: CookieOptions = { httpOnly: true, secure: true, sameSite: 'lax' };
const ACCESS: CookieOptions = { ...COOKIE, path: '/api/v1' };
/** Browsers send the refresh token only to the paths that use it. */
const REFRESH: CookieOptions = { ...COOKIE, path: '/api/v1/auth' };

/** Options of a cookie that scripts cannot read, so that an injected script cannot steal it. */
export function setAuthCookies(response: Response, tokens: SessionTokens): void {
  response.cookie(AUTH_COOKIE, tokens.access_token, { ...ACCESS, maxAge: LIMITS.accessTokenMs });
  response.cookie(REFRESH_COOKIE, tokens.refresh_token, { ...REFRESH, maxAge: LIMITS.sessionMs });
}

export function clearAuthCookies(response: Response): void {
  response.clearCookie(AUTH_COOKIE, ACCESS);
  response.clearCookie(REFRESH_COOKIE, REFRESH);
}
