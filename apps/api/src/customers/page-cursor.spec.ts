import { AppError, toTenantId } from '#libs/core';
import * as fc from 'fast-check';
import { decodeCursor, encodeCursor, type PageEnd, withinBigint } from './page-cursor.js';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
const OTHER = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1c');
const SORT = 'churn_score_desc';
const CUSTOMER = '36e58027-35d1-50b2-ba09-6de8da2de2ba';
const END: PageEnd = { isScored: true, value: '-8312', id: CUSTOMER };
const CURSOR = encodeCursor(TENANT, SORT, END);

const packed = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
const [SEAL] = JSON.parse(Buffer.from(CURSOR, 'base64url').toString()) as [string];

const reading = (cursor: string) => (): PageEnd => decodeCursor(TENANT, SORT, cursor);
const REFUSED = expect.objectContaining({ code: 'invalid_query', details: [expect.objectContaining({ field: 'cursor' })] });

describe('the page cursor', () => {
  it('contains the position where the page ended', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.uuid(), (isScored, value, id) => {
        const end = { isScored, value: String(value), id };
        expect(decodeCursor(TENANT, SORT, encodeCursor(TENANT, SORT, end))).toEqual(end);
      }),
    );
  });

  it('holds a value of a contact beyond a bigint, and no other sort does', () => {
    const end = { isScored: true, value: `-${'9'.repeat(37)}`, id: CUSTOMER };
    expect(decodeCursor(TENANT, 'contact_value_desc', encodeCursor(TENANT, 'contact_value_desc', end))).toEqual(end);
    expect(reading(encodeCursor(TENANT, SORT, end))).toThrow(REFUSED);
    const longer = encodeCursor(TENANT, 'contact_value_desc', { ...end, value: `-${'9'.repeat(38)}` });
    expect(() => decodeCursor(TENANT, 'contact_value_desc', longer)).toThrow(REFUSED);
    expect([withinBigint(BigInt(end.value)), withinBigint(-7n), withinBigint(10n ** 30n)]).toEqual([-(2n ** 63n), -7n, 2n ** 63n - 1n]);
  });

  it('needs no escaping in a URL', () => {
    expect(CURSOR).toMatch(/^[\w-]+$/);
    expect(encodeURIComponent(CURSOR)).toBe(CURSOR);
  });

  it('is refused for another tenant and for another sort', () => {
    expect(() => decodeCursor(OTHER, SORT, CURSOR)).toThrow(REFUSED);
    expect(() => decodeCursor(TENANT, 'churn_score_asc', CURSOR)).toThrow(REFUSED);
  });

  it.each([
    ['is empty', ''],
    ['is a page number', '2'],
    ['is -1', '-1'],
    ['is null', 'null'],
    ['is the id of a customer', CUSTOMER],
    ['is huge', 'A'.repeat(100_000)],
    ['is cut', CURSOR.slice(0, -4)],
    ['appears twice', CURSOR + CURSOR],
    ['ends with what base64url does not have', `${CURSOR}!!`],
    ['is padded', `${CURSOR}==`],
    ['begins with a space', ` ${CURSOR}`],
    ['is no JSON', Buffer.from('seal,0.5').toString('base64url')],
    ['holds an object', packed({ 0: SEAL, 1: true, 2: '-5000', 3: CUSTOMER, length: 4 })],
    ['holds a text', packed(SEAL)],
    ['holds too little', packed([SEAL, true, '-5000'])],
    ['holds too much', packed([SEAL, true, '-5000', CUSTOMER, 1])],
    ['has no seal', packed(['', true, '-5000', CUSTOMER])],
    ['does not tell whether it is among the scored', packed([SEAL, 1, '-5000', CUSTOMER])],
    ['has a position that is a number', packed([SEAL, true, -5000, CUSTOMER])],
    ['has a position with decimals', packed([SEAL, true, '0.5', CUSTOMER])],
    ['has a position with a leading zero', packed([SEAL, true, '-05000', CUSTOMER])],
    ['has a position that is NaN', packed([SEAL, true, 'NaN', CUSTOMER])],
    ['has a position that Postgres could not hold', packed([SEAL, true, '9223372036854775808', CUSTOMER])],
    ['has a position that is SQL', packed([SEAL, true, '-5000 OR true', CUSTOMER])],
    ['has no id', packed([SEAL, true, '-5000', null])],
    ['has an id that is SQL', packed([SEAL, true, '-5000', `${CUSTOMER}' OR true`])],
  ])('is refused when it %s', (_what, cursor) => {
    expect(reading(cursor)).toThrow(AppError);
    expect(reading(cursor)).toThrow(REFUSED);
  });

  it('is refused with a message that shows only its start', () => {
    expect(reading('x'.repeat(5000))).toThrow(
      `cursor "${'x'.repeat(40)}" is not valid: it must be the next_cursor of a page with the same sort`,
    );
  });

  it('throws no other error for any text', () => {
    const oddCursors = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.base64String(),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
    );
    fc.assert(
      fc.property(oddCursors, (cursor) => expect(reading(cursor)).toThrow(REFUSED)),
      { numRuns: 1000 },
    );
  });
});
