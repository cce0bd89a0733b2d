import fc from 'fast-check';
import { plainArray, textArray } from './array-literal.js';

describe('array literals', () => {
  it('contain numbers, booleans and nulls unchanged', () => {
    expect(plainArray([1.5, null, true, '2026-01-01T00:00:00.000Z'])).toBe('{1.5,NULL,true,2026-01-01T00:00:00.000Z}');
    expect(plainArray([])).toBe('{}');
  });

  it('distinguish texts from nulls and from each other', () => {
    expect(textArray(['NULL', null, '', 'a,b', '{}', '"', '\\'])).toBe('{"NULL",NULL,"","a,b","{}","\\"","\\\\"}');
  });

  it('can be read back with any text', () => {
    // The parser of Postgres: within quotes a backslash escapes the next character.
    const read = (literal: string): string[] =>
      [...literal.matchAll(/"((?:[^"\\]|\\.)*)"/gsu)].map(([, body = '']) => body.replaceAll(/\\(.)/gsu, '$1'));
    fc.assert(fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => expect(read(textArray(texts))).toEqual(texts)));
  });
});
