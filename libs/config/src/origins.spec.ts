import { readOrigins } from './origins.js';

describe('a list of origins', () => {
  it('can have several, each with scheme and host, and a port that is not the default', () => {
    expect(readOrigins('https://a.example, http://127.0.0.1:5173')).toEqual(['https://a.example', 'http://127.0.0.1:5173']);
  });

  it.each([
    '',
    '*',
    'null',
    'a.example',
    'https://a.example/',
    'https://a.example/app',
    'https://A.example',
    'ftp://a.example',
    'https://a.example:443',
    'https://a.example,,',
  ])('refuses %j, which no browser sends as its origin', (text) => expect(readOrigins(text)).toBeNull());
});
