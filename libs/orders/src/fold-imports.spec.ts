import { customerIdOf, ORDER_STATES, toTenantId } from '#libs/core';
import { validateEvent, type ValidEvent } from '#libs/ingestion';
import { mergeOrders, type OrderRow, toOrderRow } from './fold-orders.js';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
const CANCELLED = ORDER_STATES.cancelled;

const at = (n: number): number => Date.UTC(2026, 10, n);
const day = (n: number): string => new Date(at(n)).toISOString();

function event(type: string, occurredAt: string, fields: Record<string, unknown> = {}, data: Record<string, unknown> = {}): ValidEvent {
  const wire = {
    event_id: 'e-1',
    customer_id: 'mary',
    event_type: type,
    occurred_at: occurredAt,
    ...fields,
    data: { order_id: '1', ...data },
  };
  const validated = validateEvent(wire, new Date(day(30)));
  if (validated.kind === 'rejected') throw new Error(validated.error);
  return validated.event;
}

/** @param importedAt absent: no import states the event */
const row = (single: ValidEvent, importedAt?: number, placedBefore?: number): OrderRow =>
  toOrderRow({
    event: single,
    customerId: customerIdOf(TENANT, 'mary'),
    ...(importedAt !== undefined && { importedAt }),
    ...(placedBefore !== undefined && { placedBefore }),
  })!;

describe('an order of several imports', () => {
  const paid = event('order_completed', day(1), { value: 100 });
  const edited = event('order_completed', day(1), { value: 80 });
  const cancelled = event('order_cancelled', day(2), { value: 100 }, { placed_at: day(1) });

  it('is as the later import says, whether that is more or less, and whatever it says was before', () => {
    const [first, later] = [row(paid, at(20)), row(edited, at(21))];
    for (const merged of [mergeOrders(first, later), mergeOrders(later, first)]) expect(merged.amount).toBe(80);
    expect(mergeOrders(row(cancelled, at(20)), row(paid, at(21))).state).toBe(ORDER_STATES.completed);
    expect(mergeOrders(row(paid, at(20)), row(cancelled, at(21))).state).toBe(CANCELLED);
  });

  it('has its date and amount also when it is cancelled', () => {
    expect(row(cancelled, at(20))).toMatchObject({ placedAt: at(1), amount: 100, state: CANCELLED });
  });

  it('has the date that the later import states, whether that is later or earlier', () => {
    const first = row(event('order_completed', day(3), { value: 100 }), at(20));
    const moved = row(event('order_completed', day(9), { value: 100 }), at(21), at(3));
    const back = row(event('order_completed', day(5), { value: 100 }), at(22), at(9));
    expect(mergeOrders(first, moved).placedAt).toBe(at(9));
    for (const merged of [mergeOrders(mergeOrders(first, moved), back), mergeOrders(back, mergeOrders(moved, first))])
      expect(merged.placedAt).toBe(at(5));
  });

  it('keeps the earliest date where the later import changes something else', () => {
    const shop = row(event('order_updated', day(1), { value: 100 }));
    const first = row(event('order_completed', day(3), { value: 100 }), at(20));
    const cheaper = row(event('order_completed', day(3), { value: 80 }), at(21), at(3));
    expect(mergeOrders(mergeOrders(shop, first), cheaper).placedAt).toBe(at(1));
  });

  it('is as the shop says, however late the import comes', () => {
    const ended = row(event('order_cancelled', day(2)));
    const updated = row(event('order_updated', day(2), { value: 60 }));
    // A file without a time zone may date the order after what the shop said.
    const late = row(event('order_completed', day(3), { value: 100 }), at(21));
    expect(mergeOrders(ended, late)).toMatchObject({ state: CANCELLED, amount: 100 });
    expect(mergeOrders(late, updated)).toMatchObject({ state: ORDER_STATES.updated, amount: 60 });
  });

  it('is as the import says when the shop has said only that there is an order', () => {
    expect(mergeOrders(row(event('order_created', day(1), { value: 100 })), row(cancelled, at(21))).state).toBe(CANCELLED);
  });
});
