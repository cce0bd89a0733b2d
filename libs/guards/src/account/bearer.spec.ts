import { bearerOf } from './bearer.js';

const read = (authorization?: string): string | null => bearerOf({ headers: { ...(authorization !== undefined && { authorization }) } });

describe('the token of a request', () => {
  it.each([
    ['Bearer abc.def', 'abc.def'],
    ['bearer   abc.def ', 'abc.def'],
    ['BEARER abc', 'abc'],
  ])('of %p is %p', (header, token) => {
    expect(read(header)).toBe(token);
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearerabc', 'abc'])('of %p is none', (header) => {
    expect(read(header)).toBeNull();
  });

  it('is none in a header that is longer than any token, whatever it holds', () => {
    expect(read(`Bearer ${'a'.repeat(16_000)}`)).toBeNull();
    const begun = performance.now();
    for (let i = 0; i < 1000; i += 1) expect(read('a'.repeat(16_000))).toBeNull();
    // The reader of passport-jwt takes minutes for the same number of headers.
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});
