import fc from 'fast-check';
import { canonicalJson, type Json } from './canonical-json.js';

describe('the canonical form of a payload', () => {
  it('sorts keys by code unit, also keys that look like numbers', () => {
    expect(canonicalJson({ b: 1, a: [true, null, { d: 'x', c: 0.8312 }], 10: 'ten', 9: 'nine', Z: -0 })).toBe(
      '{"10":"ten","9":"nine","Z":0,"a":[true,null,{"c":0.8312,"d":"x"}],"b":1}',
    );
    expect(canonicalJson({ '\u{1F600}': 1, '\uFB33': 2, é: 3 })).toBe('{"é":3,"\u{1F600}":1,"\uFB33":2}');
  });

  it('parses back to the same payload', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(JSON.parse(canonicalJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is the same for any order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (dictionary) => {
        const backwards = Object.fromEntries(Object.entries(dictionary).toReversed());
        expect(canonicalJson(backwards)).toBe(canonicalJson(dictionary));
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %p', (value) => {
    expect(() => canonicalJson({ value })).toThrow(TypeError);
  });
});
