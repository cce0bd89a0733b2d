import fc from 'fast-check';
import { plainArray, textArray } from './array-literal.js';

describe('array literals', () => {
  it('carry numbers, booleans and nulls as they are', () => {
    expect(plainArray([1.5, null, true, '2026-01-01T00:00:00.000Z'])).toBe('{1.5,NULL,true,2026-01-01T00:00:00.000Z}');
    expect(plainArray([])).toBe('{}');
  });

  it('keep texts apart from nulls and from each other', () => {
    expect(textArray(['NULL', null, '', 'a,b', '{}', '"', '\\'])).toBe('{"NULL",NULL,"","a,b","{}","\\"","\\\\"}');
  });

  it('can be read back, whatever the texts hold', () => {
    // The reader of Postgres: within quotes a backslash takes the next character as it is.
    const read = (literal: string): string[] =>
      [...literal.matchAll(/"((?:[^"\\]|\\.)*)"/gsu)].map(([, body = '']) => body.replaceAll(/\\(.)/gsu, '$1'));
    fc.assert(fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => expect(read(textArray(texts))).toEqual(texts)));
  });
});
