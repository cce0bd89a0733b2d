import * as fc from 'fast-check';
import { parseInstant } from './instant.js';
import { validateEvent } from './validate-event.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');

describe('A value of data that cannot be read', () => {
  const unreadOf = (type: string, data: object): unknown => {
    const validated = validateEvent(
      { event_id: 'e', customer_id: 'c', event_type: type, occurred_at: '2026-11-20T10:00:00Z', data },
      new Date('2026-11-21T12:00:00.000Z'),
    );
    return validated.kind === 'valid' ? validated.unread : validated;
  };

  it('is named, because a refund written as text takes nothing off', () => {
    expect(unreadOf('order_completed', { refunded_total: '20.00', placed_at: 'yesterday', test: 'true' })).toEqual([
      'placed_at',
      'refunded_total',
      'test',
    ]);
    expect(unreadOf('order_updated', { refunded_total: -20 })).toEqual(['refunded_total']);
    expect(unreadOf('order_completed', { placed_at: '2027-01-01T00:00:00Z' })).toEqual(['placed_at']);
  });

  it('is not looked for where it is right, missing, or of an event that is about no order', () => {
    expect(unreadOf('order_completed', { refunded_total: 0, placed_at: '2026-11-01T00:00:00Z', test: false })).toBeUndefined();
    expect(unreadOf('order_completed', { order_id: '1', refunded_total: null })).toBeUndefined();
    expect(unreadOf('page_viewed', { test: 'a' })).toBeUndefined();
  });
});

describe('An event about an order', () => {
  const missingOf = (type: string, fields: object): unknown => {
    const validated = validateEvent(
      { event_id: 'e', customer_id: 'c', event_type: type, occurred_at: '2026-11-20T10:00:00Z', ...fields },
      NOW,
    );
    return validated.kind === 'valid' ? validated.missing : validated;
  };

  it('is noted where it does not say which order, or what it is worth', () => {
    expect(missingOf('order_refunded', { value: 5 })).toBe('order_refunded.order_id');
    expect(missingOf('order_cancelled', { data: {} })).toBe('order_cancelled.order_id');
    expect(missingOf('order_completed', { data: { order_id: '1' } })).toBe('order_completed.value');
  });

  it('is not noted where it says so, and where another event says it', () => {
    expect(missingOf('order_refunded', { data: { order_id: '1' } })).toBeUndefined();
    expect(missingOf('order_completed', { value: 0 })).toBeUndefined();
    expect(missingOf('order_created', { data: { order_id: '1' } })).toBeUndefined();
    expect(missingOf('page_viewed', {})).toBeUndefined();
  });
});

describe('the time of an event', () => {
  it('is the same as Date reads, in any notation', () => {
    const dates = fc.date({ min: new Date('0000-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const text = date.toISOString();
        for (const same of [text, `${text.slice(0, -1)}000Z`, `${text.slice(0, -1)}+00:00`]) expect(parseInstant(same)).toEqual(date);
      }),
      { numRuns: 2000, examples: [[new Date('2024-02-29T00:00:00.000Z')], [new Date('2026-12-31T23:59:59.999Z')]] },
    );
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-01', '2026-01-00', '2026-04-31', '2026-01-32'])(
    'cannot be on a day that does not exist: %s',
    (day) => {
      expect(parseInstant(`${day}T10:00:00.000Z`)).toBeNull();
    },
  );

  it.each(['24:00:00.000', '10:60:00.000', '10:00:60.000', '10:0a:00.000', '10:00:00,000'])(
    'cannot be at a time that does not exist: %s',
    (time) => {
      expect(parseInstant(`2026-01-01T${time}Z`)).toBeNull();
    },
  );
});

describe('the value of an event', () => {
  it('is the nearest amount with four decimals, as the database rounds it', () => {
    const values = fc.oneof(
      fc.double({ min: 0, max: 1e12, noNaN: true }),
      fc.double({ min: 0, max: 1000, noNaN: true }),
      fc.integer({ min: 0, max: 2 ** 31 }).map((units) => units / 1e4),
      fc.double({ min: 2 ** 37, max: 1e12, noNaN: true }),
    );
    const event = { event_id: 'e', customer_id: 'c', event_type: 'order_completed', occurred_at: '2026-11-01T00:00:00Z' };
    fc.assert(
      fc.property(values, (value) => {
        expect(validateEvent({ ...event, value }, NOW)).toMatchObject({ event: { value: Number(value.toFixed(4)) } });
      }),
      { numRuns: 5000, examples: [[0.00005], [1e12], [0.1 + 0.2], [2 ** 38 - 0.0001]] },
    );
  });
});

describe('the data of an event', () => {
  const event = { event_id: 'e', customer_id: 'c', event_type: 'order_completed', occurred_at: '2026-11-01T00:00:00Z' };
  const validate = (number: number, count: number) =>
    validateEvent({ ...event, data: { a: Array.from({ length: count }, () => number) } }, NOW);

  const PERSONAL = [
    'email', 'Email', 'e-mail', 'mail', 'phone', 'tel', 'mobile', 'name', 'surname', 'lastName', 'vorname', 'nachname', 'prenom', 'apellido', 'cognome',
    'street', 'strasse', 'zip', 'plz', 'city', 'shipping_address', 'ip', 'ipAddress', 'client_ip', 'user_agent', 'iban', 'bic', 'card_number', 'note',
    'constructor', '__proto__', '',
  ]; // prettier-ignore

  it.each(PERSONAL)('is stored without a field that nothing uses and no tenant has allowed, such as "%s", at any depth', (name) => {
    const value = JSON.parse(`{"order_id": "o-1", ${JSON.stringify(name)}: "x", "items": [{"sku": "s-1", ${JSON.stringify(name)}: {"sku": "y"}}]}`) as object; // prettier-ignore
    expect(validateEvent({ ...event, data: value }, NOW)).toMatchObject({
      event: { dataJson: '{"order_id":"o-1","items":[{"sku":"s-1"}]}', order: { orderId: 'o-1' } },
      leftOut: [name],
    });
  });

  it('keeps names that the tenant allows, where all names above them are kept too', () => {
    const data = { order_id: 'o-1', gift: { wrap: true, card: 'x' }, other: { wrap: true }, wrap: 1 };
    expect(validateEvent({ ...event, data }, NOW, new Set(['gift', 'wrap']))).toMatchObject({
      event: { dataJson: '{"order_id":"o-1","gift":{"wrap":true},"wrap":1}' },
      leftOut: ['card', 'other'],
    });
  });

  it.each([
    'jane@shop.example', 'call Jane <jane@shop.example>', '+49 30 123456', 'call Jane: +49 (170) 123-4567', 'tel.+491701234567', '203.0.113.9', '2001:db8::1', 'DE89370400440532013000', 'GB82 WEST 1234 5698 7654 32',
    '4111 1111 1111 1111', '378282246310005', 4111111111111111,
  ])('is stored without the personal value %p, whatever its name', (value) => {
    const data = { order_id: 'o-1', sku: value, note: value, items: [value, 7] };
    expect(validateEvent({ ...event, data }, NOW, new Set(['note']))).toMatchObject({
      event: { dataJson: '{"order_id":"o-1","items":[7]}' },
      leftOut: ['sku', 'note', 'items'],
    });
  }); // prettier-ignore

  it.each([
    '2026-11-01T00:00:00Z',
    'SKU-4111',
    '7564839201847',
    '43729075634434',
    '4006381333931',
    12,
    'a@b',
    '1.2.3',
    'DE89',
    'TS01BLCKXL42',
    'AB12CDEF34567890',
    '1+1 free',
    'C++ 20',
    'A+100000',
  ])('keeps the value %p, which is none of a person', (value) => {
    expect(validateEvent({ ...event, data: { sku: value } }, NOW)).toMatchObject({ leftOut: [] });
  });

  it('notes 20 names at the most, each cut', () => {
    const data = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}-${'x'.repeat(90)}`, 1]));
    const { leftOut } = validateEvent({ ...event, data }, NOW) as { leftOut: readonly string[] };
    expect(leftOut).toHaveLength(20);
    expect(leftOut.every((name) => name.length <= 40)).toBe(true);
  });

  it('names fields of the event that mean nothing, and takes the event', () => {
    expect(validateEvent({ ...event, valeu: 10, note: 'x' }, NOW)).toMatchObject({ kind: 'valid', unknown: ['valeu', 'note'] });
    expect(validateEvent({ ...event, value: 10, data: { test: false } }, NOW)).not.toHaveProperty('unknown');
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}-${'n'.repeat(100)}`, 1]));
    const camels = { eventId: 'e', customerId: 'c' };
    expect(validateEvent(camels, NOW)).toMatchObject({ kind: 'rejected', unknown: ['eventId', 'customerId'] });
    const { unknown = [] } = validateEvent({ ...event, ...many }, NOW) as { unknown?: readonly string[] };
    expect([unknown.length, unknown.every((name) => name.length <= 40)]).toEqual([20, true]);
  });

  it.each([1e308, -1e308, 5e-324])('counts %p with all digits that Postgres stores of it', (number) => {
    expect(validate(number, 200)).toMatchObject({ kind: 'valid' });
    expect(validate(number, 300)).toMatchObject({ kind: 'rejected', code: 'too_large' });
  });

  it('refuses numbers beyond a double as such', () => {
    expect(validate(Number.POSITIVE_INFINITY, 1)).toMatchObject({ kind: 'rejected', code: 'out_of_range' });
  });
});
