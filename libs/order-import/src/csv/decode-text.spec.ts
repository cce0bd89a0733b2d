import { decodeHead, decoderFor } from './decode-text.js';
import { encodingOf } from './detect-encoding.js';

async function* chunksOf(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** Decodes bytes in chunks of a length, as when a file is opened. */
async function decoded(bytes: Uint8Array, length = bytes.length): Promise<string> {
  const decoder = decoderFor((await encodingOf(null, () => chunksOf(bytes, Math.max(length, 4096)))).name);
  let text = '';
  for (let at = 0; at < bytes.length; at += length) text += decoder.decode(bytes.subarray(at, at + length));
  return text + decoder.end();
}

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf8 = (text: string): Uint8Array => Buffer.from(text);
const PLAIN = 'c-1,2026-01-15,5.00\n'.repeat(8000);
const TEXT = 'Müller;12,50 €;日本;😀;é\n';

describe('the encoding of a file', () => {
  it('may be Windows-1252 from far behind its beginning on', async () => {
    const bytes = Buffer.concat([utf8(PLAIN), latin('M\u00fcller,1\nM\u00f6ller,2\n'), utf8(PLAIN)]);
    expect(await decoded(bytes, 1000)).toBe(`${PLAIN}Müller,1\nMöller,2\n${PLAIN}`);
  });

  it.each([1, 2, 3, 5, 1000])('is UTF-8 in chunks of %p bytes, which cut characters', async (length) => {
    expect(await decoded(utf8(TEXT.repeat(20)), length)).toBe(TEXT.repeat(20));
  });

  it.each([1, 2, 7])('stays UTF-8 around a character that another program has cut, in chunks of %p bytes', async (length) => {
    const bytes = Buffer.concat([utf8('Zoë,'), utf8('Zoë').subarray(0, 3), utf8('\nMüller,'), utf8('日本').subarray(0, 5)]);
    expect(await decoded(bytes, length)).toBe('Zoë,ZoÃ\nMüller,日æœ');
  });

  it('is Windows-1252 throughout when most of the first bytes say so', async () => {
    // The quotation mark after ß would be a character in UTF-8.
    const bytes = Buffer.from([...latin('B\u00fccher,M\u00f6bel,\u00bbSpa\u00df\u00ab\n'), 0x80]);
    expect(await decoded(bytes)).toBe('Bücher,Möbel,»Spaß«\n€');
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), `\uFEFF${TEXT}`],
    ['UTF-16 without a mark', Buffer.from('name,total\nada,5\n', 'utf16le'), 'name,total\nada,5\n'],
    ['UTF-16 of big-endian machines', Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16(), `\uFEFF${TEXT}`],
    ['the same without a mark', Buffer.from('name,total\nada,5\n', 'utf16le').swap16(), 'name,total\nada,5\n'],
  ])('may be %s', async (_, bytes, text) => {
    expect(await decoded(bytes, 3)).toBe(text);
  });

  it('takes no surrogates, no long forms and no end of a character for UTF-8', async () => {
    for (const bytes of [
      [0xed, 0xa0, 0x80],
      [0xc0, 0x80],
      [0xe0, 0x80, 0x80],
      [0xf0, 0x80, 0x80, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xbf],
    ]) {
      expect(await decoded(Buffer.from([0x61, ...bytes, 0x62]))).toHaveLength(bytes.length + 2);
    }
  });

  it('leaves a cut character out of the first bytes', () => {
    expect(decodeHead(utf8('Zoé').subarray(0, 3))).toBe('Zo');
  });
});
