import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '#libs/core';
import { type PlatformApp, shopUrl } from './platforms.js';

/** ⚙ How far the moment that a platform names in a signed query may be from now, either way. */
const QUERY_TOLERANCE_MS = 90 * SECOND_MS;

/** Where a merchant lets the app in. */
export function authorizeUrl(app: PlatformApp, shop: string, { state, redirectUri }: { state: string; redirectUri: string }): string {
  const query = new URLSearchParams({ client_id: app.clientId, scope: app.scopes, redirect_uri: redirectUri, state });
  return `${shopUrl(app, shop, '/admin/oauth/authorize')}?${query.toString()}`;
}

/** The parameters of a query; one that stands there twice makes it none, for nobody could say which of them was meant. */
export function readQuery(text: string): ReadonlyMap<string, string> | null {
  const pairs = [...new URLSearchParams(text)];
  const query = new Map(pairs);
  return query.size === pairs.length ? query : null;
}

/**
 * Whether a platform has signed the query, and just now: `hmac` is the hex HMAC-SHA256 of the other parameters but `signature`,
 * sorted, written as a query with spaces as %20.
 */
export function isSignedQuery(query: ReadonlyMap<string, string>, secrets: readonly string[], now: Date): boolean {
  const given = Buffer.from(query.get('hmac')?.toLowerCase() ?? '');
  const signed = [...query]
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = new URLSearchParams(signed).toString().replaceAll('+', '%20');
  const isSigned = secrets
    .map((secret) => Buffer.from(createHmac('sha256', secret).update(text).digest('hex')))
    .some((expected) => given.length === expected.length && timingSafeEqual(given, expected));
  return isSigned && isRecent(query.get('timestamp') ?? '', now);
}

const isRecent = (seconds: string, now: Date): boolean =>
  /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * SECOND_MS - now.getTime()) <= QUERY_TOLERANCE_MS;
