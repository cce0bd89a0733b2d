import { type OauthPlatform, Platforms } from './platforms.js';

const app = (shopPattern: RegExp) => ({ clientId: 'client', secrets: ['secret'], shopPattern, baseUrl: 'https://{shop}', scopes: '' });
const ANY = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const platforms = new Platforms({
  generic: app(ANY),
  shopify: app(/^[a-z0-9][a-z0-9_-]*\.myshopify\.com$/),
  shopline: app(/^[a-z0-9][a-z0-9_-]*\.myshopline\.com$/),
});

describe('the shop that a person names', () => {
  it.each<[string, OauthPlatform[], string]>([
    ['  https://My-Shop.myshopify.com/ ', ['shopify'], 'my-shop.myshopify.com'],
    ['https://my-shop.myshopify.com/admin/orders?x=1', ['generic', 'shopify'], 'my-shop.myshopify.com'],
    ['https://admin.shopify.com/store/my-shop', ['shopify'], 'my-shop.myshopify.com'],
    ['admin.shopify.com/store/my-shop/orders?query=a', ['generic', 'shopify', 'shopline'], 'my-shop.myshopify.com'],
    ['my-shop', ['shopify'], 'my-shop.myshopify.com'],
    ['My-Shop/', ['generic', 'shopify'], 'my-shop.myshopify.com'],
    ['my-shop', ['shopline'], 'my-shop.myshopline.com'],
    ['https://my-shop.myshopline.com/admin', ['shopline'], 'my-shop.myshopline.com'],
    ['https://shop.example.com/tea#top', ['generic'], 'shop.example.com'],
  ])('%j among %j is %s', (text, among, domain) => {
    expect(platforms.domainOf(text, among)).toBe(domain);
  });

  it.each<[string, OauthPlatform[], string]>([
    ['my-shop', ['shopify', 'shopline'], 'my-shop'],
    ['my-shop', ['generic'], 'my-shop'],
    ['my-shop', [], 'my-shop'],
    ['my shop', ['shopify'], 'my shop'],
    ['shop.example.com', ['shopify'], 'shop.example.com'],
    ['admin.shopify.com/store/', ['shopify'], 'admin.shopify.com'],
    ['admin.shopify.com/store/my.shop', ['shopify'], 'admin.shopify.com'],
    ['evil.example/admin.shopify.com/store/my-shop', ['shopify'], 'evil.example'],
    ['x'.repeat(301), ['shopify'], ''],
  ])('%j among %j is not completed: %s', (text, among, domain) => {
    expect(platforms.domainOf(text, among)).toBe(domain);
  });

  it('is a name alone where the operator has allowed that', () => {
    const own = new Platforms({ generic: app(/^(?:tea|coffee)$/), shopify: app(/^[a-z]+\.myshopify\.com$/) });
    expect(own.domainOf('tea', ['generic', 'shopify'])).toBe('tea');
    expect(own.domainOf('milk', ['generic', 'shopify'])).toBe('milk.myshopify.com');
  });
});
