import { customerLink, type LinkSource } from './customer-link.js';

const SHOPIFY = { platform: 'shopify', shop: 'mary.myshopify.com', rest_url: null } as const;
const NONE: LinkSource = { first_shop: null, customer_url: null, shop: null };
const FIRST: LinkSource = { ...NONE, shop: SHOPIFY, first_shop: 'shopify:mary.myshopify.com' };
const OWN = 'https://crm.example.com/{id}';
const PSEUDONYM = `email:${'0'.repeat(64)}`;

describe('the link to a customer', () => {
  it.each([
    ['a customer of the first shop', '773522', FIRST, 'https://mary.myshopify.com/admin/customers/773522'],
    [
      'a customer of a second shop',
      'shopify:mary.myshopify.com:7',
      { ...FIRST, first_shop: 'shopify:old.example' },
      'https://mary.myshopify.com/admin/customers/7',
    ],
    [
      'a customer of a shop beside an own system',
      'shopify:mary.myshopify.com:7',
      { ...FIRST, customer_url: OWN },
      'https://mary.myshopify.com/admin/customers/7',
    ],
    [
      'a customer of WordPress in a folder',
      '12',
      {
        ...NONE,
        first_shop: 'woocommerce:shop.example',
        shop: { platform: 'woocommerce', shop: 'shop.example', rest_url: 'https://shop.example/wp/' },
      },
      'https://shop.example/wp/wp-admin/user-edit.php?user_id=12',
    ],
    ['a customer of an own system', 'c/42', { ...NONE, customer_url: OWN }, 'https://crm.example.com/c%2F42'],
    ['an id of an own system beside the first shop', '42', { ...FIRST, customer_url: OWN }, 'https://crm.example.com/42'],
  ] as const)('leads to %s', (_whom, externalId, source, url) => expect(customerLink(externalId, source)?.url).toBe(url));

  it.each([
    ['there is neither a shop nor an own system', 'c-42', NONE],
    ['the customer has no account', PSEUDONYM, { ...FIRST, customer_url: OWN }],
    ['the id names a shop that is not connected', 'shopify:evil.example:7', FIRST],
    ['the id of a shop is no number', 'shopify:mary.myshopify.com:7/../x', FIRST],
    ['the bare id is of another shop', '773522', { ...FIRST, first_shop: 'shopify:old.example' }],
  ] as const)('is absent when %s', (_why, externalId, source) => expect(customerLink(externalId, source)).toBeNull());
});
