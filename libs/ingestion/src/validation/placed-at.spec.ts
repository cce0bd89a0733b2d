import { customerIdOf, toTenantId } from '#libs/core';
import { mergeAll, type OrderRow, toOrderRow } from '#libs/orders';
import { validateEvent } from './validate-event.js';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
const NOW = new Date('2026-11-21T12:00:00.000Z');

const at = (n: number): number => Date.UTC(2026, 10, n);
const day = (n: number): string => new Date(at(n)).toISOString();

/** Returns the row of order 1 that an event makes, after validation. */
function rowOf(event_type: string, occurred_at: string, data: object, value?: number): OrderRow {
  const validated = validateEvent({ event_id: occurred_at, customer_id: 'mary', event_type, occurred_at, value, data: { order_id: '1', ...data } }, NOW); // prettier-ignore
  if (validated.kind === 'rejected') throw new Error(validated.error);
  return toOrderRow({ event: validated.event, customerId: customerIdOf(TENANT, 'mary') })!;
}

describe('the time of a purchase that an event names', () => {
  it('is the time of the order when that is before the event, also when no event of the purchase arrived', () => {
    const updated = rowOf('order_updated', day(9), { placed_at: day(2) }, 90);
    expect(updated).toMatchObject({ placedAt: at(2), stateAt: at(9), amount: 90 });
    expect(mergeAll([updated, rowOf('order_created', day(1), {}, 100)])).toMatchObject([{ placedAt: at(1), amount: 90 }]);
  });

  it.each([day(10), '2026-13-01T00:00:00Z', '1999-01-01T00:00:00Z', 'last week', 7, null, {}])('means nothing when it is %j', (value) => {
    expect(rowOf('order_completed', day(9), { placed_at: value }).placedAt).toBe(at(9));
  });

  it('places no order by a refund or a cancellation', () => {
    expect(rowOf('order_refunded', day(9), { placed_at: day(2) }, 1).placedAt).toBeNull();
    expect(rowOf('order_cancelled', day(9), { placed_at: day(2) }).placedAt).toBeNull();
  });
});
