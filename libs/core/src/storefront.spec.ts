import { customerIdOf, toTenantId } from './ids.js';
import { normaliseShop, placeholderExternalIdOf, placeholderOf, shopOf } from './storefront.js';

describe('the normalised name of a shop', () => {
  it.each([
    ['Mary.MyShopify.com', 'mary.myshopify.com'],
    ['https://mary.example/blog/', 'mary.example'],
    ['http://localhost:8080', 'localhost'],
    [' mary.example ', 'mary.example'],
    ['https://127.0.0.1:3000/shop', '127.0.0.1'],
  ])('from %p is %s', (text, shop) => expect(normaliseShop(text)).toBe(shop));

  it.each([
    '',
    'https://',
    'mary example',
    'mary..example',
    '-mary.example',
    'mary.example\u0000',
    'a'.repeat(254),
    'märy.example',
    'a@b',
    'htps://mary.example',
    'https:/mary.example',
    'ftp://mary.example',
    'http:x',
    'javascript:alert(1)',
    'mary.example:port',
  ])('from %p is null', (text) => expect(normaliseShop(text)).toBeNull());
});

describe('a shop of a platform', () => {
  it.each([
    ['woocommerce', 'https://www.Mary.example/shop', 'mary.example'],
    ['woocommerce', 'mary.example', 'mary.example'],
    ['woocommerce', 'www.example', 'www.example'],
    ['shopify', 'www.mary.example', 'www.mary.example'],
    ['woocommerce', '?', null],
  ])('of %s at %s is %s', (platform, text, expected) => expect(shopOf(platform, text)).toBe(expected));
});

it('the placeholder customer of an order always has the same id, because events are stored under it', () => {
  const tenantId = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
  expect(placeholderExternalIdOf('5')).toBe('storefront-order:5');
  expect(placeholderOf(tenantId, '5')).toBe(customerIdOf(tenantId, 'storefront-order:5'));
});
