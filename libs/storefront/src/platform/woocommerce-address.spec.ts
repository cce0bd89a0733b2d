import type { WebhookUrlRules } from '#libs/delivery';
import { readWooCommerceAddress } from './woocommerce-address.js';

const RULES: WebhookUrlRules = { production: false, ports: [[80, 80], [443, 443]], openRanges: ['127.0.0.0/8'] }; // prettier-ignore

const read = (text: string, rules = RULES): string => {
  const address = readWooCommerceAddress(text, rules);
  return address.kind === 'allowed' ? address.restUrl : `refused: ${address.message}`;
};

describe('the address of a WooCommerce shop', () => {
  it.each([
    ['shop.example.com', 'https://shop.example.com'],
    [' http://Shop.Example.com/ ', 'https://shop.example.com'],
    ['https://example.com/store/?utm=1#top', 'https://example.com/store'],
    ['https://example.com/store/wp-admin/admin.php?page=wc-settings', 'https://example.com/store'],
    ['https://example.com/wp-json/wc/v3', 'https://example.com'],
  ])('%s leads to %s: keys go by https only', (text, restUrl) => {
    expect(read(text)).toBe(restUrl);
  });

  it('may use http at a literal address of an opened network, and never in production', () => {
    expect(read('http://127.0.0.1:8080/tea')).toBe('http://127.0.0.1:8080/tea');
    expect(read('http://127.0.0.1:8080/tea', { ...RULES, production: true })).toBe('https://127.0.0.1:8080/tea');
  });

  it.each(['http://10.1.2.3/', 'https://[::1]/', 'https://shop.example.com:6379', 'https://me:secret@shop.example.com'])(
    'is not %s',
    (text) => {
      expect(read(text)).toMatch(/^refused/);
    },
  );
});
