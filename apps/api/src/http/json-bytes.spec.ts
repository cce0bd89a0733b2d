import { bytesProblem } from './json-bytes.js';

const problemOf = (text: string | Uint8Array): string | undefined => bytesProblem(Buffer.from(text))?.message;

describe('the bytes of a JSON body', () => {
  it('pass when they are UTF-8 of a size and depth that a batch may have', () => {
    expect(problemOf('{"events":[{"event_id":"é😀","data":{"a":[1,2]}}]}')).toBeUndefined();
  });

  it('are refused when they are Latin-1, or UTF-8 written too long or in halves of surrogates', () => {
    for (const bytes of [
      [0x22, 0xe9, 0x22],
      [0x22, 0xc0, 0xaf, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
    ]) {
      expect(problemOf(new Uint8Array(bytes))).toMatch('not valid UTF-8');
    }
  });

  it('are refused when there are millions of brackets or values in them, quickly', () => {
    const startedAt = performance.now();
    expect(problemOf('['.repeat(4e6))).toMatch('levels deep');
    expect(problemOf(`[${'{},'.repeat(2e6)}1]`)).toMatch('send smaller batches');
    expect(problemOf(`[${'0,'.repeat(4e6)}0]`)).toMatch('send smaller batches');
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  it('may hold any number of brackets and commas within texts, also after escaped quotes', () => {
    expect(problemOf(JSON.stringify({ text: `"\\${'[{,'.repeat(1e6)}` }))).toBeUndefined();
  });
});
