import { ExternalIdPipe } from './external-id.pipe.js';

const pipe = new ExternalIdPipe();

describe('a customer id in a path', () => {
  it.each(['c-42', ' ', 'mary@shop/7', '😀', "'; DROP TABLE customers; --"])('is passed on unchanged: %j', (text) => {
    expect(pipe.transform(text)).toBe(text);
  });

  it.each(['a\u0000b', '\ud83d', 'x\ude00'])('gets 404 when no customer can have it: %j', (text) => {
    expect(() => pipe.transform(text)).toThrow(expect.objectContaining({ code: 'not_found', message: 'customer not found' }));
  });
});
