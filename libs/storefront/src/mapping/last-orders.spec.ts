import type { Fields } from './fields.js';
import { lastOrdersIn, summariesWithLast } from './last-orders.js';
import type { StorefrontSource } from './mapped.js';

const SINCE = '2026-09-28T12:00:00.000Z';
const SOURCE: StorefrontSource = {
  platform: 'shopify',
  shop: 'a.myshopify.com',
  namespace: 'two/',
  guestId: (email) => email,
  now: new Date('2026-11-27T12:00:00.000Z'),
};
const ID = `sf:shopify:a.myshopify.com:customers/history:7:${SINCE}`;
const SUMMARY = {
  orders: 3,
  spent: 60,
  currency: 'EUR',
  first_order_at: '2024-03-01T10:00:00.000Z',
  until: '2026-11-27T11:00:00.000Z',
  orders_since: SINCE,
};

const dataOn = (on: string, summary: Fields = SUMMARY): unknown => {
  const found = lastOrdersIn({ lastOrders: [{ on, ids: ['7'] }], ordersSince: SINCE }, SOURCE)!;
  const [mapped] = summariesWithLast(found, new Map([[ID, summary]]), SOURCE);
  return mapped?.kind === 'events' ? mapped.events[0]?.data : mapped?.kind;
};

describe('the last order of a customer of a shop', () => {
  it('completes the summary, which is later than the first one', () => {
    const found = lastOrdersIn({ lastOrders: [{ on: '2026-02-19', ids: ['7', '8'] }], ordersSince: SINCE }, SOURCE)!;
    expect(summariesWithLast(found, new Map([[ID, SUMMARY]]), SOURCE)).toEqual([
      {
        kind: 'events',
        events: [
          {
            event_id: `${ID}:last`,
            customer_id: 'two/7',
            event_type: 'customer_history',
            occurred_at: '2026-02-19T12:00:00.000Z',
            data: { ...SUMMARY, last_order_at: '2026-02-19T12:00:00.000Z', until: '2026-11-27T12:00:00.000Z' },
          },
        ],
      },
      { kind: 'ignored' },
    ]);
  });

  it('is the first too when it is the only one, and never before the first', () => {
    expect(dataOn('2026-02-19', { ...SUMMARY, orders: 1 })).toMatchObject({ first_order_at: '2026-02-19T12:00:00.000Z' });
    expect(dataOn('2023-02-19')).toMatchObject({ first_order_at: '2023-02-19T12:00:00.000Z', last_order_at: '2023-02-19T12:00:00.000Z' });
  });

  it('counts although another worker with a clock ahead wrote the first summary', () => {
    expect(dataOn('2026-02-19', { ...SUMMARY, until: '2026-11-27T12:04:00.000Z' })).toMatchObject({ until: '2026-11-27T12:04:00.000Z' });
  });

  it('lies before the orders that come one by one', () => {
    expect(dataOn('2026-09-28')).toMatchObject({ last_order_at: '2026-09-28T11:59:59.000Z' });
  });
});
