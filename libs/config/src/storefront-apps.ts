/** Platforms where this service has an app. WooCommerce shops need none: each has its own secret. */
type AppPlatform = 'generic' | 'shopify' | 'shopline';

/** A platform, and the operator's app there. */
export interface StorefrontApp {
  /** Client id of the operator's app; null: shops can connect only with an app of their merchant. */
  readonly clientId: string | null;
  /** Secrets that sign calls in both directions: the current one, then the previous one. Empty without an app of the operator. */
  readonly secrets: readonly string[];
  /** Matches the whole lower-case domain of a shop. */
  readonly shopPattern: RegExp;
  /** Address of a shop, without a slash at the end; `{shop}` stands for its domain. */
  readonly baseUrl: string;
  /** Permissions that the app asks for, separated by commas. */
  readonly scopes: string;
}

export type StorefrontApps = Readonly<Record<AppPlatform, StorefrontApp>>;

/** Variables of the environment about the apps. */
export interface StorefrontSettings {
  readonly STOREFRONT_CLIENT_ID?: string;
  readonly STOREFRONT_APP_SECRET?: string;
  readonly STOREFRONT_APP_SECRET_PREVIOUS?: string;
  readonly STOREFRONT_BASE_URL: string;
  readonly STOREFRONT_SHOP_PATTERN?: string;
  readonly STOREFRONT_SCOPES: string;
  readonly SHOPIFY_CLIENT_ID?: string;
  readonly SHOPIFY_APP_SECRET?: string;
  readonly SHOPIFY_APP_SECRET_PREVIOUS?: string;
  readonly SHOPIFY_BASE_URL: string;
  readonly SHOPLINE_CLIENT_ID?: string;
  readonly SHOPLINE_APP_SECRET?: string;
  readonly SHOPLINE_APP_SECRET_PREVIOUS?: string;
  readonly SHOPLINE_BASE_URL: string;
}

/** Matches a whole domain of at least two names. */
const ANY_DOMAIN = String.raw`(?=.{4,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+`;
const SHOPIFY_SHOP = /^[a-z0-9][a-z0-9_-]{0,99}\.myshopify\.com$/;
const SHOPLINE_SHOP = /^[a-z0-9][a-z0-9_-]{0,99}\.myshopline\.com$/;

export const BASE_URL_RULE = 'an http:// or https:// address with {shop} where the domain of a shop stands, without a slash at its end';
const HOST_OF_SHOP = /^https?:\/\/[^/]*\{shop\}/;
const BASE_URL = /^https?:\/\/[^/?#\s]+(\/[^?#\s]*[^/?#\s])?$/;

/** @returns null for an invalid address. */
export const readBaseUrl = (text: string): string | null =>
  BASE_URL.test(text) && text.includes('{shop}') && URL.canParse(text.replaceAll('{shop}', 'shop.example')) ? text : null;

export const PATTERN_RULE = 'a regular expression that a whole domain has to match';

/** @returns null for an invalid regular expression. */
export function readShopPattern(text: string): RegExp | null {
  try {
    return new RegExp(`^(?:${text})$`);
  } catch {
    return null;
  }
}

/** Returns every platform, with the operator's app if there is one. */
export function storefrontAppsOf(settings: StorefrontSettings): StorefrontApps {
  const scopes = settings.STOREFRONT_SCOPES;
  const generic = {
    clientId: settings.STOREFRONT_CLIENT_ID ?? null,
    secrets: presentOf(settings.STOREFRONT_APP_SECRET, settings.STOREFRONT_APP_SECRET_PREVIOUS),
    shopPattern: readShopPattern(settings.STOREFRONT_SHOP_PATTERN ?? ANY_DOMAIN) ?? /$^/,
    baseUrl: settings.STOREFRONT_BASE_URL,
    scopes,
  };
  const shopify = {
    clientId: settings.SHOPIFY_CLIENT_ID ?? null,
    secrets: presentOf(settings.SHOPIFY_APP_SECRET, settings.SHOPIFY_APP_SECRET_PREVIOUS),
    shopPattern: SHOPIFY_SHOP,
    baseUrl: settings.SHOPIFY_BASE_URL,
    scopes,
  };
  const shopline = {
    clientId: settings.SHOPLINE_CLIENT_ID ?? null,
    secrets: presentOf(settings.SHOPLINE_APP_SECRET, settings.SHOPLINE_APP_SECRET_PREVIOUS),
    shopPattern: SHOPLINE_SHOP,
    baseUrl: settings.SHOPLINE_BASE_URL,
    scopes,
  };
  return { generic, shopify, shopline };
}

/** Returns the contradictions between the settings. */
export function storefrontProblems(settings: StorefrontSettings, production: boolean): string[] {
  const withoutSecret = (['STOREFRONT', 'SHOPIFY', 'SHOPLINE'] as const).flatMap((name) => {
    const needs = [`${name}_CLIENT_ID`, `${name}_APP_SECRET_PREVIOUS`].filter(
      (other) => other in settings && settings[other as keyof StorefrontSettings] !== undefined,
    );
    return settings[`${name}_APP_SECRET`] === undefined
      ? needs.map((other) => `${name}_APP_SECRET is not set: it must be, because ${other} is set`)
      : [];
  });
  return [...withoutSecret, ...(production ? unsafeAddressesOf(settings) : [])];
}

function unsafeAddressesOf({
  STOREFRONT_BASE_URL: baseUrl,
  SHOPIFY_BASE_URL: shopifyUrl,
  SHOPLINE_BASE_URL: shoplineUrl,
  STOREFRONT_CLIENT_ID: clientId,
  STOREFRONT_SHOP_PATTERN: pattern,
}: StorefrontSettings): string[] {
  const inClear = Object.entries({ STOREFRONT_BASE_URL: baseUrl, SHOPIFY_BASE_URL: shopifyUrl, SHOPLINE_BASE_URL: shoplineUrl })
    .filter(([, url]) => url.startsWith('http:'))
    .map(([name]) => `${name} begins with http://: in production it must begin with https://`);
  // Without a pattern any caller could name a host, and the service would send the app's secret to it.
  const isAnyHost = clientId !== undefined && pattern === undefined && HOST_OF_SHOP.test(baseUrl);
  return isAnyHost
    ? [
        ...inClear,
        'STOREFRONT_SHOP_PATTERN is not set: production needs it, because STOREFRONT_CLIENT_ID is set and {shop} is the host of STOREFRONT_BASE_URL',
      ]
    : inClear;
}

const presentOf = (...secrets: (string | undefined)[]): string[] => secrets.filter((secret) => secret !== undefined);
