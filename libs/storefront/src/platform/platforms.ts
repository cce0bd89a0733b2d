/** Platforms whose shops connect by OAuth: in Shopify's dialect, and in Shopline's. */
export const OAUTH_PLATFORMS = ['generic', 'shopify', 'shopline'] as const;
export type OauthPlatform = (typeof OAUTH_PLATFORMS)[number];

/** What a platform knows the service by, and where its shops are. */
export interface PlatformApp {
  readonly clientId: string;
  /** The current one, then the one before it. */
  readonly secrets: readonly string[];
  /** The whole domain of a shop, lower case. */
  readonly shopPattern: RegExp;
  /** `{shop}` stands for the domain. */
  readonly baseUrl: string;
  readonly scopes: string;
}

interface ConfiguredApp extends Omit<PlatformApp, 'clientId'> {
  readonly clientId: string | null;
}

/** The platforms at which shops can be connected, as configured. */
export class Platforms {
  constructor(private readonly apps: Readonly<Partial<Record<OauthPlatform, ConfiguredApp>>>) {}

  /** Those of them that an operator has set up, in the order of `OAUTH_PLATFORMS`. */
  get available(): OauthPlatform[] {
    return OAUTH_PLATFORMS.filter((platform) => this.appOf(platform) !== null);
  }

  /** @returns null where nobody can connect. */
  appOf(platform: string): PlatformApp | null {
    const app = isOauthPlatform(platform) ? this.apps[platform] : undefined;
    return app === undefined || app.clientId === null ? null : { ...app, clientId: app.clientId };
  }

  /** The platform whose shops have such domains: one that knows its own before one that takes any. @returns null for none. */
  platformOf(shop: string): OauthPlatform | null {
    return this.available.toReversed().find((platform) => this.apps[platform]?.shopPattern.test(shop) === true) ?? null;
  }
}

export const isOauthPlatform = (platform: string): platform is OauthPlatform => OAUTH_PLATFORMS.some((known) => known === platform);

/** Where a shop is reached. The caller has matched the domain with the platform's pattern. */
export const shopUrl = ({ baseUrl }: PlatformApp, shop: string, path: string): string => `${baseUrl.replaceAll('{shop}', shop)}${path}`;

/** A domain as people write it, as it is stored: lower case, without what browsers show around it. */
export const readShop = (text: string): string =>
  text
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
