import { summariesOf } from './customer-summary.js';
import type { Fields } from './fields.js';
import type { StorefrontSource } from './mapped.js';

const NOW = new Date('2026-11-27T12:00:00.000Z');
const SINCE = '2026-09-28T12:00:00.000Z';
const SOURCE: StorefrontSource = { platform: 'shopify', shop: 'a.myshopify.com', namespace: '', guestId: (email) => email, now: NOW };

const customer = (fields: Fields = {}): Fields => ({
  id: 'gid://shopify/Customer/7',
  createdAt: '2024-03-01T10:00:00Z',
  numberOfOrders: '8',
  amountSpent: { amount: '412.50', currencyCode: 'EUR' },
  lastOrder: null,
  ...fields,
});
const dataOf = (fields: Fields, others: readonly Fields[] = []): unknown => {
  const [mapped] = summariesOf([customer(fields), ...others], SINCE, SOURCE);
  return mapped?.kind === 'events' ? mapped.events[0]?.data : mapped?.kind;
};

describe('the summary of a customer of a shop', () => {
  it('has the number and the sum of all orders, and the time since when orders come one by one', () => {
    expect(summariesOf([customer()], SINCE, { ...SOURCE, namespace: 'two/' })).toEqual([
      {
        kind: 'events',
        events: [
          {
            event_id: `sf:shopify:a.myshopify.com:customers/history:7:${SINCE}`,
            customer_id: 'two/7',
            event_type: 'customer_history',
            occurred_at: '2024-03-01T10:00:00.000Z',
            data: {
              orders: 8,
              spent: 412.5,
              currency: 'EUR',
              first_order_at: '2024-03-01T10:00:00.000Z',
              until: NOW.toISOString(),
              orders_since: SINCE,
            },
          },
        ],
      },
    ]);
  });

  it('has the last order where the shop shows it, and the only order is the first too', () => {
    expect(dataOf({ lastOrder: { createdAt: '2026-10-01T00:00:00Z' } })).toMatchObject({ last_order_at: '2026-10-01T00:00:00.000Z' });
    const only = { numberOfOrders: '1', lastOrder: { createdAt: '2026-10-01T00:00:00Z' } };
    expect(dataOf(only)).toMatchObject({ first_order_at: '2026-10-01T00:00:00.000Z' });
  });

  it.each([
    ['a newsletter subscriber without an order', { numberOfOrders: '0' }],
    ['a customer who came while orders are imported', { createdAt: '2026-10-01T00:00:00Z' }],
    ['a customer without an id', { id: null }],
  ])('is not made of %s', (_who, fields) => {
    expect(dataOf(fields)).toBe('ignored');
  });

  it('begins as long after the registration as is usual in the shop', () => {
    const seen = (days: number): Fields =>
      customer({
        createdAt: '2026-01-01T00:00:00Z',
        numberOfOrders: 1,
        lastOrder: { createdAt: new Date(Date.UTC(2026, 0, 1 + days)).toISOString() },
      });
    const late = Array.from({ length: 5 }, () => seen(300));
    expect(dataOf({}, late)).toMatchObject({ first_order_at: '2024-12-26T10:00:00.000Z' });
    expect(
      dataOf(
        {},
        Array.from({ length: 5 }, () => seen(0)),
      ),
    ).toMatchObject({ first_order_at: '2024-03-01T10:00:00.000Z' });
    expect(dataOf({ createdAt: '2026-09-01T00:00:00Z' }, late)).toMatchObject({ first_order_at: SINCE });
  });
});
