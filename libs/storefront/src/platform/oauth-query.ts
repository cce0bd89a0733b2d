import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '#libs/core';
import { type OauthPlatform, type PlatformApp, readShop, shopUrl } from './platforms.js';

/** The largest accepted difference, in either direction, between now and the time in a signed query. */
const QUERY_TOLERANCE_MS = 90 * SECOND_MS;

/** The query parameters with which a platform sends a person to us. */
export type PlatformQuery = ReadonlyMap<string, string>;

/** The page where a merchant installs the app. Shopline has no state parameter: shop and browser identify the person who comes back. */
export function authorizeUrl(
  { platform, app, shop }: { platform: OauthPlatform; app: PlatformApp; shop: string },
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  if (platform === 'shopline') {
    const query = new URLSearchParams({ appKey: app.clientId, responseType: 'code', scope: app.scopes, redirectUri });
    return `${shopUrl(app, shop, '/admin/oauth-web/#/oauth/authorize')}?${query.toString()}`;
  }
  const query = new URLSearchParams({ client_id: app.clientId, scope: app.scopes, redirect_uri: redirectUri, state });
  return `${shopUrl(app, shop, '/admin/oauth/authorize')}?${query.toString()}`;
}

/** Reads the parameters of a query. Null when one occurs twice, because it would be ambiguous. */
export function readQuery(text: string): PlatformQuery | null {
  const pairs = [...new URLSearchParams(text)];
  const query = new Map(pairs);
  return query.size === pairs.length ? query : null;
}

/** Tells whether a query is Shopline's, which names a shop by its handle. */
export const isOfShopline = (query: PlatformQuery): boolean => query.has('handle') && query.has('sign') && !query.has('shop');

/** Returns the domain of the shop in a query; '' when there is none. */
export const shopOfQuery = (query: PlatformQuery): string =>
  readShop(isOfShopline(query) ? `${query.get('handle') ?? ''}.myshopline.com` : (query.get('shop') ?? ''));

interface Signature {
  readonly name: string;
  readonly unsigned: readonly string[];
  /** The text to sign, from the sorted parameters. */
  readonly textOf: (sorted: [string, string][]) => string;
  readonly timestampUnitMs: number;
}

/** `hmac` signs the query with spaces as %20. `sign` signs plain names and values, and its timestamp is in milliseconds. */
const SIGNATURES: Readonly<Record<'shopify' | 'shopline', Signature>> = {
  shopify: {
    name: 'hmac',
    unsigned: ['hmac', 'signature'],
    textOf: (sorted) => new URLSearchParams(sorted).toString().replaceAll('+', '%20'),
    timestampUnitMs: SECOND_MS,
  },
  shopline: {
    name: 'sign',
    unsigned: ['sign'],
    textOf: (sorted) => sorted.map(([name, value]) => `${name}=${value}`).join('&'),
    timestampUnitMs: 1,
  },
};

/** Tells whether the platform has signed the query just now: with the hex HMAC-SHA256 of the other parameters, sorted. */
export function isSignedQuery(platform: string, query: PlatformQuery, secrets: readonly string[], now: Date): boolean {
  const { name, unsigned, textOf, timestampUnitMs } = SIGNATURES[platform === 'shopline' ? 'shopline' : 'shopify'];
  const given = Buffer.from(query.get(name)?.toLowerCase() ?? '');
  const signed = [...query].filter(([each]) => !unsigned.includes(each)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = textOf(signed);
  const isSigned = secrets
    .map((secret) => Buffer.from(createHmac('sha256', secret).update(text).digest('hex')))
    .some((expected) => given.length === expected.length && timingSafeEqual(given, expected));
  // The signed text does not distinguish a name or value that contains `&` or `=` from two parameters or a pair.
  const isPlain = platform !== 'shopline' || signed.every(([each, value]) => !/[&=]/.test(each) && !value.includes('&'));
  return isSigned && isPlain && isRecent(query.get('timestamp') ?? '', timestampUnitMs, now);
}

const isRecent = (timestamp: string, unitMs: number, now: Date): boolean =>
  /^\d{1,15}$/.test(timestamp) && Math.abs(Number(timestamp) * unitMs - now.getTime()) <= QUERY_TOLERANCE_MS;
