import { hasLink } from './links-in-names.js';

describe('the name of a company', () => {
  it.each([
    'https://evil.example',
    'Win at evil.example/prize',
    'EVIL.EXAMPLE',
    'www.evil.example',
    'evil\u3002example',
    'evil\uFF0Eexample',
    'пример.рф',
    'hxxp://a',
  ])('has a link: %s', (name) => expect(hasLink(name)).toBe(true));

  it.each(['Ada & Co', 'Acme Inc.', 'A.P.C.', 'Dr. Oetker', '3.5 Kilo', 'Yahoo!', 'S. & T. Ltd. London', 'C/O Eve: shop'])(
    'has no link: %s',
    (name) => expect(hasLink(name)).toBe(false),
  );
});
