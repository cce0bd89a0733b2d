import type { OrderDto } from '../../api/schema';
import { drawnDays, isCounted } from './drawn-days';

const order = (day: string, fields: Partial<OrderDto> = {}): OrderDto => ({
  order_id: null, order_number: null, placed_at: `${day}T10:00:00.000Z`, amount: '20.00', refunded: '0.00', currency: 'EUR', status: 'placed', test: false, ...fields,
}); // prettier-ignore
const days = (...orders: OrderDto[]): unknown[] =>
  drawnDays(orders, 'EUR', (instant) => instant.slice(0, 10)).map(({ amount, sums }) => [amount, Object.fromEntries(sums)]);

describe('The chart of orders over time', () => {
  it('adds up the orders of a day, the oldest day first', () => {
    expect(days(order('2026-11-02'), order('2026-11-01', { amount: '5.50' }), order('2026-11-01'))).toEqual([
      [25.5, { EUR: 25.5 }],
      [20, { EUR: 20 }],
    ]);
  });

  it('draws what is left of an order after its refunds', () => {
    expect(days(order('2026-11-01', { amount: '50.00', refunded: '20.00' }))).toEqual([[30, { EUR: 30 }]]);
  });

  it('never adds an amount in another currency to those of the shop, and keeps its day', () => {
    const yen = { amount: '4000.00', currency: 'JPY' };
    expect(days(order('2026-11-02', yen), order('2026-11-01', yen), order('2026-11-01'))).toEqual([
      [20, { EUR: 20, JPY: 4000 }],
      [0, { JPY: 4000 }],
    ]);
  });

  it.each([{ test: true }, { status: 'cancelled' as const }, { status: 'refunded' as const }, { amount: '0.00' }])(
    'leaves out an order that does not count: %j',
    (fields) => expect([isCounted(order('2026-11-01', fields)), isCounted(order('2026-11-01', { amount: null }))]).toEqual([false, true]),
  );

  it('keeps the day of an order without an amount', () => {
    expect(days(order('2026-11-01', { amount: null }))).toEqual([[0, {}]]);
  });
});
