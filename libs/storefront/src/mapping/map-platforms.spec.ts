import * as fc from 'fast-check';
import { validateEvent } from '#libs/ingestion';
import { eventsOf, map, NOW, SHOPIFY, typesOf, WOO } from './test-data/mapping.js';
import {
  PERSONAL,
  shopifyCustomer,
  shopifyOrder,
  shopifyRefund,
  wooCommerceCustomer,
  wooCommerceOrder,
} from './test-data/platform-payloads.js';
import { mapResource } from './map-resource.js';
import { type Topic, topicOf } from './topics.js';

type Json = Record<string, unknown>;

describe('an order of WooCommerce', () => {
  it('is placed at its UTC time by the customer it names', () => {
    expect(eventsOf('order.created', wooCommerceOrder(), WOO)).toEqual([
      {
        event_id: 'sf:woocommerce:mary.example:orders/create:727:2026-11-10T11:00:00.000Z',
        customer_id: '26',
        event_type: 'order_created',
        occurred_at: '2026-11-10T11:00:00.000Z',
        value: 100,
        data: {
          order_id: '727',
          order_number: '727',
          currency: 'EUR',
          financial_status: 'processing',
          items_count: 2,
          source_name: 'checkout',
          discount_total: '5.00',
          updated_at: '2026-11-10T11:01:00.000Z',
          items: [{ product_id: '93', quantity: 2 }],
        },
      },
    ]);
  });

  it.each([
    ['pending', ['order_created', 'order_updated']],
    ['on-hold', ['order_created', 'order_updated']],
    ['processing', ['order_created', 'order_completed']],
    ['completed', ['order_created', 'order_completed']],
    ['cancelled', ['order_created', 'order_cancelled']],
    ['failed', ['order_created', 'order_cancelled']],
    ['refunded', ['order_created', 'order_refunded']],
    ['packed-by-plugin', ['order_created', 'order_updated']],
    ['constructor', ['order_created', 'order_updated']],
  ])('that is %s becomes %j', (status, types) => expect(typesOf('order.updated', wooCommerceOrder({ status }), WOO)).toEqual(types));

  it('does not count while it is a draft', () => {
    expect(map('order.created', wooCommerceOrder({ status: 'checkout-draft' }), WOO)).toEqual({ kind: 'ignored' });
  });

  it('belongs to a pseudonym when its customer id is 0, a guest', () => {
    expect(eventsOf('order.created', wooCommerceOrder({ customer_id: 0 }), WOO)[0]?.customer_id).toBe('guest:20');
    expect(map('order.created', wooCommerceOrder({ customer_id: 0, billing: {} }), WOO)).toMatchObject({ code: 'no_customer' });
  });

  it('has no customer where a till entered the address that all of its orders share', () => {
    for (const email of ['noemail@shop.example', 'POS@shop.example '])
      expect(map('order.created', wooCommerceOrder({ customer_id: 0, billing: { email } }), WOO)).toMatchObject({ code: 'no_customer' });
  });

  it('keeps its total and reports its refunds separately', () => {
    const refunds = [{ id: 726, reason: '', total: '-10.00' }, { id: 724, reason: '', total: '-9.00' }]; // prettier-ignore
    expect(eventsOf('order.updated', wooCommerceOrder({ refunds }), WOO)[1]).toMatchObject({ value: 100, data: { refunded_total: 19 } });
    // The shop has deleted its refunds.
    expect(eventsOf('order.updated', wooCommerceOrder({ refunds: [] }), WOO)[1]).toMatchObject({ value: 100, data: { refunded_total: 0 } });
  });
});

describe('an order with a total that is not an amount', () => {
  it.each([
    ['WooCommerce', 'order.updated', wooCommerceOrder({ total: '1.234,00' }), WOO],
    ['WooCommerce', 'order.updated', wooCommerceOrder({ total: 'NaN' }), WOO],
    ['WooCommerce', 'order.updated', wooCommerceOrder({ total: '-5.00' }), WOO],
    ['Shopify', 'orders/create', shopifyOrder({ total_price: 'free' }), SHOPIFY],
  ])('of %s is kept and named', (_, topic, resource, source) =>
    expect(map(topic, resource, source)).toMatchObject({ kind: 'events', unread: 'unread_amount' }),
  );

  it('is none when the platform states no total', () => {
    for (const total of [undefined, null, '', '0.00'])
      expect(map('order.updated', wooCommerceOrder({ total }), WOO)).not.toHaveProperty('unread');
  });
});

describe('a resource of the legacy API of WooCommerce', () => {
  it.each([
    ['order.created', { order: { id: 645, order_number: 645, created_at: '2026-08-26T20:00:21Z', customer_id: 2 } }],
    ['order.updated', { order: { id: 645, status: 'completed' } }],
    ['order.deleted', { order: { id: 645 } }],
    ['customer.created', { customer: { id: 25, created_at: '2026-08-26T20:00:21Z' } }],
  ])('is refused by a reason of its own: %s', (topic, resource) =>
    expect(map(topic, resource, WOO)).toMatchObject({ code: 'legacy_payload' }),
  );

  it('is not taken for one when it has an id', () =>
    expect(map('order.created', { id: 5, customer: {} }, WOO)).toMatchObject({ code: 'no_customer' }));
});

describe('a customer', () => {
  it.each([
    ['customers/create', shopifyCustomer(), SHOPIFY, 'customer_created', '2026-11-01T20:09:45.000Z', '706405506930'],
    ['customers/update', shopifyCustomer(), SHOPIFY, 'customer_updated', '2026-11-05T20:09:45.000Z', '706405506930'],
    ['customers/delete', { id: 706_405_506_930 }, SHOPIFY, 'customer_deleted', NOW.toISOString(), '706405506930'],
    ['customer.created', wooCommerceCustomer(), WOO, 'customer_created', '2026-11-09T16:56:32.000Z', '25'],
    ['customer.updated', wooCommerceCustomer(), WOO, 'customer_updated', '2026-11-09T17:02:02.000Z', '25'],
  ])('of %s', (topic, resource, source, ...[type, at, id]) => {
    expect(eventsOf(topic, resource, source)[0]).toMatchObject({ event_type: type, occurred_at: at, customer_id: id });
  });

  it('is deleted again after coming back, also by a body without a time', () => {
    const deletedAt = (now: Date, body: Json): string | undefined => eventsOf('customers/delete', body, { ...SHOPIFY, now })[0]?.event_id;
    const later = new Date(NOW.getTime() + 1);
    expect(deletedAt(later, { id: 7 })).not.toBe(deletedAt(NOW, { id: 7 }));
    const told = { id: 7, updated_at: '2026-11-05T20:09:45Z' };
    expect(deletedAt(later, told)).toBe(deletedAt(NOW, told));
  });

  it('keeps only the values that count', () => {
    expect(eventsOf('customers/update', shopifyCustomer())[0]?.data).toEqual({ orders_count: 3, total_spent: '199.65', state: 'enabled' });
  });
});

describe('a cart', () => {
  it.each([
    [
      'checkouts/create',
      { token: 't', email: 'jon@example.com', updated_at: '2026-11-20T10:00:00Z', total_price: '9.50' },
      'checkout_started',
    ],
    ['carts/update', { id: 'c', customer: { id: 7 }, updated_at: '2026-11-20T10:00:00Z' }, 'cart_updated'],
  ])('of %s', (topic, resource, type) => {
    expect(eventsOf(topic, resource)[0]).toMatchObject({ event_type: type, occurred_at: '2026-11-20T10:00:00.000Z' });
  });

  it('is refused without a customer', () => expect(map('carts/update', { id: 'c' })).toMatchObject({ code: 'no_customer' }));
});

describe('any resource of a platform', () => {
  const topics = fc.constantFrom<Topic>('orders/create', 'orders/updated', 'orders/cancelled', 'orders/paid', 'orders/delete', 'orders/restored', 'refunds/create', 'customers/create', 'customers/delete', 'carts/update', 'checkouts/update'); // prettier-ignore
  const sources = fc.constantFrom(SHOPIFY, WOO);
  const twisted = fc
    .tuple(
      fc.constantFrom(shopifyOrder, wooCommerceOrder, shopifyCustomer),
      fc.dictionary(fc.constantFrom(...Object.keys({ ...shopifyOrder(), ...wooCommerceOrder() })), fc.jsonValue()),
    ) // prettier-ignore
    .map(([build, fields]): unknown => build(fields as Json));

  it('maps to events that can be stored, or is refused with a sentence', () => {
    fc.assert(
      fc.property(topics, fc.oneof(fc.jsonValue(), twisted), sources, (topic, resource, source) => {
        const mapped = mapResource(topic, resource, source);
        const events = mapped.kind === 'events' ? mapped.events : [];
        const refusals = events.flatMap((event) => {
          const validated = validateEvent({ ...event, customer_id: event.customer_id ?? 'somebody' }, NOW);
          return validated.kind === 'rejected' ? [validated.error] : [];
        });
        if (mapped.kind === 'rejected') refusals.push(`order_id: ${mapped.error}`);
        // Only ids and times that no platform sends are left to be refused.
        for (const refusal of refusals) expect(refusal).toMatch(/^(event_id|customer_id|occurred_at|(data\.)?order_id|data\.updated_at)/);
        expect(mapped.kind !== 'events' || events.length > 0).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('loses all personal data', () => {
    const all = [
      ...['orders/create', 'orders/updated', 'orders/cancelled', 'orders/paid'].map((topic) => eventsOf(topic, shopifyOrder())),
      ...['customers/create', 'customers/update', 'customers/delete'].map((topic) => eventsOf(topic, shopifyCustomer())),
      eventsOf('refunds/create', shopifyRefund('1.00')),
      eventsOf('order.updated', wooCommerceOrder({ customer_id: 0 }), WOO),
      eventsOf('customer.updated', wooCommerceCustomer(), WOO),
    ];
    expect(JSON.stringify([shopifyOrder(), wooCommerceOrder()])).toMatch(PERSONAL);
    expect(JSON.stringify(all)).not.toMatch(PERSONAL);
  });

  it('cancels an order that its platform has deleted, for any customer', () => {
    for (const [topic, source] of [
      ['orders/delete', SHOPIFY],
      ['order.deleted', WOO],
    ] as const)
      // prettier-ignore
      expect(eventsOf(topic, { id: 5 }, source)).toEqual([
        {
          event_id: `sf:${source.platform}:${source.shop}:orders/delete:5:2026-11-21T12:00:00.000Z`,
          customer_id: null,
          event_type: 'order_cancelled',
          occurred_at: '2026-11-21T12:00:00.000Z',
          data: { order_id: '5' },
        },
      ]);
    expect(map('orders/delete', { id: 0 })).toMatchObject({ code: 'no_id' });
  });

  it('counts an order again when its platform restores it, however late', () => {
    const order = { id: 5, status: 'processing', date_modified_gmt: '2026-11-20T10:05:00' };
    expect(eventsOf('order.restored', wooCommerceOrder(order), WOO).at(-1)).toMatchObject({
      event_id: 'sf:woocommerce:mary.example:orders/restored:5:2026-11-21T12:00:00.000Z',
      event_type: 'order_completed',
      occurred_at: '2026-11-21T12:00:00.000Z',
      data: { updated_at: '2026-11-21T12:00:00.000Z' },
    });
    const again = { ...order, status: 'cancelled' };
    expect(eventsOf('order.restored', wooCommerceOrder(again), WOO).at(-1)).toMatchObject({
      event_type: 'order_cancelled',
      occurred_at: '2026-11-21T12:00:00.000Z',
    });
    expect(map('order.restored', { id: 0 }, WOO)).toMatchObject({ code: 'no_id' });
  });

  it('reports an edited order with its present total', () => {
    const edited = shopifyOrder({ updated_at: '2026-11-12T10:00:00-05:00', current_total_price: '130.00', total_price: '100.00' });
    expect(eventsOf('orders/updated', edited).at(-1)).toMatchObject({ event_type: 'order_completed', value: 130 });
  });

  it('has an event id of allowed length, and another one for every state', () => {
    const ids = ['a', 'b'].map((last) => eventsOf('customers/update', shopifyCustomer({ id: 'x'.repeat(200) + last }))[0]?.event_id ?? '');
    expect(ids.map(({ length }) => length)).toEqual([255, 255]);
    expect(new Set(ids).size).toBe(2);
  });

  it('is ignored under other topics', () => {
    for (const topic of ['products/create', 'orders/edited', 'orders/fulfilled', 'constructor', '', '__proto__'])
      expect(topicOf(topic)).toBeNull();
    expect(topicOf(' Orders/Create ')).toBe('orders/create');
  });
});
