import { daysAgo } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { fittedModel, importHistory, simulatedOrders } from '../../support/shop/simulated-shop.js';

interface WireOrder {
  readonly event_type: string;
  readonly customer_id: string;
  readonly occurred_at: string;
  readonly value: number;
}

const DAYS = 60;

/** The orders of the last 60 days as they are, and a summary of the earlier ones for each customer. */
function connected(orders: readonly WireOrder[]): object[] {
  const since = daysAgo(DAYS);
  const earlier = new Map<string, WireOrder[]>();
  for (const each of orders) if (each.occurred_at < since) earlier.set(each.customer_id, [...(earlier.get(each.customer_id) ?? []), each]);
  const summaries = [...earlier].map(([customer, own]) => ({
    event_id: `history-${customer}`,
    customer_id: customer,
    event_type: 'customer_history',
    occurred_at: since,
    data: {
      orders: own.length,
      spent: own.reduce((sum, { value }) => sum + value, 0),
      first_order_at: own.map(({ occurred_at: at }) => at).toSorted()[0],
      until: since,
    },
  }));
  return [...summaries, ...orders.filter(({ occurred_at: at }) => at >= since)];
}

describe('the model of a shop that sends summaries of its earlier orders', () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'true' });
  }, 60_000);
  afterAll(() => system.stop());

  it('is fitted to all customers, who all get a score by it', async () => {
    const shop = await system.shop();
    const orders = (simulatedOrders(300) as WireOrder[]).filter(({ event_type: type }) => type === 'order_completed');
    await importHistory(shop, connected(orders));
    const model = await fittedModel(shop);
    expect(model.customers).toBe(new Set(orders.map(({ customer_id: id }) => id)).size);
    expect(model.model_version).toMatch(/^mbg-\d/);
    const rows = await shop.rows<{ score: string | null; orders_count: number }>('customers', 'score, orders_count');
    expect(rows.every(({ score }) => score !== null)).toBe(true);
    expect(rows.reduce((sum, { orders_count: count }) => sum + count, 0)).toBe(orders.length);
  });
});
