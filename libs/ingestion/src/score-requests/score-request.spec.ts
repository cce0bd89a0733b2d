import { customerIdOf, toTenantId } from '#libs/core';
import * as fc from 'fast-check';
import { mergeAll, type OrderRow, toOrderRow } from '#libs/orders';
import { fromContent, namedIn, type ScoreRequest, scoreRequestOf, toContent } from './score-request.js';
import { type EventRow, validateEvent } from '../validation/validate-event.js';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
const NOW = new Date('2026-11-21T12:00:00.000Z');
const idOf = (externalId: string) => customerIdOf(TENANT, externalId);

function row(externalId: string, occurredAt: string, data: Record<string, unknown> = {}, type = 'order_completed'): EventRow {
  const wire = {
    event_id: `${externalId} ${occurredAt}`,
    customer_id: externalId,
    event_type: type,
    occurred_at: occurredAt,
    value: 10,
    data,
  };
  const result = validateEvent(wire, NOW);
  if (result.kind === 'rejected') throw new Error(result.error);
  return { event: result.event, customerId: idOf(externalId) };
}

const someone = fc.constantFrom('mary', 'peter', 'Zoë', '"; DROP');
const instant = fc.integer({ min: 0, max: 4e12 });
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { nil: null });

/** The total and the flag belong to a statement with a time. */
const noStatement = { refundedTotal: 0n, fullyRefunded: false, refundStateAt: null };
const otherFacts: fc.Arbitrary<Omit<OrderRow, keyof typeof noStatement>> = fc.record({
  orderKey: fc.string({ minLength: 1 }),
  customerId: someone.map(idOf),
  otherOwners: fc.constant([]),
  stateAt: fc.oneof(instant, fc.constant(-Infinity)),
  state: fc.integer({ min: -1, max: 3 }),
  placedAt: maybe(instant),
  placedMovedAt: maybe(instant),
  amount: maybe(fc.double({ min: 0, max: 1e12, noNaN: true, noDefaultInfinity: true }).map((value) => Math.abs(value))),
  amountAt: maybe(instant),
  currency: maybe(fc.constantFrom('EUR', 'SEK')),
  refunded: fc.bigInt({ min: 0n, max: 10n ** 18n }),
  refundedAt: maybe(instant),
  test: fc.boolean(),
});

const aStatement = fc.record({
  refundedTotal: fc.bigInt({ min: 0n, max: 10n ** 18n }),
  fullyRefunded: fc.boolean(),
  refundStateAt: instant,
});
const anyOrder: fc.Arbitrary<OrderRow> = fc
  .tuple(otherFacts, fc.oneof(fc.constant(noStatement), aStatement))
  .map(([facts, statement]) => ({ ...facts, ...statement }));

const anyRequest: fc.Arbitrary<ScoreRequest> = fc.record({
  customers: fc.uniqueArray(someone).map((names) =>
    names.map((externalId, index) => ({
      id: idOf(externalId),
      externalId,
      firstAt: index,
      lastAt: 2 * index,
      deletedAt: index % 2 === 0 ? null : index,
      unsubscribedAt: index > 1 ? 0 : null,
      consentedAt: index > 2 ? 5 : null,
      refusedAt: index > 0 ? 7 : null,
    })),
  ),
  orders: fc.array(anyOrder, { maxLength: 5 }),
  others: fc.uniqueArray(someone.map(idOf)),
  restated: fc.uniqueArray(someone.map(idOf)),
});

describe('a score request', () => {
  it('reads back exactly as it was written, plain purchases before other orders', () => {
    const sorted = ({ orders, ...request }: ScoreRequest) => ({ ...request, orders: new Set(orders) });
    fc.assert(fc.property(anyRequest, (request) => expect(sorted(fromContent(TENANT, toContent(request)))).toEqual(sorted(request))));
  });

  it('reads back plain purchases to the ten-thousandth, large and small ones', () => {
    for (const amount of [0, 0.0001, 19.99, 999_999_999.9999, 1e9, 1e12, 1 / 3]) {
      const order = { ...toOrderRow(row('mary', '2026-03-01T00:00:00.000Z', { order_id: '7' }))!, amount };
      const request = { customers: [], orders: [order], others: [], restated: [] };
      expect(fromContent(TENANT, toContent(request))).toEqual(request);
    }
  });

  it('names each customer once, with the first and the last of its events in the batch', () => {
    const days = ['2026-03-02', '2026-03-01', '2026-03-03'].map((day) => `${day}T00:00:00.000Z`);
    const { customers, orders } = scoreRequestOf(days.map((day) => row('mary', day)));
    expect(customers).toEqual([
      {
        id: idOf('mary'), externalId: 'mary', firstAt: Date.parse('2026-03-01'), lastAt: Date.parse('2026-03-03'),
        deletedAt: null, unsubscribedAt: null, consentedAt: null, refusedAt: null,
      },
    ]); // prettier-ignore
    expect(orders).toHaveLength(3);
  });

  it('keeps the latest deletion and unsubscription of each customer, whatever order they stand in', () => {
    const [first, second, third] = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => `${day}T00:00:00.000Z`) as [
      string,
      string,
      string,
    ];
    const rows = [
      row('mary', second, {}, 'customer_deleted'), row('mary', first, {}, 'customer_deleted'), row('mary', third),
      row('mary', second, {}, 'email_unsubscribed'),
    ]; // prettier-ignore
    for (const order of [rows, rows.toReversed()])
      expect(scoreRequestOf(order).customers).toMatchObject([{ deletedAt: Date.parse(second), unsubscribedAt: Date.parse(second) }]);
  });

  it('carries the order of an event without a known customer, and makes no customer of it', () => {
    const refund = row('placeholder', '2026-03-01T00:00:00.000Z', { order_id: '7' }, 'order_refunded');
    const request = scoreRequestOf([refund], new Set([refund]));
    expect(request.customers).toEqual([]);
    expect(request.orders).toMatchObject([{ orderKey: 'order:7', refunded: 100_000n }]);
    expect(namedIn(request)).toEqual([idOf('placeholder')]);
  });

  it('is found by every customer whom one of its orders has belonged to', () => {
    const moved = [row('mary', '2026-03-01T00:00:00.000Z', { order_id: '7' }), row('peter', '2026-03-02T00:00:00.000Z', { order_id: '7' })];
    const request = scoreRequestOf(moved);
    expect(mergeAll(request.orders)).toMatchObject([{ customerId: idOf('peter'), otherOwners: [idOf('mary')] }]);
    expect(new Set(namedIn(request))).toEqual(new Set([idOf('mary'), idOf('peter')]));
  });
});
