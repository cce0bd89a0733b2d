import { customerIdOf, EVENT_TYPES, ORDER_ASPECTS, ORDER_STATES, toTenantId } from '#libs/core';
import * as fc from 'fast-check';
import { mergeAll, mergeOrders, type OrderRow, toOrderRow } from './fold-orders.js';
import { validateEvent, type ValidEvent } from '#libs/ingestion';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
const NOW = new Date('2026-11-21T12:00:00.000Z');
const MARY = customerIdOf(TENANT, 'mary');
const PETER = customerIdOf(TENANT, 'peter');

const CANCELLED = ORDER_STATES.cancelled;

type Wire = Record<string, unknown>;

const at = (n: number): number => Date.UTC(2026, 10, n);
const day = (n: number): string => new Date(at(n)).toISOString();

const folded = (events: readonly ValidEvent[]): OrderRow[] =>
  mergeAll(events.flatMap((each) => toOrderRow({ event: each, customerId: customerIdOf(TENANT, each.externalId) }) ?? []));

/** A paid order of Mary's, placed on 1 November, after validation. */
function event(type: string, occurredAt: string, fields: Wire = {}, data: Wire = {}): ValidEvent {
  const wire = {
    event_id: 'e-1',
    customer_id: 'mary',
    event_type: type,
    occurred_at: occurredAt,
    ...fields,
    data: { order_id: '1', ...data },
  };
  const validated = validateEvent(wire, NOW);
  if (validated.kind === 'rejected') throw new Error(validated.error);
  return validated.event;
}

const placed = (fields: Wire = {}, data: Wire = {}): ValidEvent => event('order_created', day(1), { value: 100, ...fields }, data);

/** The one row that the events make. It must be the same in any order of arrival. */
function orderFrom(...events: ValidEvent[]): OrderRow {
  const [row, ...others] = folded(events);
  expect(others).toEqual([]);
  expect(folded(events.toReversed())).toEqual([row]);
  return row as OrderRow;
}

const rowOf = (single: ValidEvent): OrderRow => folded([single])[0] as OrderRow;

/** Every type that is about an order, and one that is not. */
const anyTypes = fc.constantFrom(...EVENT_TYPES.filter((type) => ORDER_ASPECTS[type] !== null), 'page_viewed');
const fewInstants = fc.integer({ min: 1, max: 4 }).map(day);
const amounts = fc.oneof(
  fc.constantFrom(0, 10, 10.1, 20.0001, 999_999_999_999.9999, 1e12),
  fc.integer({ min: 0, max: 1e13 }).map((parts) => parts / 1e4),
);

/** Events of few customers, orders and instants, so that they meet. */
const anyEvent = fc
  .record({
    event_id: fc.uuid(),
    customer_id: fc.constantFrom('mary', 'peter', 'zoe'),
    event_type: anyTypes,
    occurred_at: fewInstants,
    value: fc.option(amounts, { nil: undefined }),
    data: fc.record(
      {
        order_id: fc.constantFrom('1', '2'),
        currency: fc.constantFrom('EUR', 'USD', 'sek'),
        updated_at: fewInstants,
        placed_at: fewInstants,
        test: fc.boolean(),
        refunded_total: amounts,
      },
      { requiredKeys: [] },
    ),
  })
  .map((wire) => event(wire.event_type, wire.occurred_at, wire, { order_id: null, ...wire.data }));

const anyRowOfOneOrder = fc
  .tuple(
    anyEvent.filter(({ order }) => order !== null),
    fc.option(fc.integer({ min: 20, max: 22 }).map(at)),
    fc.option(fc.integer({ min: 1, max: 4 }).map(at)),
  )
  .map(([each, importedAt, placedBefore]) => {
    const single = { ...each, order: { ...each.order, orderId: '1' } as ValidEvent['order'] };
    const row = rowOf(single);
    return importedAt === null
      ? row
      : toOrderRow({ event: single, customerId: row.customerId, importedAt, ...(placedBefore !== null && { placedBefore }) })!;
  });

/** The events shuffled, and a place to cut them in two batches. */
const anyBatches = fc.array(anyEvent, { maxLength: 12 }).chain((events) =>
  fc.record({
    events: fc.constant(events),
    shuffled: fc.shuffledSubarray(events, { minLength: events.length }),
    cut: fc.nat(events.length),
  }),
);

function storeBatches(...batches: OrderRow[][]): OrderRow[] {
  const stored = new Map<string, OrderRow>();
  for (const row of batches.flat()) {
    const known = stored.get(row.orderKey);
    stored.set(row.orderKey, known === undefined ? row : mergeOrders(known, row));
  }
  return [...stored.values()].toSorted((a, b) => (a.orderKey < b.orderKey ? -1 : 1));
}

describe('what several events say of one order', () => {
  it('does not depend on which of two came first', () => {
    fc.assert(
      fc.property(anyRowOfOneOrder, anyRowOfOneOrder, (a, b) => expect(mergeOrders(a, b)).toEqual(mergeOrders(b, a))),
      { numRuns: 1000 },
    );
  });

  it('does not depend on how three are grouped', () => {
    fc.assert(
      fc.property(anyRowOfOneOrder, anyRowOfOneOrder, anyRowOfOneOrder, (a, b, c) => {
        expect(mergeOrders(mergeOrders(a, b), c)).toEqual(mergeOrders(a, mergeOrders(b, c)));
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on the order of arrival or on where the batches are cut', () => {
    fc.assert(
      fc.property(anyBatches, ({ events, shuffled, cut }) => {
        const whole = folded(events);
        expect(folded(shuffled)).toEqual(whole);
        expect(storeBatches(folded(shuffled.slice(0, cut)), folded(shuffled.slice(cut)))).toEqual(whole);
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same when any event but a refund arrives twice', () => {
    const anyButRefunds = anyRowOfOneOrder.filter(({ refunded }) => refunded === 0n);
    fc.assert(fc.property(anyButRefunds, (row) => expect(mergeOrders(row, row)).toEqual(row)));
  });

  // Two refunds of one amount are two refunds. The event_id keeps a repeated one out before anything is folded.
  it('adds refunds up, so that the same one must never be folded twice', () => {
    const refund = rowOf(event('order_refunded', day(2), { value: 30 }));
    expect(mergeOrders(refund, refund).refunded).toBe(600_000n);
  });

  it('comes sorted by the key of the order, so that two batches lock rows in the same order', () => {
    const keysOf = (...events: ValidEvent[]): string[] => folded(events).map(({ orderKey }) => orderKey);
    const orders = ['b', 'é', '10', '9', 'a'].map((order_id) => placed({}, { order_id }));
    expect(keysOf(...orders)).toEqual(['order:10', 'order:9', 'order:a', 'order:b', 'order:é']);
    expect(keysOf(...orders.toReversed())).toEqual(keysOf(...orders));
  });
});

describe('an order', () => {
  it('is one, whatever mix of created, updated and completed arrives, at the last amount', () => {
    const created = placed({ value: 100 }, { currency: 'eur' });
    const completed = event('order_completed', day(3), { value: 90 }, { currency: 'EUR' });
    const updated = event('order_updated', day(2), { value: 110 }, { currency: 'USD' });
    expect(orderFrom(created, completed, updated)).toEqual({
      orderKey: 'order:1',
      customerId: MARY,
      otherOwners: [],
      stateAt: at(3),
      state: 2,
      placedAt: at(1),
      placedMovedAt: null,
      amount: 90,
      amountAt: at(3),
      currency: 'EUR',
      refunded: 0n,
      refundedTotal: 0n,
      refundedAt: null,
      fullyRefunded: false,
      refundStateAt: null,
      test: false,
    });
  });

  it('keeps its amount when a later event has none', () => {
    expect(orderFrom(placed({}, { currency: 'SEK' }), event('order_completed', day(3)))).toMatchObject({
      state: 2,
      amount: 100,
      amountAt: at(1),
      currency: 'SEK',
    });
  });

  it('takes its currency with its amount, not from an event that tells only a currency', () => {
    expect(orderFrom(placed(), event('order_updated', day(2), {}, { currency: 'USD' }))).toMatchObject({ amount: 100, currency: null });
    expect(orderFrom(placed({ value: undefined }, { currency: 'USD' }))).toMatchObject({ amount: null, currency: null });
  });

  it('follows the clock of the source: what was updated there earlier overrules nothing', () => {
    const late = event('order_updated', day(9), { value: 1 }, { updated_at: day(2) });
    const early = event('order_updated', day(5), { value: 2 }, { updated_at: day(4) });
    expect(orderFrom(late, early)).toMatchObject({ amount: 2, amountAt: at(4), stateAt: at(4), placedAt: at(5) });
  });

  it('is cancelled, and stays so when an older update arrives later', () => {
    const cancelled = event('order_cancelled', day(5));
    expect(orderFrom(placed(), cancelled, event('order_updated', day(4), { value: 70 }))).toMatchObject({ state: CANCELLED, amount: 70 });
  });

  it('lives again when the source updates it after the cancellation', () => {
    expect(orderFrom(placed(), event('order_cancelled', day(5)), event('order_updated', day(6)))).toMatchObject({ state: 1, amount: 100 });
  });

  it('is cancelled when cancellation and completion have the same instant', () => {
    expect(orderFrom(event('order_completed', day(5)), event('order_cancelled', day(5)))).toMatchObject({ state: CANCELLED });
  });

  it('was never placed when only its cancellation is known', () => {
    expect(orderFrom(event('order_cancelled', day(5), { value: 100 }))).toMatchObject({ state: CANCELLED, placedAt: null, amount: null });
  });

  it('moves to the customer that the latest event names', () => {
    const moved = { customerId: PETER, otherOwners: [MARY], amount: 100 };
    expect(orderFrom(placed(), event('order_updated', day(2), { customer_id: 'peter' }))).toMatchObject(moved);
    expect(orderFrom(placed(), event('order_refunded', day(2), { customer_id: 'peter', value: 1 }))).toMatchObject({ customerId: MARY });
  });

  it('is a test order as soon as one event says so', () => {
    expect(orderFrom(placed({}, { test: true }), event('order_completed', day(2)))).toMatchObject({ test: true });
  });

  it.each(['subscription_started', 'subscription_renewed'])('is made by %s too', (type) => {
    expect(orderFrom(event(type, day(1), { value: 9 }))).toMatchObject({ state: 2, amount: 9, placedAt: at(1) });
  });
});

describe('a refund', () => {
  it('may arrive before its order, and both are kept', () => {
    expect(orderFrom(event('order_refunded', day(8), { value: 30 }, { currency: 'USD' }), placed({}, { currency: 'EUR' }))).toMatchObject({
      customerId: MARY,
      state: 0,
      stateAt: at(1),
      placedAt: at(1),
      amount: 100,
      currency: 'EUR',
      refunded: 300_000n,
      refundedAt: at(8),
      fullyRefunded: false,
    });
  });

  it('without a value takes the whole order back', () => {
    expect(orderFrom(placed(), event('order_refunded', day(8)))).toMatchObject({
      amount: 100,
      refunded: 0n,
      refundedAt: at(8),
      fullyRefunded: true,
    });
  });

  it('adds to others exactly, however small or large', () => {
    const refund = (value: number, n: number): ValidEvent => event('order_refunded', day(n), { value });
    expect(orderFrom(refund(0.1, 2), refund(0.2, 3), refund(0.0001, 4))).toMatchObject({ refunded: 3001n, refundedAt: at(4) });
    expect(orderFrom(refund(1e12, 2), refund(999_999_999_999.9999, 3), refund(1e12, 4)).refunded).toBe(29_999_999_999_999_999n);
    expect(orderFrom(refund(713_416_243_617.732, 2)).refunded).toBe(7_134_162_436_177_320n);
  });

  it('that names no order stands for itself, in its own currency', () => {
    const refund = event('order_refunded', day(2), { value: 30, event_id: 'r-1' }, { order_id: null, currency: 'USD' });
    expect(orderFrom(refund)).toMatchObject({
      orderKey: 'event:r-1',
      customerId: MARY,
      placedAt: null,
      amount: null,
      refunded: 300_000n,
      currency: 'USD',
    });
  });
});

describe('an event without an order_id', () => {
  const alone = (type: string, fields: Wire = {}): OrderRow[] => folded([event(type, day(1), fields, { order_id: null })]);

  it('is an order of its own', () => {
    expect(alone('order_completed', { value: 5 })).toMatchObject([{ orderKey: 'event:e-1', amount: 5, placedAt: at(1) }]);
  });

  it('never meets an order whose id looks like that of an event', () => {
    const lookalike = placed({ event_id: 'e-2' }, { order_id: 'event:e-1' });
    const own = event('order_completed', day(1), {}, { order_id: null });
    expect(folded([own, lookalike])).toHaveLength(2);
  });

  it('changes no order when it cancels or refunds in full, for there is nobody to say which', () => {
    expect(alone('order_cancelled', { value: 5 })).toEqual([]);
    expect(alone('order_refunded')).toEqual([]);
  });

  it('is about no order when it is not of that kind', () => {
    expect([...folded([event('page_viewed', day(1))]), ...folded([])]).toEqual([]);
  });
});
