import fc from 'fast-check';
import { amountColumn, instantColumn, textColumn, unitsColumn, uuidColumn } from './columns.js';
import { bigintColumn, dateColumn, decimalColumn, integerColumn } from './number-columns.js';
import {
  packedColumns,
  readBigints,
  readDays,
  readDecimals,
  readInstants,
  readIntegers,
  readTexts,
  readUnits,
  readUuids,
} from './packed-columns.js';

/** Both formats are the one of Postgres, so what one side writes the other reads. The end-to-end tests have Postgres between them. */
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<(Value | null)[]> => fc.array(fc.option(value));

const decimals = fc
  .tuple(fc.boolean(), fc.oneof(fc.bigInt(0n, 10n ** 6n), fc.bigInt(0n, 10n ** 23n)), fc.integer({ min: 0, max: 4 }))
  .map(([negative, units, places]) => {
    const digits = String(units).padStart(places + 1, '0');
    const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
    return negative && units > 0n ? `-${text}` : text;
  });

/** The text that Postgres prints for a `numeric` of four decimals. */
function withFourPlaces(text: string): string {
  const [whole = '', parts = ''] = text.split('.');
  return `${whole}.${parts.padEnd(4, '0')}`;
}

describe('columns written and read in the binary format', () => {
  it.each(['0.12345', 'NaN', 'Infinity', '1e+21', '1e5', '', '-', `1${'0'.repeat(24)}`, '1,5', '--1'])('refuse %p as a decimal', (text) => {
    expect(() => decimalColumn([text])).toThrow(RangeError);
  });

  it.each([Number.NaN, Infinity])('refuse %p as a time', (ms) => {
    expect(() => instantColumn([ms])).toThrow(RangeError);
  });

  it('keep texts and UUIDs', () => {
    fc.assert(
      fc.property(optional(fc.string({ unit: 'grapheme' })), (texts) => expect(readTexts(textColumn(texts))).toEqual(texts.map((text) => text && text.toWellFormed()))), // prettier-ignore
    );
    fc.assert(fc.property(fc.array(fc.uuid()), (uuids) => expect(readUuids(uuidColumn(uuids))).toEqual(uuids)));
  });

  it('keep whole numbers of up to 64 bits exactly', () => {
    fc.assert(fc.property(fc.array(fc.integer()), (values) => expect(readIntegers(integerColumn(values))).toEqual(values)));
    const large = fc.oneof(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.bigInt(-(2n ** 33n), 2n ** 33n)).map(String);
    fc.assert(fc.property(fc.array(large), (values) => expect(readBigints(bigintColumn(values))).toEqual(values)));
    expect(readBigints(bigintColumn(['999999999999999', '-999999999999999', '-4294967296']))).toEqual(['999999999999999', '-999999999999999', '-4294967296']); // prettier-ignore
  });

  it('keep decimals of either sign and any size', () => {
    fc.assert(
      fc.property(optional(decimals), (values) => {
        expect(readDecimals(decimalColumn(values))).toEqual(values.map((text) => text && withFourPlaces(text)));
      }),
    );
    expect(readDecimals(decimalColumn(['0', '-0.01', '0.8312', '123456789012345678.99']))).toEqual(['0.0000', '-0.0100', '0.8312', '123456789012345678.9900']); // prettier-ignore
  });

  it('keep amounts as ten-thousandths, as exactly as a double can', () => {
    const amounts = [0, 0.0001, 20, 0.5, 99.99, 10_000, 123_456_789.0125, 999_999_999.9999];
    expect(readUnits(amountColumn(amounts))).toEqual(amounts.map((amount) => Math.round(amount * 10_000)));
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 10n ** 17n)), (units) => expect(readUnits(unitsColumn(units))).toEqual(units.map(Number))),
    );
    expect(readUnits(decimalColumn(['-12.5', null]))).toEqual([-125_000, null]);
  });

  it('keep days and times, also the infinite ones', () => {
    const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
    const days = dates.map((date) => date.toISOString().slice(0, 10));
    fc.assert(fc.property(optional(days), (values) => expect(readDays(dateColumn(values))).toEqual(values)));
    const instants = optional(dates.map((date) => date.getTime()));
    fc.assert(fc.property(instants, (values) => expect(readInstants(instantColumn(values))).toEqual(values)));
    expect(readInstants(instantColumn([-Infinity]))).toEqual([-Infinity]);
  });

  it('are empty when there is no row', () => {
    expect(packedColumns({ id: readUuids, at: readInstants }).read([{ id: null, at: null }])).toEqual({ id: [], at: [] });
    // An empty array has no dimensions either.
    expect(readIntegers(Buffer.from('000000000000000000000017', 'hex'))).toEqual([]);
  });

  it('may have values of some rows only', () => {
    const { select } = packedColumns({ id: readUuids, refunded: readUnits }, { refunded: 'is_refunded' });
    expect(select).toBe('array_send(array_agg(id)) AS id, array_send(array_agg(refunded) FILTER (WHERE is_refunded)) AS refunded');
  });

  it('omit trailing zeros, as Postgres does', () => {
    // 120.0000 is one digit in base 10,000, of weight 0, with four decimals. 1200000.00 is one digit of weight 1 with two decimals.
    const numeric = (...words: number[]): Buffer => {
      const bytes = Buffer.alloc(24 + 2 * words.length);
      for (const [at, word] of [1, 0, 1700, 1, 1, 2 * words.length].entries()) bytes.writeInt32BE(word, 4 * at);
      for (const [at, word] of words.entries()) bytes.writeInt16BE(word, 24 + 2 * at);
      return bytes;
    };
    expect(readDecimals(numeric(1, 0, 0, 4, 120))).toEqual(['120.0000']);
    expect(readUnits(numeric(1, 1, 0, 2, 120))).toEqual([12_000_000_000]);
    expect(readDecimals(numeric(1, 2, 0, 0, 7))).toEqual(['700000000']);
    expect(readDecimals(numeric(0, 0, 0, 2))).toEqual(['0.00']);
  });
});
