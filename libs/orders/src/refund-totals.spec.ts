import { customerIdOf, toTenantId } from '#libs/core';
import { validateEvent } from '#libs/ingestion';
import { mergeAll, type OrderRow, toOrderRow } from './fold-orders.js';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
const day = (n: number): string => new Date(Date.UTC(2026, 10, n)).toISOString();

function row(type: string, occurredAt: string, fields: Record<string, unknown>, data: Record<string, unknown> = {}): OrderRow {
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
  return toOrderRow({ event: validated.event, customerId: customerIdOf(TENANT, 'mary') })!;
}

/** The one row that the events make, which must be the same in any order of arrival. */
function orderFrom(...rows: OrderRow[]): OrderRow {
  const [merged] = mergeAll(rows);
  expect(mergeAll(rows.toReversed())).toEqual([merged]);
  return merged!;
}

describe('the total of refunds that a source states', () => {
  const placed = row('order_created', day(1), { value: 100 });
  const stating = (total: unknown, n: number): OrderRow => row('order_updated', day(n), { value: 100 }, { refunded_total: total });

  it('counts as it was stated last and is never added up', () => {
    expect(orderFrom(placed, stating(30, 2), stating(50.5, 3), stating(40, 4))).toMatchObject({ refunded: 0n, refundedTotal: 400_000n });
    expect(orderFrom(placed, stating(30, 2), stating(0, 3))).toMatchObject({ refundedTotal: 0n });
    expect(orderFrom(placed, stating('30', 2), stating(-1, 3), stating(null, 4), stating({}, 5))).toMatchObject({ refundedTotal: 0n });
  });

  it('ends a refund of the whole order when it comes later', () => {
    const refunded = row('order_refunded', day(8), {});
    expect(orderFrom(placed, refunded)).toMatchObject({ fullyRefunded: true });
    expect(orderFrom(placed, refunded, stating(0, 9))).toMatchObject({ amount: 100, refundedTotal: 0n, fullyRefunded: false });
    expect(orderFrom(placed, stating(0, 7), refunded)).toMatchObject({ fullyRefunded: true });
  });
});
