import { storefrontAppsOf, storefrontProblems, type StorefrontSettings } from './storefront-apps.js';

const SETTINGS: StorefrontSettings = {
  STOREFRONT_BASE_URL: 'https://{shop}',
  SHOPIFY_BASE_URL: 'https://{shop}',
  SHOPLINE_BASE_URL: 'https://{shop}',
  STOREFRONT_SCOPES: 'read_orders',
};

describe('the configuration of the storefront apps', () => {
  it('contains every platform, and each secret with its previous one', () => {
    const none = { clientId: null, secrets: [] };
    expect(storefrontAppsOf(SETTINGS)).toMatchObject({ generic: none, shopify: none, shopline: none });
    const apps = storefrontAppsOf({
      ...SETTINGS,
      SHOPIFY_CLIENT_ID: 'client-1',
      SHOPIFY_APP_SECRET: 'new',
      SHOPIFY_APP_SECRET_PREVIOUS: 'old',
    });
    expect(apps).toMatchObject({ generic: none, shopify: { clientId: 'client-1', secrets: ['new', 'old'] }, shopline: none });
  });

  it('knows the domains of their shops, and matches only whole domains', () => {
    const { shopify, generic, shopline } = storefrontAppsOf({
      ...SETTINGS,
      SHOPIFY_APP_SECRET: 's',
      STOREFRONT_APP_SECRET: 's',
      SHOPLINE_APP_SECRET: 's',
    });
    const matches = (pattern: RegExp, domains: readonly string[]): boolean[] => domains.map((domain) => pattern.test(domain));
    expect(matches(shopify.shopPattern, ['a-shop.myshopify.com', 'evil.example/a.myshopify.com', '.myshopify.com', 'a.myshopify.com.evil.example', 'a.b.myshopify.com', 'a.myshopify.com\n'])).toEqual([true, false, false, false, false, false]); // prettier-ignore
    expect(matches(generic.shopPattern, ['shop.example', 'shop', '-a.example', 'a..example', 'a.example:8080', 'user@a.example', `${'a'.repeat(64)}.example`])).toEqual([true, false, false, false, false, false, false]); // prettier-ignore
    expect(matches(shopline.shopPattern, ['a.myshopline.com', 'a.myshopify.com'])).toEqual([true, false]);
    const own = storefrontAppsOf({ ...SETTINGS, STOREFRONT_APP_SECRET: 's', STOREFRONT_SHOP_PATTERN: 'a|b' });
    expect(matches(own.generic.shopPattern, ['a', 'b', 'xa', 'bx'])).toEqual([true, true, false, false]);
  });

  it('reports settings that contradict each other', () => {
    expect(storefrontProblems({ ...SETTINGS, SHOPIFY_CLIENT_ID: 'client-1' }, false)).toEqual([
      'SHOPIFY_APP_SECRET is not set: it must be, because SHOPIFY_CLIENT_ID is set',
    ]);
    const inClear = { ...SETTINGS, STOREFRONT_BASE_URL: 'http://127.0.0.1:1/{shop}' };
    expect(storefrontProblems(inClear, false)).toEqual([]);
    expect(storefrontProblems(inClear, true)).toHaveLength(1);
    expect(storefrontProblems({ ...inClear, SHOPIFY_BASE_URL: 'http://127.0.0.1:1/{shop}' }, true)).toHaveLength(2);
    expect(storefrontProblems({ ...inClear, SHOPLINE_BASE_URL: 'http://127.0.0.1:1/{shop}' }, true)).toHaveLength(2);
  });

  it('must name in production the hosts that get the client secret', () => {
    const app = { ...SETTINGS, STOREFRONT_CLIENT_ID: 'client-1', STOREFRONT_APP_SECRET: 's' };
    for (const STOREFRONT_BASE_URL of ['https://{shop}', 'https://{shop}/api', 'https://api.{shop}:8443'])
      expect(storefrontProblems({ ...app, STOREFRONT_BASE_URL }, true)).toEqual([expect.stringContaining('STOREFRONT_SHOP_PATTERN')]);
    expect(storefrontProblems(app, false)).toEqual([]);
    const known: StorefrontSettings[] = [
      SETTINGS,
      { ...app, STOREFRONT_BASE_URL: 'https://platform.example/{shop}' },
      { ...app, STOREFRONT_SHOP_PATTERN: String.raw`[a-z0-9-]+\.shops\.example` },
    ];
    for (const settings of known) expect(storefrontProblems(settings, true)).toEqual([]);
  });
});
