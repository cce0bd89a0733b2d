import * as fc from 'fast-check';
import { parseInstant } from './instant.js';
import { validateEvent } from './validate-event.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');

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

  it('is stored without personal fields at any depth, and they are named', () => {
    const data = {
      order_id: 'o-1',
      email: 'jane@shop.example',
      customer: { id: 7, firstName: 'Jane', tags: [{ Phone: '+49 30 1' }] },
      shipping_address: { city: 'Berlin' },
      product_name: 'Mug',
    };
    expect(validateEvent({ ...event, data }, NOW)).toMatchObject({
      event: { dataJson: '{"order_id":"o-1","customer":{"id":7,"tags":[{}]},"product_name":"Mug"}', order: { orderId: 'o-1' } },
      leftOut: ['email', 'firstName', 'Phone', 'shipping_address'],
    });
  });

  it.each([1e308, -1e308, 5e-324])('counts all digits that Postgres stores of %p', (number) => {
    expect(validate(number, 200)).toMatchObject({ kind: 'valid' });
    expect(validate(number, 300)).toMatchObject({ kind: 'rejected', code: 'too_large' });
  });

  it('refuses numbers beyond a double as such', () => {
    expect(validate(Number.POSITIVE_INFINITY, 1)).toMatchObject({ kind: 'rejected', code: 'out_of_range' });
  });
});
