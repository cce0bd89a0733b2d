import * as fc from 'fast-check';
import { eventsOf, map, typesOf } from './test-data/mapping.js';
import { shopifyOrder, shopifyRefund } from './test-data/platform-payloads.js';
import { readJson } from '../read-json.js';

const ORDER_ID = '5678901234567';

type Json = Record<string, unknown>;

const partlyRefunded = (fields: Json): Json =>
  shopifyOrder({ financial_status: 'partially_refunded', updated_at: '2026-11-12T10:00:02-05:00', ...fields });

describe('an order of Shopify', () => {
  it('is placed at its processing time, with its total, by the customer it names', () => {
    expect(eventsOf('orders/create', shopifyOrder())).toEqual([
      {
        event_id: `sf:shopify:mary.myshopify.com:orders/create:${ORDER_ID}:2026-11-10T14:00:00.000Z`,
        customer_id: '115310627314723',
        event_type: 'order_created',
        occurred_at: '2026-11-10T14:00:00.000Z',
        value: 100,
        data: {
          order_id: ORDER_ID,
          order_number: 1234,
          currency: 'EUR',
          financial_status: 'paid',
          items_count: 3,
          source_name: 'web',
          discount_total: '5.00',
          accepts_marketing: true,
          accepts_marketing_updated_at: '2026-11-10T14:00:00.000Z',
          updated_at: '2026-11-10T14:00:01.000Z',
          // Names of products are free text.
          items: [{ product_id: 'IPOD2008PINK', quantity: 2 }],
        },
      },
    ]);
  });

  it('keeps the time and id of its creation when an update overtakes the creation', () => {
    const updated = shopifyOrder({ updated_at: '2026-11-20T10:00:00Z' });
    const [placed, completed] = eventsOf('orders/updated', updated);
    expect(placed?.event_id).toBe(eventsOf('orders/create', shopifyOrder())[0]?.event_id);
    expect(placed?.occurred_at).toBe('2026-11-10T14:00:00.000Z');
    expect(completed).toMatchObject({
      event_id: `sf:shopify:mary.myshopify.com:orders/updated:${ORDER_ID}:2026-11-20T10:00:00.000Z`,
      event_type: 'order_completed',
      occurred_at: '2026-11-20T10:00:00.000Z',
      // A retention that refuses the placement does not make it an order of the update.
      data: { placed_at: '2026-11-10T14:00:00.000Z' },
    });
  });

  it.each([
    ['paid', {}, 'order_completed'],
    ['pending', {}, 'order_updated'],
    ['authorized', {}, 'order_updated'],
    ['partially_refunded', {}, 'order_updated'],
    ['refunded', {}, 'order_refunded'],
    ['voided', {}, 'order_cancelled'],
    ['refunded', { cancelled_at: '2026-11-11T00:00:00Z' }, 'order_cancelled'],
    ['paid', { cancelled_at: '2026-11-11T00:00:00Z' }, 'order_cancelled'],
    [null, {}, 'order_updated'],
  ])('that is %s with %j becomes %s', (status, fields, type) => {
    expect(typesOf('orders/updated', shopifyOrder({ financial_status: status, ...fields }))).toEqual(['order_created', type]);
  });

  it('is cancelled at the time of its cancellation, with the reason', () => {
    const [, cancelled] = eventsOf('orders/cancelled', shopifyOrder({ cancelled_at: '2026-11-11T00:00:00Z', cancel_reason: 'customer' }));
    expect(cancelled).toMatchObject({
      event_type: 'order_cancelled',
      occurred_at: '2026-11-11T00:00:00.000Z',
      data: { cancel_reason: 'customer', updated_at: '2026-11-10T14:00:01.000Z' },
    });
    expect(typesOf('orders/create', shopifyOrder({ cancelled_at: '2026-11-11T00:00:00Z' }))).toEqual(['order_created', 'order_cancelled']);
  });

  it('that arrives cancelled, voided or refunded has an event of its own for that', () => {
    const times = ['2026-11-10T14:00:00Z', '2026-11-10T14:00:01Z', null];
    const order = fc.record({
      created_at: fc.constantFrom(...times.slice(0, 2)),
      processed_at: fc.constantFrom(...times),
      updated_at: fc.constantFrom(...times),
      cancelled_at: fc.constantFrom(...times),
      financial_status: fc.constantFrom('paid', 'pending', 'voided', 'expired', 'refunded', 'partially_refunded', null),
    });
    const topics = fc.constantFrom('orders/create', 'orders/updated', 'orders/cancelled', 'orders/paid', 'orders/restored');
    const ends = new Set(['order_cancelled', 'order_refunded']);
    fc.assert(
      fc.property(topics, order, (topic, fields) => {
        const events = eventsOf(topic, shopifyOrder(fields));
        const ids = events.map((event) => event.event_id);
        expect(new Set(ids).size).toBe(ids.length);
        const isOver = fields.cancelled_at !== null || ['voided', 'expired', 'refunded'].includes(fields.financial_status ?? '');
        expect(events.some((event) => ends.has(event.event_type))).toBe(isOver || topic === 'orders/cancelled');
      }),
    );
  });

  it('is completed when it is paid, unless it was cancelled before', () => {
    expect(typesOf('orders/paid', shopifyOrder())).toEqual(['order_created', 'order_completed']);
    expect(typesOf('orders/paid', shopifyOrder({ cancelled_at: '2026-11-11T00:00:00Z' }))).toEqual(['order_created', 'order_cancelled']);
  });

  it('becomes a refund without a value when it is refunded in full', () => {
    const [, refunded] = eventsOf('orders/updated', shopifyOrder({ financial_status: 'refunded', current_total_price: '0.00' }));
    expect(refunded).not.toHaveProperty('value');
  });

  it.each([
    ['of its refunds', { current_total_price: '60.00', refunds: [shopifyRefund('40.00')] }, 100, 40],
    ['of two refunds', { current_total_price: '30.00', refunds: [shopifyRefund('40.00'), shopifyRefund('30.00')] }, 100, 70],
    ['of prices alone', { current_total_price: '60.00', refunds: undefined }, 100, 40],
    ['of edits', { current_total_price: '60.00', refunds: [shopifyRefund('40.00', { transactions: [] })] }, 60, 0],
    ['of an edit that added', { current_total_price: '90.00', refunds: [shopifyRefund('40.00')] }, 130, 40],
    ['of an older platform', { current_total_price: undefined, refunds: [shopifyRefund('0.10'), shopifyRefund('0.20')] }, 100, 0.3],
    ['of its own total only', { current_total_price: undefined, refunds: undefined }, 100, undefined],
    ['of no amount', { current_total_price: undefined, total_price: undefined, refunds: undefined }, undefined, undefined],
  ])('tells what it cost and what went back, %s', (_, fields, value, total) => {
    const [, event] = eventsOf('orders/updated', partlyRefunded(fields));
    expect([event?.value, event?.data['refunded_total']]).toEqual([value, total]);
  });

  it('keeps every digit of large ids', () => {
    const text = JSON.stringify(shopifyOrder({ id: '#', customer: { id: '##' } }))
      .replace('"#"', '820982911946154508')
      .replace('"##"', '920982911946154509');
    expect(eventsOf('orders/create', readJson(text))[0]).toMatchObject({
      customer_id: '920982911946154509',
      data: { order_id: '820982911946154508' },
    });
    const parsed = { id: 820_982_911_946_154_500, admin_graphql_api_id: 'gid://shopify/Order/820982911946154508' };
    expect(eventsOf('orders/create', shopifyOrder(parsed))[0]?.data.order_id).toBe('820982911946154508');
    expect(map('orders/create', shopifyOrder({ ...parsed, admin_graphql_api_id: undefined }))).toMatchObject({ code: 'no_id' });
  });

  it('belongs to a pseudonym when it is a guest order, the same for the same address', () => {
    const guest = (fields: Json): unknown =>
      eventsOf('orders/create', shopifyOrder({ customer: null, contact_email: null, ...fields }))[0]?.customer_id;
    expect(guest({ email: ' Jon@Example.com ' })).toBe('guest:15');
    expect(guest({ email: null, contact_email: 'jon@example.com' })).toBe('guest:15');
    expect(map('orders/create', shopifyOrder({ customer: null, contact_email: null, email: null }))).toMatchObject({
      kind: 'rejected',
      code: 'no_customer',
    });
  });

  it('is marked when it is a test, and has value 0 when it costs nothing', () => {
    expect(eventsOf('orders/create', shopifyOrder({ test: true }))[0]?.data).toMatchObject({ test: true });
    expect(eventsOf('orders/create', shopifyOrder({ total_price: '0.00', current_total_price: '0.00' }))[0]?.value).toBe(0);
  });

  it('is refused without a time', () => {
    expect(map('orders/create', shopifyOrder({ created_at: 'yesterday', processed_at: null, updated_at: null }))).toMatchObject({
      code: 'no_time',
    });
  });

  it('needs only an id, a time and a customer', () => {
    expect(eventsOf('orders/create', { id: 1, created_at: '2026-11-10T00:00:00+0100', customer: { id: 'c-1' } })).toEqual([
      {
        event_id: 'sf:shopify:mary.myshopify.com:orders/create:1:2026-11-09T23:00:00.000Z',
        customer_id: 'c-1',
        event_type: 'order_created',
        occurred_at: '2026-11-09T23:00:00.000Z',
        data: { order_id: '1' },
      },
    ]);
  });
});

const YEN = { shop_money: { amount: '-20.00', currency_code: 'USD' }, presentment_money: { amount: '-3000', currency_code: 'JPY' } };
const YEN_ADJUSTMENT = { kind: 'refund_discrepancy', amount: '-3000', amount_set: YEN };
const YEN_TRANSACTION = {
  kind: 'refund',
  status: 'success',
  amount: '3000',
  currency: 'JPY',
  amount_set: { shop_money: { amount: '20.00', currency_code: 'USD' } },
};
const IN_YEN = { transactions: [{ kind: 'refund', status: 'success', amount: '3000', currency: 'JPY' }] };

describe('a refund', () => {
  it('has the amount of its transactions and the customer of its order', () => {
    expect(eventsOf('refunds/create', shopifyRefund('40.00'))).toEqual([
      {
        event_id: 'sf:shopify:mary.myshopify.com:refunds/create:890088186047:2026-11-12T15:00:00.000Z',
        customer_id: null,
        event_type: 'order_refunded',
        occurred_at: '2026-11-12T15:00:00.000Z',
        value: 40,
        data: { order_id: ORDER_ID, currency: 'EUR' },
      },
    ]);
  });

  it.each([
    ['several transactions', { transactions: [{ amount: '1.10' }, { amount: '2.20' }] }, 3.3],
    ['one that failed', { transactions: [{ kind: 'refund', status: 'failure', amount: '5' }] }, 0],
    ['nothing moved', { transactions: [] }, 0],
    ['lines alone', { transactions: undefined }, 40],
    ['a currency of the customer', { transactions: [{ kind: 'refund', status: 'success', amount: '44.50', currency: 'USD' }] }, 40],
    [
      'shipping too',
      { transactions: undefined, order_adjustments: [{ kind: 'shipping_refund', amount: '-5.00', tax_amount: '-1.00' }] },
      46,
    ],
    ['a currency of the customer, and no lines', { ...IN_YEN, order_adjustments: [YEN_ADJUSTMENT], refund_line_items: [] }, 20],
    ['a currency of the customer, told by its transaction', { ...IN_YEN, transactions: [YEN_TRANSACTION], refund_line_items: [] }, 20],
    ['one number', { transactions: undefined, refund_line_items: undefined, amount: 7.5 }, 7.5],
  ])('of %s', (_, fields, value) => expect(eventsOf('refunds/create', shopifyRefund('40.00', fields))[0]?.value).toBe(value));

  it('in the currency of the customer is never taken for money of the shop', () => {
    const refund = shopifyRefund('0', { ...IN_YEN, refund_line_items: [], order_adjustments: [YEN_ADJUSTMENT] });
    expect(eventsOf('refunds/create', refund)[0]).toMatchObject({ value: 20, data: { currency: 'USD' } });
    const order = partlyRefunded({ currency: 'USD', current_total_price: '90.00', refunds: [refund] });
    expect(eventsOf('orders/updated', order)[1]).toMatchObject({ value: 110, data: { refunded_total: 20 } });
    // Without an amount in the currency of the shop, nothing is subtracted rather than yen from dollars.
    const unknown = partlyRefunded({ currency: 'USD', current_total_price: '90.00', refunds: [{ ...IN_YEN }] });
    expect(eventsOf('orders/updated', unknown)[1]).toMatchObject({ value: 90 });
  });

  it('is refused without an order or an amount', () => {
    expect(map('refunds/create', shopifyRefund('1', { order_id: null }))).toMatchObject({ code: 'no_id' });
    expect(map('refunds/create', { id: 1, order_id: 2 })).toMatchObject({ code: 'no_amount' });
  });
});
