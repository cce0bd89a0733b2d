import { connectable } from './connectable';

describe('The platforms that the first screen names', () => {
  it.each([
    [[], 'WooCommerce'],
    [['shopline'], 'Shopline or WooCommerce'],
    [['shopify', 'shopline'], 'Shopify, Shopline, or WooCommerce'],
    [['generic'], 'A platform like Shopify or WooCommerce'],
  ] as const)('are with apps for %j: %s', (available, names) => expect(connectable([...available])).toBe(names));
});
