import fc from 'fast-check';
import { jsonArray, plainArray, textArray } from './array-literal.js';

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

describe('an array of JSON texts', () => {
  /** The reader of Postgres: five numbers of four bytes, and for each element its length, the version 1, and that much text but one byte. */
  function read(bytes: Buffer): { header: number[]; texts: string[] } {
    const header = [0, 4, 8, 12, 16].map((at) => bytes.readInt32BE(at));
    const texts: string[] = [];
    let at = 20;
    while (at < bytes.length) {
      const end = at + 4 + bytes.readInt32BE(at);
      expect(bytes[at + 4]).toBe(1);
      texts.push(bytes.toString('utf8', at + 5, end));
      at = end;
    }
    expect(at).toBe(bytes.length);
    return { header, texts };
  }

  it('says its dimensions, its nulls, its type and its length, and then each text', () => {
    expect(read(jsonArray(['{"a":"é"}', '[]']))).toEqual({ header: [1, 0, 3802, 2, 1], texts: ['{"a":"é"}', '[]'] });
  });

  it('can be read back, whatever the texts hold', () => {
    const documents = fc.array(fc.json({ stringUnit: 'binary' }), { minLength: 1 });
    fc.assert(fc.property(documents, (texts) => expect(read(jsonArray(texts)).texts).toEqual(texts.map((text) => text.toWellFormed()))));
  });
});
