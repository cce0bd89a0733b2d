import { batch, daysAgo, order, refund } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { patient } from '../../support/waiting/limits.js';

interface OutboxRow {
  readonly event: string;
  readonly sequence: string;
  readonly payload: Record<string, unknown>;
}

/** A regular: an order every `gap` days, the last one `silence` days ago. */
const regular = (customer_id: string, gap: number, orders: number, silence: number) =>
  Array.from({ length: orders }, (_, i) => order({ customer_id, occurred_at: daysAgo(silence + i * gap) }));

const visit = (customer_id: string) => order({ customer_id, event_type: 'page_viewed', value: undefined, occurred_at: daysAgo(5) });

describe('the way from events to scores', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    // Without a worker that delivers, outbox events stay where the test can read them.
    system = await ChurnSystem.start({ WORKER_QUEUES: 'scoring' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const outbox = async () =>
    (await shop.rows<OutboxRow>('outbox')).toSorted((a, b) => Number(a.sequence) - Number(b.sequence)).map(({ payload }) => payload);

  it('scores a customer within seconds of the first order', async () => {
    const sentAt = Date.now();
    await shop.post('/events', batch(order({ customer_id: 'new', occurred_at: daysAgo(3), value: 59.9 }))).expect(202);
    let detail = null;
    while (detail === null && Date.now() - sentAt < 5000)
      detail = (await shop.churnOf('new')).churn === null ? null : await shop.churnOf('new');
    expect(Date.now() - sentAt).toBeLessThan(patient(5000));
    expect(detail?.churn).toEqual({
      score: expect.stringMatching(/^0\.\d{4}$/),
      label: expect.stringMatching(/^(low|medium|high|critical)$/),
      calculated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      model_version: 'mbg-prior-1.0/h90',
    });
    expect(detail?.features).toEqual({ recency_days: 3, frequency_orders_30d: 1, monetary_total: '59.90' });
    expect(detail?.confidence).toBe('low');
    expect(detail?.explanation.length).toBeGreaterThan(0);
  });

  it('distinguishes a regular customer who went silent from one who did not, and gives the reason', async () => {
    await shop.send(...regular('silent', 10, 12, 150), ...regular('loyal', 10, 12, 2));
    const [silent, loyal] = [await shop.churnOf('silent'), await shop.churnOf('loyal')];
    expect(Number(silent.churn?.score)).toBeGreaterThan(0.9);
    expect(silent.churn?.label).toBe('critical');
    expect(loyal.churn?.label).toBe('low');
    expect(silent.explanation[0]).toMatchObject({
      factor: 'silence',
      text: 'No order for 150 days. This customer usually orders every 10 days.',
    });
    expect(silent.features_extended).toMatchObject({ avg_gap_days: 10, overdue_ratio: 15, orders_total: 12, average_order_value: '50.00' });
    expect(loyal.features_extended['expected_next_order_at']).toMatch(/Z$/);
  });

  it('gives no score to a customer without an order', async () => {
    await shop.send(order({ customer_id: 'looker', event_type: 'page_viewed', value: undefined, occurred_at: daysAgo(4) }));
    expect(await shop.churnOf('looker')).toMatchObject({
      churn: null,
      features: { recency_days: 4, frequency_orders_30d: 0, monetary_total: '0.00' },
      explanation: [],
      history: [],
    });
  });

  it('folds all events about one order into one order', async () => {
    const of = (event_type: string, days: number, fields: object = {}) =>
      order({ event_type, occurred_at: daysAgo(days), data: { order_id: 'o-1' }, ...fields });
    await shop.send(of('order_completed', 8, { value: 70 }), of('order_created', 10, { value: 60 }), of('order_updated', 9, { value: 65 }));
    const detail = await shop.churnOf('c-1');
    expect(detail.features_extended.orders_total).toBe(1);
    expect(detail.features).toMatchObject({ monetary_total: '70.00', recency_days: 10 });
    await shop.send(of('order_refunded', 5, { value: 30 }));
    expect((await shop.churnOf('c-1')).features.monetary_total).toBe('40.00');
    await shop.send(of('order_cancelled', 4, { value: undefined }));
    expect(await shop.churnOf('c-1')).toMatchObject({ churn: null, features_extended: { orders_total: 0 } });
  });

  it('counts no cancelled, worthless or test order, and none that was refunded in full', async () => {
    await shop.send(
      order({ value: 20 }),
      order({ value: 0 }),
      order({ value: 30, data: { test: true } }),
      order({ value: 40, data: { order_id: 'o-4' } }),
      refund({ value: 40, data: { order_id: 'o-4' } }),
      order({ value: 35, data: { order_id: 'o-5' } }),
      order({ event_type: 'order_cancelled', value: undefined, occurred_at: daysAgo(1), data: { order_id: 'o-5' } }),
    );
    expect(await shop.churnOf('c-1')).toMatchObject({ features: { monetary_total: '20.00' }, features_extended: { orders_total: 1 } });
  });

  it('subtracts a refund without an order id from the revenue, and removes the order when the amounts are equal', async () => {
    await shop.send(order({ value: 100, occurred_at: daysAgo(20) }), order({ value: 60, occurred_at: daysAgo(10) }), refund({ value: 15 }));
    expect(await shop.churnOf('c-1')).toMatchObject({ features: { monetary_total: '145.00' }, features_extended: { orders_total: 2 } });
    await shop.send(refund({ value: 60 }));
    expect(await shop.churnOf('c-1')).toMatchObject({
      features: { monetary_total: '85.00', recency_days: 20 },
      features_extended: { orders_total: 1 },
    });
  });

  it('sums only the currency of the shop and warns about the rest', async () => {
    await shop.send(order({ value: 10, data: { currency: 'eur' } }), order({ value: 99, data: { currency: 'USD' } }));
    const detail = await shop.churnOf('c-1');
    expect(detail).toMatchObject({ features: { monetary_total: '10.00' }, features_extended: { orders_total: 2 } });
    expect(detail.warnings).toEqual(['1 order is in another currency than EUR: counted as orders, left out of monetary sums']);
  });

  it('moves an order to the customer in its latest state, and rescores the previous one', async () => {
    const data = { order_id: 'o-1' };
    await shop.send(order({ customer_id: 'guest', event_type: 'order_created', occurred_at: daysAgo(9), data }));
    await shop.send(order({ customer_id: 'member', event_type: 'order_updated', occurred_at: daysAgo(8), data }));
    expect((await shop.churnOf('guest')).churn).toBeNull();
    expect((await shop.churnOf('member')).features_extended.orders_total).toBe(1);
  });

  it('sends one webhook for an entry into high risk, and one for each label change after that', async () => {
    await shop.send(...regular('c-1', 10, 6, 150), visit('c-1'));
    expect(await outbox()).toMatchObject([
      { event: 'customer.high_risk.detected', customer_id: 'c-1', label: 'critical', model_version: 'mbg-prior-1.0/h90' },
    ]);
    await shop.send(order({ customer_id: 'c-1', occurred_at: daysAgo(0) }));
    const [, changed, ...more] = await outbox();
    expect(more).toEqual([]);
    expect(changed).toMatchObject({ event: 'customer.churn_score.changed', customer_id: 'c-1', previous_label: 'critical' });
    expect(Object.keys(changed as object).toSorted()).toEqual([
      'customer_id',
      'event',
      'model_version',
      'new_label',
      'new_score',
      'previous_label',
      'previous_score',
    ]);
    await shop.send(order({ customer_id: 'c-1', event_type: 'page_viewed', value: undefined, occurred_at: daysAgo(0) }));
    expect(await outbox()).toHaveLength(2);
    const { history, churn } = await shop.churnOf('c-1');
    expect(history.map((entry) => entry.label)).toEqual([churn?.label, 'critical']);
  });

  it('sends no webhook for a first score of somebody who left long ago, or who is not late', async () => {
    // One order of long ago and one of this minute, years of silence without `backfill`, and a single fresh order.
    const today = order({ customer_id: 'back', occurred_at: daysAgo(0) });
    await shop.send(
      order({ customer_id: 'back', occurred_at: daysAgo(325) }),
      today,
      ...regular('gone', 10, 6, 150),
      order({ customer_id: 'fresh' }),
    );
    expect((await shop.churnOf('gone')).churn?.label).toBe('critical');
    expect(await outbox()).toEqual([]);
    // A visit within the horizon shows that the customer can still be won.
    await shop.send(...regular('looks', 10, 6, 150), visit('looks'));
    expect(await outbox()).toMatchObject([{ event: 'customer.high_risk.detected', customer_id: 'looks' }]);
  });

  it('sends no webhooks for imported history', async () => {
    await shop.post('/events', { ...batch(...regular('c-1', 10, 6, 150)), backfill: true }).expect(202);
    await shop.settled();
    expect((await shop.churnOf('c-1')).churn?.label).toBe('critical');
    expect(await outbox()).toEqual([]);
  });
});
