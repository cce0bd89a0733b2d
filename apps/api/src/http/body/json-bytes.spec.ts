import { checkBytes } from './json-bytes.js';

/** Returns why the bytes may not be parsed. */
function problemOf(text: string | Uint8Array): string | undefined {
  try {
    checkBytes(Buffer.from(text));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the byte check of a JSON body', () => {
  it('accepts UTF-8 of an allowed size and depth', () => {
    expect(problemOf('{"events":[{"event_id":"é😀","data":{"a":[1,2]}}]}')).toBeUndefined();
  });

  it('refuses Latin-1, overlong UTF-8 and encoded surrogates', () => {
    for (const bytes of [
      [0x22, 0xe9, 0x22],
      [0x22, 0xc0, 0xaf, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
    ]) {
      expect(problemOf(new Uint8Array(bytes))).toMatch('not valid UTF-8');
    }
  });

  it('refuses millions of brackets or values quickly', () => {
    const startedAt = performance.now();
    expect(problemOf('['.repeat(4e6))).toMatch('levels deep');
    expect(problemOf(`[${'{},'.repeat(2e6)}1]`)).toMatch('send smaller batches');
    expect(problemOf(`[${'0,'.repeat(4e6)}0]`)).toMatch('send smaller batches');
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  it('estimates the memory of the parsed body, which for small objects is fifty times their bytes', () => {
    expect(checkBytes(Buffer.from(JSON.stringify({ text: 'x'.repeat(5000) })))).toBe(5011 + 5 * 64);
    const numbers = Buffer.from(JSON.stringify(Array.from({ length: 1000 }, (_, i) => i)));
    expect(checkBytes(numbers)).toBe(numbers.length + 1000 * 64);
    const chain = Buffer.from(`${'{"30":'.repeat(1000)}0${'}'.repeat(1000)}`);
    expect(checkBytes(chain)).toBe(chain.length + 5000 * 64);
  });

  it('allows any number of brackets and commas inside strings, also after escaped quotes', () => {
    expect(problemOf(JSON.stringify({ text: `"\\${'[{,'.repeat(1e6)}` }))).toBeUndefined();
  });
});
