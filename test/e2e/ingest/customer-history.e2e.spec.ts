import { merchantOf } from '../../support/people/merchant.js';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import type { Shop } from '../../support/shop/shop.js';

const history = (data: Record<string, unknown>, fields: Record<string, unknown> = {}) =>
  order({ event_type: 'customer_history', value: undefined, occurred_at: daysAgo(100), data: { until: daysAgo(60), ...data }, ...fields });

describe('a summary of the orders that a shop cannot send', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  beforeEach(async () => {
    shop = await system.shop();
  });
  afterAll(() => system.stop());

  const customer = async (id = 'c-1') => (await shop.get(`/customers/${id}`).expect(200)).body as Record<string, unknown>;
  const sums = async (id = 'c-1') => {
    const { orders_count, monetary_total, last_order_at } = await customer(id);
    return { orders_count, monetary_total, last_order_at };
  };

  it('gives a customer without any order a score, the sums, and words for what is unknown', async () => {
    await shop.send(history({ orders: 8, spent: 400, first_order_at: daysAgo(700) }));
    expect(await sums()).toEqual({ orders_count: 8, monetary_total: '400.00', last_order_at: null });
    const { body } = await shop.get('/customers/c-1/churn').expect(200);
    expect(Number(body.churn.score)).toBeGreaterThan(0);
    expect(body.features.monetary_total).toBe('400.00');
    expect(body.features_extended).toMatchObject({ orders_total: 8, average_order_value: '50.00' });
    expect(body.confidence).toBe('low');
    expect(body.confidence_text).toMatch(/^Low confidence: 8 orders since \w+ \d{4}; their days, until \d+ \w+ \d{4}, are not known/);
    expect(body).toMatchObject({ late_since: null, overdue_days: null, usual_gap_days: null, next_order_window: null });
    expect(body.features_extended).toMatchObject({ avg_gap_days: null, overdue_ratio: null, days_since_order: null });
    expect(body.features.recency_days).toBe(60);
    const texts = (body.explanation as { text: string }[]).map(({ text }) => text);
    expect(texts.join(' ')).not.toMatch(/last order was|Ordered \d+ days ago|ordered on \d+ days so far/);
    const { body: list } = await shop.get('/customers').expect(200);
    expect(list.data[0]).toMatchObject({ external_id: 'c-1', orders_count: 8, churn: { label: expect.any(String) } });
  });

  it('says what is needed when it cannot be read', async () => {
    const { body } = await shop.post('/events', batch(history({ orders: -1 }))).expect(400);
    expect(body.results[0].error).toBe('data.orders is -1: it must be a whole number from 0 to 1000000');
    const { body: empty } = await shop.post('/events', batch(history({}, { data: undefined }))).expect(202);
    const { body: valued } = await shop.post('/events', batch(history({ orders: 2 }, { value: 90 }))).expect(202);
    expect(valued.warnings).toEqual([expect.stringContaining('spent must be the sum of the orders of a customer_history')]);
    expect(empty.warnings[0]).toContain('until must be the end of the time that a customer_history sums up');
  });

  it('is taken by a shop whose retention removes older events', async () => {
    await system.owner.query("UPDATE tenants SET retention_months = 13, retained_from = now() - interval '13 months' WHERE id = $1", [
      shop.tenantId,
    ]);
    await shop.post('/events', batch(order({ occurred_at: daysAgo(900) }))).expect(400);
    await shop.send(history({ orders: 3, spent: 60, first_order_at: daysAgo(900) }, { occurred_at: daysAgo(900) }));
    expect(await sums()).toEqual({ orders_count: 3, monetary_total: '60.00', last_order_at: null });
  });

  it('counts once, and the one that goes furthest counts, in any order of arrival', async () => {
    const [older, newer] = [history({ orders: 5, spent: 100, until: daysAgo(90) }), history({ orders: 7, spent: 180 })];
    await shop.send(newer);
    await shop.send(older);
    await shop.post('/events', batch(newer)).expect(202);
    await shop.settled();
    expect(await sums()).toMatchObject({ orders_count: 7, monetary_total: '180.00' });
    await shop.send(history({ orders: 9, spent: 300, until: daysAgo(1) }));
    expect(await sums()).toMatchObject({ orders_count: 9, monetary_total: '300.00' });
  });

  it('makes room for the orders as they arrive, so that nothing counts twice', async () => {
    await shop.send(history({ orders: 3, spent: 150, first_order_at: daysAgo(400) }));
    const placed = (id: string, days: number) => order({ occurred_at: daysAgo(days), data: { order_id: id } });
    await shop.send(placed('o-4', 20));
    expect(await sums()).toEqual({ orders_count: 4, monetary_total: '200.00', last_order_at: daysAgo(20) });
    await shop.send(placed('o-3', 150));
    expect(await sums()).toMatchObject({ orders_count: 4, monetary_total: '200.00' });
    await shop.send(placed('o-1', 400), placed('o-2', 300), placed('o-0', 500));
    expect(await sums()).toEqual({ orders_count: 5, monetary_total: '250.00', last_order_at: daysAgo(20) });
  });

  it('makes room for the orders of all identifiers of a person, each once', async () => {
    await shop.send(history({ orders: 10, spent: 500, first_order_at: daysAgo(700) }, { customer_id: 'crm-1' }));
    const placed = [70, 80, 90, 95].map((days) =>
      order({ customer_id: 'shop-9', occurred_at: daysAgo(days), data: { order_id: `o-${days}` } }),
    );
    await shop.send(...placed);
    await shop.post('/customers/crm-1/aliases', { alias: 'shop-9' }).expect(200);
    await shop.settled();
    expect(await sums('crm-1')).toMatchObject({ orders_count: 10, monetary_total: '500.00' });
    await shop.send(history({ orders: 6, spent: 300, until: daysAgo(65) }, { customer_id: 'shop-9' }));
    expect(await sums('crm-1')).toMatchObject({ orders_count: 16, monetary_total: '800.00' });
  });

  it('may count a million orders', async () => {
    await shop.send(history({ orders: 1_000_000, spent: 1e12, last_order_at: daysAgo(70) }));
    const { body } = await shop.get('/customers/c-1/churn').expect(200);
    expect(body.features_extended).toMatchObject({ orders_total: 1_000_000 });
  });

  it('ends at any offset that is accepted', async () => {
    const { body } = await shop.post('/events', batch(history({ orders: 3, until: '2026-01-01T00:00:00+18:00' }))).expect(400);
    expect(body.results[0].error).toContain('data.until is "2026-01-01T00:00:00+18:00": it must be');
    await shop.send(history({ orders: 3, until: daysAgo(60).replace('Z', '+15:59'), first_order_at: daysAgo(400).replace('Z', '-15:59') }));
    await shop.get('/customers/c-1/churn').expect(200);
    expect(await sums()).toMatchObject({ orders_count: 3 });
  });

  it('knows the last order where the shop says it, and asks no amount in another currency', async () => {
    await shop.send(history({ orders: 2, spent: 90, currency: 'JPY', first_order_at: daysAgo(300), last_order_at: daysAgo(80) }));
    expect(await sums()).toEqual({ orders_count: 2, monetary_total: '0.00', last_order_at: daysAgo(80) });
    const { body } = await shop.get('/customers/c-1/churn').expect(200);
    expect(body.features.recency_days).toBe(80);
  });

  it('is in an audience without a sum to win while the day of the last order is not known', async () => {
    const { shop: own, owner } = await merchantOf(system);
    const toWin = async () =>
      (await owner.post('/campaigns/preview', { audience: {}, holdout_percent: 0 })).body as Record<string, unknown>;
    await own.send(history({ orders: 8, spent: 400, first_order_at: daysAgo(700) }));
    expect(await toWin()).toMatchObject({ audience_count: 1, audience_revenue_at_risk: '0.00', recipients_revenue_at_risk: '0.00' });
    await own.send(history({ orders: 8, spent: 400, last_order_at: daysAgo(80) }, { customer_id: 'c-2' }));
    const { body } = await own.get('/customers/c-2').expect(200);
    expect(Number(body.revenue_at_risk)).toBeGreaterThan(0);
    expect(await toWin()).toMatchObject({ audience_count: 2, audience_revenue_at_risk: body.revenue_at_risk });
  });

  it('takes a currency in small letters, as an order does', async () => {
    const { body } = await shop
      .post('/events', batch(history({ orders: 2, spent: 90, currency: 'eur', last_order_at: daysAgo(80) })))
      .expect(202);
    expect(body.warnings).toBeUndefined();
    await shop.settled();
    expect(await sums()).toMatchObject({ orders_count: 2, monetary_total: '90.00' });
  });

  it('makes no customer of a newsletter subscriber who never ordered', async () => {
    await shop.send(history({ orders: 0, spent: 0 }));
    expect(await customer()).toMatchObject({ orders_count: 0, churn: null });
  });

  it('belongs to its tenant alone, and goes with the customer', async () => {
    const other = await system.shop();
    await other.send(order({ customer_id: 'c-1' }));
    await shop.send(history({ orders: 8, spent: 400 }));
    expect((await other.get('/customers/c-1').expect(200)).body.orders_count).toBe(1);
    const { body } = await shop.delete('/customers/c-1').expect(202);
    await eventually('the end of the erasure', async () =>
      (await shop.get(`/churn/jobs/${body.job_id}`)).body.status === 'completed' ? true : null,
    );
    expect(await shop.rows('events', 'event_id')).toHaveLength(0);
    await shop.send(order({ data: { order_id: 'new' }, occurred_at: daysAgo(70) }));
    expect(await sums()).toMatchObject({ orders_count: 1 });
  });
});
