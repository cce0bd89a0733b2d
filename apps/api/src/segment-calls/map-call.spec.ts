import { DAY_MS, HOUR_MS, isEventType, SECOND_MS } from '#libs/core';
import { validateEvent } from '#libs/ingestion';
import { EVENT_NAMES } from './event-names.js';
import { mapCall, type MappedCall } from './map-call.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const AT = '2026-11-20T09:30:00.000Z';
const CALL = { type: 'track', messageId: 'm-1', userId: 'c-42', timestamp: AT };
const CONTEXT = { sentAt: undefined, now: NOW, allowedFields: new Set<string>(), pseudonymize: (id: unknown) => id };

const map = (call: unknown, context: object = {}): MappedCall => mapCall(call, { ...CONTEXT, ...context });
const track = (event: string, properties: unknown = {}): MappedCall => map({ ...CALL, event, properties });

describe('mapCall', () => {
  it('maps a completed order with its items, and nothing else of it', () => {
    const { event } = track('Order Completed', {
      order_id: '1001',
      total: 59.9,
      revenue: 50,
      currency: 'EUR',
      email: 'ada@example.com',
      coupon: 'NOV',
      products: [
        { product_id: 'p-1', sku: 'S', name: 'Beans', category: ' Coffee ', quantity: 2, price: 9.9, image_url: 'x' },
        { product_id: 7 },
      ],
    });
    expect(event).toEqual({
      event_id: 'm-1',
      customer_id: 'c-42',
      event_type: 'order_completed',
      occurred_at: AT,
      value: 59.9,
      data: {
        order_id: '1001',
        currency: 'EUR',
        total: 59.9,
        items: [{ product_id: 'p-1', sku: 'S', category: 'Coffee', quantity: 2, price: 9.9 }, { product_id: 7 }],
      },
    });
    expect(validateEvent(event, NOW)).toMatchObject({ kind: 'valid', leftOut: [] });
  });

  it('knows each event name in any case, and maps it to a type that exists', () => {
    for (const [name, type] of EVENT_NAMES) {
      expect(isEventType(type)).toBe(true);
      expect(track(` ${name.toUpperCase()} `).event).toMatchObject({ event_type: type });
    }
  });

  it.each([
    [{ total: 30 }, 30],
    [{ revenue: '12.50' }, 12.5],
    [{ total: null, revenue: 4 }, 4],
    [{ total: 'free' }, 'free'],
    [{}, undefined],
  ])('reads the amount of %j as %j', (properties, value) => expect(track('Order Completed', properties).event?.['value']).toBe(value));

  it.each([
    [{ order_id: '1' }, undefined],
    [{ total: 8 }, 8],
    [{ products: [{ price: 3, quantity: 2 }, { price: '1.50' }] }, 7.5],
    [{ products: [{ product_id: 'p' }] }, undefined],
    [{ products: [{ price: null, quantity: 1 }] }, undefined],
    [{ products: [{ price: '', quantity: 1 }] }, undefined],
    [{ products: [{ price: 3, quantity: '' }, { price: 3 }] }, undefined],
    [{ products: [{ price: [3] }] }, undefined],
    [{ products: [{ price: 3 }, 'another'] }, undefined],
    [{ products: [{ price: 3, quantity: null }] }, 3],
    [{ products: [] }, undefined],
  ])('takes a refund of %j as %j', (properties, value) => expect(track('Order Refunded', properties).event?.['value']).toBe(value));

  it('states no amount for a cancelled order', () => {
    expect(track('Order Cancelled', { order_id: '1', total: 9 }).event).not.toHaveProperty('value');
  });

  it('hands on the properties that the tenant allows', () => {
    const call = { ...CALL, event: 'Order Completed', properties: { channel: 'app', other: 1 } };
    expect(map(call, { allowedFields: new Set(['channel']) }).event).toMatchObject({ data: { channel: 'app' } });
  });

  it('keeps the first hundred items, and drops a category that is none', () => {
    const products = [
      { category: 'x'.repeat(101), sku: 'a' },
      { category: 7, sku: 'b', product_id: 'x'.repeat(100_000), price: { of: 1 } },
      'no product',
      ...Array.from({ length: 200 }, () => ({ sku: 'c' })),
    ];
    const { event } = track('Order Completed', { order_id: '1', products });
    expect(event).toMatchObject({ data: { items: { length: 100 } } });
    expect(validateEvent(event, NOW)).not.toHaveProperty('unread');
  });

  it('takes userId, else anonymousId, and numbers as text', () => {
    const of = (ids: object): unknown => map({ type: 'page', messageId: 'm', ...ids }).event?.['customer_id'];
    expect(of({ userId: 'u', anonymousId: 'a' })).toBe('u');
    expect(of({ userId: null, anonymousId: 'a' })).toBe('a');
    expect(of({ userId: '', anonymousId: 'a' })).toBe('a');
    expect(of({ userId: 42 })).toBe('42');
    expect(of({ userId: ['u'] })).toEqual(['u']);
    expect(of({})).toBeUndefined();
  });

  it('maps identify to a change of the customer with the consent, and hands on its numbers', () => {
    const traits = { email: 'ada@example.com', name: 'Ada', acceptsMarketing: false, visits: 3, plan: 'gold', orders_count: 4 };
    expect(map({ ...CALL, type: 'identify', traits })).toEqual({
      event: {
        event_id: 'm-1',
        customer_id: 'c-42',
        event_type: 'customer_updated',
        occurred_at: AT,
        data: { accepts_marketing: false, plan: 'gold', orders_count: 4 },
      },
      traits: {
        customer: 'c-42',
        values: new Map([
          ['visits', 3],
          ['orders_count', 4],
        ]),
      },
    });
  });

  it('leaves out each property for which the whole order would be refused, and says so', () => {
    const { event, unused } = track('Order Completed', {
      order_id: '1001',
      total: 20,
      accepts_marketing: 'true',
      updated_at: 1_763_000_000,
      currency: 'euro',
      state: 'x'.repeat(70_000),
      plan: 'gold',
    });
    expect(event).toMatchObject({ value: 20, data: { order_id: '1001', total: 20, plan: 'gold' } });
    expect(validateEvent(event, NOW)).toMatchObject({ kind: 'valid' });
    expect(unused?.map(({ code, reason }) => `${code} ${reason.split(':', 1)[0]}`)).toEqual([
      'unused_property accepts_marketing',
      'unused_property updated_at',
      'unused_property currency',
      'unused_property state',
    ]);
  });

  it('hands on no items but those of products', () => {
    const lines = Array.from({ length: 2000 }, (_, i) => ({ sku: `a long number of an article ${i}`, price: 1 }));
    const { event, unused } = track('Order Completed', { order_id: '1', items: lines, line_items: lines });
    expect(event).toMatchObject({ data: { order_id: '1' } });
    expect(event?.['data']).not.toHaveProperty('items');
    expect(unused).toBeUndefined();
    expect(validateEvent(event, NOW)).toMatchObject({ kind: 'valid' });
  });

  it('hands on an order number and a consent that cannot be read, so that the event is refused', () => {
    const order = track('Order Completed', { order_id: { of: 1 }, currency: 'euro' }).event;
    expect(validateEvent(order, NOW)).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('data.order_id') });
    const identified = map({ ...CALL, type: 'identify', traits: { accepts_marketing: 'no' } }).event;
    expect(validateEvent(identified, NOW)).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('data.accepts_marketing') });
  });

  it('maps page and screen to a viewed page, and alias to two identifiers', () => {
    for (const type of ['page', 'screen']) expect(map({ ...CALL, type, name: 'Home' }).event).toMatchObject({ event_type: 'page_viewed' });
    expect(map({ ...CALL, type: 'alias', previousId: 'a-7' }).alias).toMatchObject({ customer: 'c-42', alias: 'a-7' });
  });

  it('replaces every identifier that is personal data', () => {
    const pseudonymize = (id: unknown): unknown => (typeof id === 'string' ? `hidden ${id}` : id);
    expect(map({ ...CALL, type: 'alias', previousId: 'a@b.c' }, { pseudonymize }).alias).toMatchObject({
      customer: 'hidden c-42',
      alias: 'hidden a@b.c',
    });
  });

  it.each([
    [{ ...CALL, event: ' coupon APPLIED' }, 'unused_event', 'event: "Coupon Applied" is not used'],
    [{ ...CALL, event: 'Anna Schmidt' }, 'unused_event', 'event: an event of this name is not used'],
    [{ ...CALL, event: 7 }, 'required', 'event: it must be the name of the event'],
    [{ ...CALL, event: 'toString' }, 'unused_event', 'event: an event of this name is not used'],
    [{ ...CALL, type: 'group' }, 'unused_event', 'type: a call of the type group is not used'],
    [{ ...CALL, type: '__proto__' }, 'invalid_type', 'type: it must be track, identify, page, screen, group or alias'],
    ['track', 'invalid_type', 'the call: it must be an object'],
  ])('says of %j that it has no use', (call, code, reason) => expect(map(call)).toMatchObject({ unused: [{ code, reason }] }));
});

describe('the time of a call', () => {
  const timeOf = (call: object, sentAt?: unknown): unknown => map({ ...CALL, type: 'page', ...call }, { sentAt }).event?.['occurred_at'];
  const ago = (ms: number): string => new Date(NOW.getTime() - ms).toISOString();

  it('is the stated one when the clock of the client is right', () => {
    expect(timeOf({}, ago(3 * SECOND_MS))).toBe(AT);
    expect(timeOf({ timestamp: undefined, originalTimestamp: AT }, NOW.toISOString())).toBe(AT);
    expect(timeOf({ originalTimestamp: ago(0) })).toBe(AT);
    expect(timeOf({ timestamp: undefined })).toBe(NOW.toISOString());
  });

  it('is corrected by a clock that is wrong in either direction', () => {
    expect(timeOf({ timestamp: ago(HOUR_MS + 5 * SECOND_MS) }, ago(HOUR_MS))).toBe(ago(5 * SECOND_MS));
    expect(timeOf({ timestamp: ago(-9 * DAY_MS), sentAt: ago(-9 * DAY_MS) })).toBe(NOW.toISOString());
  });

  it('is left alone when the request was kept and sent again, or when it cannot be read', () => {
    expect(timeOf({}, ago(2 * DAY_MS))).toBe(AT);
    expect(timeOf({ timestamp: 'yesterday' }, ago(HOUR_MS))).toBe('yesterday');
    expect(timeOf({}, 'never')).toBe(AT);
    expect(timeOf({ timestamp: '+275760-09-13T00:00:00.000Z' }, ago(HOUR_MS))).toBe('+275760-09-13T00:00:00.000Z');
  });
});

describe('a call without messageId', () => {
  const idOf = (call: object, now = NOW): unknown => map({ type: 'page', userId: 'c', ...call }, { now }).event?.['event_id'];

  it('has the same id when it is sent again, and another one when it says something else', () => {
    const first = idOf({ timestamp: AT, sentAt: AT });
    expect(first).toMatch(/^segment-[0-9a-f]{64}$/);
    expect(idOf({ timestamp: AT, sentAt: NOW.toISOString() })).toBe(first);
    expect(idOf({ timestamp: AT, properties: { path: '/' } })).not.toBe(first);
    expect(idOf({})).not.toBe(idOf({}, new Date(NOW.getTime() + DAY_MS)));
  });

  it('has another id when only its traits or its products differ', () => {
    const consent = (accepts: boolean): unknown => idOf({ type: 'identify', traits: { accepts_marketing: accepts } });
    expect(consent(false)).not.toBe(consent(true));
    expect(consent(true)).toBe(consent(true));
    const refund = (sku: string): unknown => {
      const call = { event: 'Order Refunded', timestamp: AT, properties: { order_id: '1', products: [{ sku, price: 5 }] } };
      return idOf({ ...call, type: 'track' });
    };
    expect(refund('b')).not.toBe(refund('a'));
    expect(refund('a')).toBe(refund('a'));
  });

  it('may be nested as deeply as a body can be', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`) as object;
    expect(idOf({ context: deep, properties: { order: deep, products: [{ of: deep }] }, traits: deep })).toMatch(/^segment-/);
  });
});
