/** Platforms that connect shops by OAuth: in Shopify's dialect, and in Shopline's. */
export const OAUTH_PLATFORMS = ['generic', 'shopify', 'shopline'] as const;
export type OauthPlatform = (typeof OAUTH_PLATFORMS)[number];

/** The credentials of an app at a platform. */
export interface AppCredentials {
  readonly clientId: string;
  /** The current secret, then the previous one. */
  readonly secrets: readonly string[];
}

/** An app at a platform, and the domains of the platform's shops. */
export interface PlatformApp extends AppCredentials {
  /** True for an app that a merchant has registered, false for the operator's. */
  readonly isOwn: boolean;
  /** The whole domain of a shop, lower case. */
  readonly shopPattern: RegExp;
  /** `{shop}` stands for the domain. */
  readonly baseUrl: string;
  readonly scopes: string;
}

interface ConfiguredApp extends Omit<PlatformApp, 'clientId' | 'isOwn'> {
  readonly clientId: string | null;
}

const ENDINGS = { shopify: '.myshopify.com', shopline: '.myshopline.com' } as const;
const NAME = /^[a-z0-9][a-z0-9_-]{0,99}$/;
/** The address of the admin names the shop as its domain does. */
const SHOPIFY_ADMIN = /^admin\.shopify\.com\/store\/([a-z0-9][a-z0-9_-]{0,99})(?=[/?#]|$)/;

/** The platforms that shops can be connected to, as configured. */
export class Platforms {
  constructor(private readonly apps: Readonly<Partial<Record<OauthPlatform, ConfiguredApp>>>) {}

  /** The platforms that an operator has set up, in the order of `OAUTH_PLATFORMS`. */
  get available(): OauthPlatform[] {
    return OAUTH_PLATFORMS.filter((platform) => this.appOf(platform) !== null);
  }

  /** Returns the operator's app; null for a platform that the operator has not set up. */
  appOf(platform: string): PlatformApp | null {
    const app = isOauthPlatform(platform) ? this.apps[platform] : undefined;
    return app === undefined || app.clientId === null ? null : { ...app, clientId: app.clientId, isOwn: false };
  }

  /** Returns an app that a merchant has registered at the platform. */
  ownAppOf(platform: OauthPlatform, { clientId, secrets }: AppCredentials): PlatformApp | null {
    const known = this.apps[platform];
    return known === undefined ? null : { ...known, clientId, secrets, isOwn: true };
  }

  /**
   * Returns the domain of the shop that a person names by the address of a page of the shop or of its admin, or by its name at the platform.
   * A name alone is taken when only one of the platforms has such names.
   * @param among the platforms that the shop may be of
   */
  domainOf(text: string, among: readonly OauthPlatform[]): string {
    const address = readShop(text);
    const name = SHOPIFY_ADMIN.exec(address)?.[1];
    if (name !== undefined) return `${name}${ENDINGS.shopify}`;
    const [domain = ''] = address.split(/[/?#]/, 1);
    const endings = among.flatMap((platform) => (platform === 'generic' ? [] : ENDINGS[platform]));
    const isWhole = !NAME.test(domain) || among.some((platform) => this.apps[platform]?.shopPattern.test(domain) === true);
    return isWhole || endings.length !== 1 ? domain : `${domain}${endings[0]}`;
  }

  /** Finds the platform of a shop domain: first one with a domain of its own, then one that accepts any. @returns null for none. */
  platformOf(shop: string): OauthPlatform | null {
    return this.available.toReversed().find((platform) => this.apps[platform]?.shopPattern.test(shop) === true) ?? null;
  }
}

export const isOauthPlatform = (platform: string): platform is OauthPlatform => OAUTH_PLATFORMS.some((known) => known === platform);

/** Returns the URL of a shop. The caller has matched the domain with the platform's pattern. */
export const shopUrl = ({ baseUrl }: PlatformApp, shop: string, path: string): string => `${baseUrl.replaceAll('{shop}', shop)}${path}`;

/** A longer text is not a domain, and the patterns below would take long for it. */
const LONGEST_SHOP = 300;

/** Normalises a domain that a person has typed: lower case, without scheme, closing slashes and spaces. */
export const readShop = (text: string): string =>
  (text.length > LONGEST_SHOP ? '' : text)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '');

const ACCESS_TOKEN_HEADERS: Readonly<Record<OauthPlatform, (token: string) => Record<string, string>>> = {
  generic: (token) => ({ 'X-Storefront-Access-Token': token }),
  shopify: (token) => ({ 'X-Shopify-Access-Token': token }),
  shopline: (token) => ({ Authorization: `Bearer ${token}` }),
};

export const accessTokenHeader = (platform: OauthPlatform, token: string): Record<string, string> => ACCESS_TOKEN_HEADERS[platform](token);
