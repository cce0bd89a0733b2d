import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '#libs/core';
import { type OauthPlatform, type PlatformApp, readShop, shopUrl } from './platforms.js';

/** ⚙ How far the moment that a platform names in a signed query may be from now, either way. */
const QUERY_TOLERANCE_MS = 90 * SECOND_MS;

/** What a platform tells in the address that it leads a person to. */
export type PlatformQuery = ReadonlyMap<string, string>;

/** Where a merchant lets the app in. Shopline has no word for a state: who comes back is known by shop and browser. */
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

/** The parameters of a query; one that stands there twice makes it none, for nobody could say which of them was meant. */
export function readQuery(text: string): PlatformQuery | null {
  const pairs = [...new URLSearchParams(text)];
  const query = new Map(pairs);
  return query.size === pairs.length ? query : null;
}

/** Whether a query is written as Shopline writes it, which names its shops by their handles. */
export const isOfShopline = (query: PlatformQuery): boolean => query.has('handle') && query.has('sign') && !query.has('shop');

/** The domain of the shop that a query is about; '' when it names none. */
export const shopOfQuery = (query: PlatformQuery): string =>
  readShop(isOfShopline(query) ? `${query.get('handle') ?? ''}.myshopline.com` : (query.get('shop') ?? ''));

interface Signature {
  readonly name: string;
  readonly unsigned: readonly string[];
  /** Of the sorted parameters. */
  readonly textOf: (sorted: [string, string][]) => string;
  readonly timestampUnitMs: number;
}

/** `hmac` is over a query with spaces as %20; `sign` over names and values as they are, its timestamp in milliseconds. */
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

/** Whether a platform has signed the query, and just now: by the hex HMAC-SHA256 of the other parameters, sorted. */
export function isSignedQuery(platform: string, query: PlatformQuery, secrets: readonly string[], now: Date): boolean {
  const { name, unsigned, textOf, timestampUnitMs } = SIGNATURES[platform === 'shopline' ? 'shopline' : 'shopify'];
  const given = Buffer.from(query.get(name)?.toLowerCase() ?? '');
  const signed = [...query].filter(([each]) => !unsigned.includes(each)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = textOf(signed);
  const isSigned = secrets
    .map((secret) => Buffer.from(createHmac('sha256', secret).update(text).digest('hex')))
    .some((expected) => given.length === expected.length && timingSafeEqual(given, expected));
  // Its text does not tell a name or a value that holds `&` from two parameters, nor a name with `=` from a name and a value.
  const isPlain = platform !== 'shopline' || signed.every(([each, value]) => !/[&=]/.test(each) && !value.includes('&'));
  return isSigned && isPlain && isRecent(query.get('timestamp') ?? '', timestampUnitMs, now);
}

const isRecent = (timestamp: string, unitMs: number, now: Date): boolean =>
  /^\d{1,15}$/.test(timestamp) && Math.abs(Number(timestamp) * unitMs - now.getTime()) <= QUERY_TOLERANCE_MS;
