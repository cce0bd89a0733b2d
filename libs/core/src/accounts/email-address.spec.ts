import { readEmailAddress } from './email-address.js';

describe('an e-mail address', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['  ada+shop@example.com ', 'ada+shop@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['e\u0301va@example.com', '\u00e9va@example.com'],
    ["o'brien@mail.example.co.uk", "o'brien@mail.example.co.uk"],
  ])('%s belongs to the same account in any spelling', (text, address) => expect(readEmailAddress(text)).toBe(address));

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@@example.com',
    'ada@example.com@example.org',
    'a da@example.com',
    'ada@exam ple.com',
    'ada@-example.com',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    '"ada"@example.com',
    '.ada@example.com',
    'a..da@example.com',
    'ada\r\nBcc: all@example.com',
    'ada\u0000@example.com',
    '\ud800@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.example`,
  ])('cannot be %j', (text) => expect(readEmailAddress(text)).toBeNull());
});
