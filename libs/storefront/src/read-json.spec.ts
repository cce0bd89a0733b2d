import * as fc from 'fast-check';
import { readJson } from './read-json.js';

describe('the JSON of a platform', () => {
  it('keeps every digit of ids beyond 2^53', () => {
    expect(readJson('{"id":820982911946154508,"ids":[ 9007199254740993 ,12],"n":-820982911946154508}')).toEqual({
      id: '820982911946154508',
      ids: ['9007199254740993', 12],
      n: '-820982911946154508',
    });
    expect(readJson('820982911946154508')).toBe('820982911946154508');
  });

  it('leaves texts and fractions as they are', () => {
    const text = String.raw`{"a":"820982911946154508 \" 820982911946154508","b":1234567890123456.5,"820982911946154508":1,"c":12345678901234567e3}`;
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  it('reads everything else as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const short = text.replaceAll(/\d{16,}/g, '1');
        expect(readJson(`[${short},"1234567890123456"]`)).toEqual(JSON.parse(`[${short},"1234567890123456"]`));
      }),
    );
    for (const broken of [
      '{"id":8209829119461545080',
      '"1234567890123456\\',
      '[12345678901234567,]',
      '1234567890123456 1',
      '01234567890123456',
    ]) {
      expect(() => readJson(broken)).toThrow(SyntaxError);
    }
  });

  it('reads a body of 2 MiB of digits or quotes quickly', () => {
    const large = 2 ** 21;
    for (const text of [
      `[${'9'.repeat(large)}]`,
      '"1234567890123456'.repeat(large / 16),
      `[${'12345678901234567,'.repeat(large / 18)}1]`,
    ]) {
      const began = performance.now();
      try {
        readJson(text);
      } catch {
        // Text that is not JSON must be refused just as fast.
      }
      expect(performance.now() - began).toBeLessThan(10_000);
    }
  });
});
