import { partOf } from './shopify-bulk.js';

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
