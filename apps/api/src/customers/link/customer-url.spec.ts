import { customerUrlOf, isCustomerUrl } from './customer-url.js';

describe('the address of a customer in your own system', () => {
  it.each([
    'https://crm.example.com/customers/{id}',
    'https://crm.example.com?customer={id}&tab=orders',
    'https://crm.example.com:8443/#/c/{id}',
  ])('may be %s', (template) => expect(isCustomerUrl(template)).toBe(true));

  it.each([
    'http://crm.example.com/{id}',
    'javascript:alert("{id}")',
    'https://crm.example.com/',
    'https://crm.example.com/{id}/{id}',
    'https://{id}.example.com/',
    'https://crm.example.com{id}',
    'https://user:secret@crm.example.com/{id}',
    'https://crm.example.com/a b/{id}',
    String.raw`https://crm.example.com\{id}`,
    `https://crm.example.com/{id}${'x'.repeat(500)}`,
    '/customers/{id}',
    7,
  ])('cannot be %s', (template) => expect(isCustomerUrl(template)).toBe(false));

  it('contains the id percent-encoded, also when the id has slashes or other signs of URLs', () => {
    expect(customerUrlOf('https://crm.example.com/c/{id}', 'a/../$&b c')).toBe('https://crm.example.com/c/a%2F..%2F%24%26b%20c');
  });
});
