import { SystemClock } from '#libs/core';
import type { PlatformAnswer, PlatformHttp } from './calls/platform-http.js';
import { partOf, ShopifyBulk } from './shopify-bulk.js';

describe('a part of the file of a bulk operation', () => {
  it('ends with its last whole line, and the next one begins behind it, by bytes', () => {
    expect(partOf('{"a":"ü"}\n{"b":', 0, 'bytes 0-14/40')).toEqual({ lines: ['{"a":"ü"}'], next: 11 });
    expect(partOf('{"b":1}\n{"c":2}', 11, 'bytes 11-25/26')).toEqual({ lines: ['{"b":1}', '{"c":2}'], next: null });
  });

  it('is the whole file where the server knows no parts', () => {
    expect(partOf('{"a":1}\n', 0, undefined)).toEqual({ lines: ['{"a":1}'], next: null });
  });

  it('is refused when it is another one than was asked for, or holds no whole line', () => {
    expect(() => partOf('{"a":1}\n', 7, undefined)).toThrow(TypeError);
    expect(() => partOf('{"a":1}\n', 7, 'bytes 0-7/40')).toThrow(TypeError);
    expect(() => partOf('{"a":', 0, 'bytes 0-4/40')).toThrow(TypeError);
  });
});

describe('the file of a bulk operation', () => {
  const URL = 'https://files.example/results?signature=secret';
  const answerOf = (status: number, text: string, headers = {}): PlatformAnswer => ({ kind: 'answered', status, headers, text });
  const state = { data: { bulkOperation: { status: 'COMPLETED', errorCode: null, url: URL } } };
  const cursor = { bulk: 'gid://shopify/BulkOperation/1', at: 0, began: '2026-11-28T00:00:00.000Z' };
  const read = (text: string, headers = {}) => {
    const http = { call: async () => Promise.resolve(answerOf(206, text, headers)) } as unknown as PlatformHttp;
    return new ShopifyBulk(http, new SystemClock()).page(async () => Promise.resolve(answerOf(200, JSON.stringify(state))), cursor);
  };

  it('is collected again when a line cannot be read or the part is another one, and no error quotes it', async () => {
    const refused = { kind: 'refused', why: 'bulk_file' };
    expect(await read('{"email":"ada@shop.example"\n', { 'content-range': 'bytes 0-27/28' })).toEqual(refused);
    expect(await read('{}\n', { 'content-range': 'bytes 7-9/28' })).toEqual(refused);
  });

  it('has an address that no cursor holds, because the address is a permission', async () => {
    const part = await read('{"id":"gid://shopify/Order/1"}\n{"id', { 'content-range': 'bytes 0-34/90' });
    expect(part).toMatchObject({ kind: 'ok', value: { cursor: JSON.stringify({ ...cursor, at: 31 }) } });
  });
});
