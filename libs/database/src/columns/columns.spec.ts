import fc from 'fast-check';
import {
  amountColumn,
  booleanColumn,
  instantColumn,
  jsonColumn,
  smallintColumn,
  textColumn,
  unitsColumn,
  unitsOf,
  uuidColumn,
} from './columns.js';

/** The reader of Postgres: five words of four bytes, and for each element its length, -1 for null, and that many bytes. */
function read(bytes: Buffer): { header: number[]; elements: (Buffer | null)[] } {
  const header = [0, 4, 8, 12, 16].map((at) => bytes.readInt32BE(at));
  const elements: (Buffer | null)[] = [];
  let at = 20;
  while (at < bytes.length) {
    const length = bytes.readInt32BE(at);
    at += 4;
    elements.push(length === -1 ? null : bytes.subarray(at, at + length));
    at += Math.max(0, length);
  }
  expect(at).toBe(bytes.length);
  return { header, elements };
}

/** Four digits at a time, each with its weight, as `numeric_recv` does. */
function readDecimal(bytes: Buffer): string {
  const [count, weight, sign, scale] = [0, 2, 4, 6].map((at) => bytes.readInt16BE(at)) as [number, number, number, number];
  expect([scale, bytes.length]).toEqual([4, 8 + 2 * count]);
  const digits = Array.from({ length: count }, (_, i) => bytes.readInt16BE(8 + 2 * i));
  expect(digits.every((digit) => digit >= 0 && digit < 10_000)).toBe(true);
  const units = digits.reduce((sum, digit, i) => sum + BigInt(digit) * 10_000n ** BigInt(weight - i + 1), 0n);
  expect([0, 0x4000]).toContain(sign);
  return `${sign === 0 ? '' : '-'}${String(units)
    .padStart(5, '0')
    .replace(/(\d{4})$/, '.$1')}`;
}

const decimals = (bytes: Buffer): (string | null)[] => read(bytes).elements.map((element) => element && readDecimal(element));

/** The value that Postgres reads from a text with at most four decimals. */
function asNumeric(text: string): string {
  const [whole, parts = ''] = text.split('.');
  expect(parts.length).toBeLessThanOrEqual(4);
  return `${whole}.${parts.padEnd(4, '0')}`;
}

describe('a column in the binary format', () => {
  it('contains its dimension, nulls, type, length and lower bound', () => {
    expect(read(textColumn(['a', null])).header).toEqual([1, 1, 25, 2, 1]);
    expect(read(jsonColumn(['[]'])).header).toEqual([1, 0, 3802, 1, 1]);
    expect(read(uuidColumn([])).header).toEqual([1, 0, 2950, 0, 1]);
    expect(read(instantColumn([0])).header[2]).toBe(1184);
    expect(read(amountColumn([0])).header[2]).toBe(1700);
    expect(read(unitsColumn([0n])).header[2]).toBe(1700);
    expect(read(smallintColumn([0])).header[2]).toBe(21);
    expect(read(booleanColumn([true])).header[2]).toBe(16);
  });

  it('keeps any text, and distinguishes an empty text from null', () => {
    const texts = fc.array(fc.option(fc.string({ unit: 'binary' })));
    fc.assert(
      fc.property(texts, (values) => {
        expect(read(textColumn(values)).elements.map((text) => text && text.toString())).toEqual(
          values.map((text) => text && text.toWellFormed()),
        );
      }),
    );
    expect(read(textColumn(['', null])).elements).toEqual([Buffer.alloc(0), null]);
  });

  it('writes JSON after its version byte', () => {
    expect(read(jsonColumn(['{"a":"é"}', null])).elements).toEqual([Buffer.from('\u0001{"a":"é"}'), null]);
  });

  it('keeps UUIDs in upper and lower case', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const expected = Buffer.from(uuid.replaceAll('-', ''), 'hex');
        expect(read(uuidColumn([uuid, uuid.toUpperCase()])).elements).toEqual([expected, expected]);
      }),
    );
  });

  it('keeps times as microseconds since 2000, before and after', () => {
    const instants = fc.array(fc.option(fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })));
    fc.assert(
      fc.property(instants, (dates) => {
        const found = read(instantColumn(dates.map((date) => date && date.getTime()))).elements;
        expect(found.map((bytes) => bytes && Number(bytes.readBigInt64BE() / 1000n + 946_684_800_000n))).toEqual(
          dates.map((date) => date && date.getTime()),
        );
      }),
    );
    expect(read(instantColumn([-Infinity])).elements[0]?.readBigInt64BE()).toBe(-(2n ** 63n));
  });

  it('keeps amounts exactly as their text', () => {
    const anywhere = fc.double({ min: 0, max: 1e12, noNaN: true });
    const amounts = fc.oneof(
      fc.constantFrom(0, 0.0001, 0.99996, 9999.99999, 2 ** 39, 1e12, 999_999_999_999.9999, 123_456_789.0125, 713_416_243_617.732),
      anywhere,
      fc.integer({ min: 0, max: 1e9 }).map((units) => units / 1e4),
      fc.double({ min: 2 ** 38, max: 1e12, noNaN: true }),
    );
    // Events are stored like this: with the nearest amount of four decimals.
    const stored = amounts.map((amount) => Number(amount.toFixed(4)));
    fc.assert(
      fc.property(fc.array(fc.option(stored)), (values) => {
        expect(decimals(amountColumn(values))).toEqual(values.map((value) => (value === null ? null : asNumeric(String(value)))));
        const given = values.filter((value) => value !== null);
        expect(decimals(unitsColumn(given.map(unitsOf)))).toEqual(given.map((value) => asNumeric(String(value))));
      }),
      { examples: [[[0, 1, 713_416_243_617.732, 999_999_999_999.9999]]] },
    );
  });

  it('keeps sums of any size in ten-thousandths', () => {
    expect(decimals(unitsColumn([0n, 1n, 123_456n, 29_999_999_999_999_999n, 10n ** 19n]))).toEqual([
      '0.0000',
      '0.0001',
      '12.3456',
      '2999999999999.9999',
      '1000000000000000.0000',
    ]);
  });

  it('keeps sums below zero, which corrected refunds may make', () => {
    expect(decimals(unitsColumn([-1n, -123_456n, 5n]))).toEqual(['-0.0001', '-12.3456', '0.0005']);
  });

  it('refuses a negative amount', () => {
    expect(() => amountColumn([1, -0.5])).toThrow('-0.5 is negative');
  });

  it('keeps small numbers and booleans', () => {
    expect(read(smallintColumn([3, -1])).elements).toEqual([Buffer.from([0, 3]), Buffer.from([255, 255])]);
    expect(read(booleanColumn([true, false])).elements).toEqual([Buffer.from([1]), Buffer.from([0])]);
  });
});
