import fc from 'fast-check';
import { EVENT_TYPES, isBehaviour, ORDER_ASPECTS } from '#libs/core';
import { daysAgo, order, type WireEvent } from '../../support/shop/builders.js';
import { behavingModel, useModel } from '../../support/shop/behaving-model.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

const BEHAVIOUR_TYPES = EVENT_TYPES.filter(isBehaviour);

/** Every type that is about an order, and one that is not. */
const TYPES = [...EVENT_TYPES.filter((type) => ORDER_ASPECTS[type] !== null), 'page_viewed'];

/** Events of a few customers about a few orders, so that they meet in every possible way. */
const anEvent = fc.record({
  event_type: fc.constantFrom(...TYPES),
  customer: fc.nat({ max: 3 }),
  day: fc.integer({ min: 0, max: 200 }),
  updatedDay: fc.option(fc.integer({ min: 0, max: 200 })),
  order: fc.option(fc.nat({ max: 5 })),
  value: fc.option(
    fc.integer({ min: 0, max: 40 }).map((n) => n / 4),
    { freq: 5 },
  ),
  currency: fc.option(fc.constantFrom('EUR', 'USD')),
  test: fc.boolean().map((yes) => yes || undefined),
  refundedTotal: fc.option(fc.integer({ min: 0, max: 8 }), { freq: 3 }),
});

const toWire = (events: readonly (typeof anEvent extends fc.Arbitrary<infer E> ? E : never)[]): WireEvent[] =>
  events.map((event, i) =>
    order({
      event_id: `e-${i}`,
      customer_id: `c-${event.customer}`,
      event_type: event.event_type,
      occurred_at: daysAgo(event.day),
      value: event.value ?? undefined,
      data: {
        ...(event.order !== null && { order_id: `o-${event.order}` }),
        ...(event.updatedDay !== null && { updated_at: daysAgo(event.updatedDay) }),
        ...(event.currency !== null && { currency: event.currency }),
        ...(event.refundedTotal !== null && { refunded_total: event.refundedTotal }),
        ...(event.test && event.order === 5 && { test: true }),
      },
    }),
  );

/** Events of a few customers, some of them about a few orders. */
const anAct = fc.record({
  event_type: fc.constantFrom('order_completed', ...BEHAVIOUR_TYPES),
  customer: fc.nat({ max: 2 }),
  day: fc.integer({ min: 0, max: 400 }),
});

/** An arrival: the events in some order, cut into batches of some sizes, some of them sent twice. */
const arrivalOf = (count: number) =>
  fc.record({
    order: fc.shuffledSubarray([...Array(count).keys()], { minLength: count }),
    cuts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 8 }),
    twice: fc.boolean(),
  });

describe('the order in which events arrive', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    shop = await system.shop();
  }, 60_000);
  afterAll(() => system.stop());

  async function arrive(events: readonly WireEvent[], cuts: readonly number[], twice: boolean): Promise<void> {
    await shop.deleteAllData();
    for (let i = 0, cut = 0; i < events.length; cut += 1) {
      const size = cuts[cut % cuts.length] ?? 1;
      const batch = { events: events.slice(i, i + size) };
      await shop.post('/events', batch).expect(202);
      if (twice) await shop.post('/events', batch).expect(202);
      i += size;
    }
    await shop.settled();
  }

  const stored = async () => ({
    customers: (
      await shop.rows<{ external_id: string }>(
        'customers',
        'external_id, first_seen_at, last_activity_at, last_order_at, orders_count, monetary_total::text, score, label, model_version, revenue_at_risk',
      )
    ).toSorted((a, b) => (a.external_id < b.external_id ? -1 : 1)),
    orders: (
      await shop.rows<{ order_key: string }>(
        'orders',
        'order_key, state_at, state, placed_at, amount, amount_at, currency, refunded, refunded_total, refunded_at, fully_refunded, test',
      )
    ).toSorted((a, b) => (a.order_key < b.order_key ? -1 : 1)),
  });

  it('does not change the owner of an order when an event of another customer gives its date', async () => {
    const about = { data: { order_id: 'o-1', updated_at: daysAgo(1) } };
    await shop.send(order({ customer_id: 'owner', occurred_at: daysAgo(10), ...about }));
    await shop.send(order({ customer_id: 'other', event_type: 'order_created', occurred_at: daysAgo(20), data: { order_id: 'o-1' } }));
    expect((await shop.churnOf('owner')).features.recency_days).toBe(20);
    expect((await shop.churnOf('other')).churn).toBeNull();
  });

  it('changes nothing: shuffled, batched differently and sent twice, events give byte-identical orders, features and scores', async () => {
    const cases = fc
      .array(anEvent, { minLength: 5, maxLength: 60 })
      .chain((events) => fc.tuple(fc.constant(toWire(events)), arrivalOf(events.length)));
    await fc.assert(
      fc.asyncProperty(cases, async ([events, { order: sequence, cuts, twice }]) => {
        await arrive(events, [100], false);
        const inOrder = await stored();
        await arrive(
          sequence.map((at) => events[at] as WireEvent),
          cuts,
          twice,
        );
        const shuffled = await stored();
        expect(JSON.stringify(shuffled)).toBe(JSON.stringify(inOrder));
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it('changes no score of a model that uses behaviour', async () => {
    const model = behavingModel();
    await useModel(system.owner, shop, model);
    const cases = fc
      .array(anAct, { minLength: 8, maxLength: 50 })
      .map((acts) =>
        acts.map((act, i) =>
          order({ event_id: `a-${i}`, customer_id: `c-${act.customer}`, event_type: act.event_type, occurred_at: daysAgo(act.day) }),
        ),
      ) // prettier-ignore
      .chain((events) => fc.tuple(fc.constant(events), arrivalOf(events.length)));
    let scored = 0;
    await fc.assert(
      fc.asyncProperty(cases, async ([events, { order: sequence, cuts, twice }]) => {
        await arrive(events, [100], false);
        const inOrder = await stored();
        await arrive(sequence.map((at) => events[at]!), cuts, twice); // prettier-ignore
        expect(JSON.stringify(await stored())).toBe(JSON.stringify(inOrder));
        scored += inOrder.customers.filter((row) => (row as { model_version?: string }).model_version === model.version).length;
      }),
      { numRuns: 12 },
    );
    expect(scored).toBeGreaterThan(5);
  }, 120_000);
});
