import { customerIdOf, toTenantId } from '#libs/core';
import { decodeTimelineCursor, encodeTimelineCursor } from './timeline-cursor.js';
import type { Position } from './timeline-order.js';

const TENANT = toTenantId('8c2f1d52-6f0a-4a55-9a0e-3d3a8f3f9e11');
const ADA = customerIdOf(TENANT, 'ada');
const ID = '0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b';
const at = new Date('2026-11-21T10:20:30.456Z');
const cursorOf = (position: Position): string => encodeTimelineCursor(ADA, position);

describe('the cursor of a timeline', () => {
  it.each<Position>([
    { kind: 'order', at, key: 'order:with spaces\nand lines 😀' },
    { kind: 'order', at, key: '' },
    { kind: 'refund', at, key: 'event:5' },
    { kind: 'score', at, key: '' },
    { kind: 'activity', at, key: 'cart_updated' },
    { kind: 'note', at, key: ID },
    { kind: 'campaign', at, key: ID },
    { kind: 'delivery', at, key: ID },
  ])('leads back to the entry it was made of: %j', (position) => {
    expect(decodeTimelineCursor(ADA, cursorOf(position))).toEqual(position);
  });

  it.each([
    ['no cursor at all', 'nonsense'],
    ['nothing', ''],
    ['a cursor of another customer', encodeTimelineCursor(customerIdOf(TENANT, 'eve'), { kind: 'score', at, key: '' })],
    ['followed by what base64url does not have', `${cursorOf({ kind: 'score', at, key: '' })}!!`],
    ['an unknown kind', cursorOf({ kind: 'visit' as 'order', at, key: '' })],
    ['an id that is no UUID', cursorOf({ kind: 'delivery', at, key: 'x' })],
    ['a key that Postgres cannot store', cursorOf({ kind: 'order', at, key: 'a\u0000b' })],
    ['an instant that cannot be stored', cursorOf({ kind: 'score', at: new Date('+010000-01-01T00:00:00Z'), key: '' })],
  ])('is refused when it is %s', (_, cursor) => {
    expect(() => decodeTimelineCursor(ADA, cursor)).toThrow(expect.objectContaining({ code: 'invalid_query' }));
  });
});
