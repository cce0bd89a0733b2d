import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { fittedModel, importHistory, simulatedOrders } from '../../support/shop/simulated-shop.js';

const DAY_MS = 86_400_000;

interface OrderEvent {
  readonly customer_id: string;
  readonly occurred_at: string;
}

/** Customers visit the shop every week until their last order, and nobody does afterwards; reviews say nothing. */
function visitsOf(orders: readonly OrderEvent[]): object[] {
  const lastOf = new Map<string, { first: number; last: number }>();
  for (const { customer_id: id, occurred_at: at } of orders) {
    const known = lastOf.get(id);
    const time = Date.parse(at);
    lastOf.set(id, { first: Math.min(known?.first ?? time, time), last: Math.max(known?.last ?? time, time) });
  }
  return [...lastOf].flatMap(([customer_id, { first, last }]) => {
    // Who has ordered lately may order again.
    const until = Date.now() - last < 60 * DAY_MS ? Date.now() - DAY_MS : last;
    const events: object[] = [];
    for (let at = first; at < until; at += 7 * DAY_MS) {
      events.push({
        event_id: `v-${customer_id}-${at}`,
        customer_id,
        event_type: 'session_started',
        occurred_at: new Date(at).toISOString(),
      });
      if (at % 5 === 0) events.push({ event_id: `r-${customer_id}-${at}`, customer_id, event_type: 'review_submitted', occurred_at: new Date(at + DAY_MS).toISOString() }); // prettier-ignore
    }
    return events;
  });
}

describe('the model of a shop whose customers show what they will do', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'true' });
    shop = await system.shop();
  }, 60_000);
  afterAll(() => system.stop());

  it('uses the visits, says what they brought, and lets a visit lower the score of a silent customer', async () => {
    const orders = simulatedOrders(500) as OrderEvent[];
    await importHistory(shop, [...orders, ...visitsOf(orders)]);
    const model = await fittedModel(shop);
    const { behaviour } = (await shop.get('/churn/model')).body as { behaviour: { group: string; log_loss_before: number; log_loss_after: number }[] }; // prettier-ignore
    expect(model.status).toBe('fitted');
    expect(behaviour[0]).toMatchObject({ group: 'visits' });
    expect(behaviour[0]!.log_loss_after).toBeLessThan(behaviour[0]!.log_loss_before);
    const { data } = (await shop.get('/events/types')).body as { data: { type: string; used_by_model: boolean }[] };
    expect(data.find(({ type }) => type === 'session_started')?.used_by_model).toBe(true);
    const silent = orders.find(({ customer_id: id }) => orders.every((each) => each.customer_id !== id || Date.now() - Date.parse(each.occurred_at) > 150 * DAY_MS))!; // prettier-ignore
    const before = await shop.churnOf(silent.customer_id);
    await shop.send(...[0, 7, 14].map((days) => order({ customer_id: silent.customer_id, event_type: 'session_started', occurred_at: daysAgo(days), value: undefined }))); // prettier-ignore
    const after = await shop.churnOf(silent.customer_id);
    expect(Number(after.churn!.score)).toBeLessThan(Number(before.churn!.score));
    const told = [...before.explanation, ...after.explanation].filter(({ factor }) => factor === 'visits');
    expect(told.map(({ text }) => text).join(' ')).toMatch(/visit/i);
  }, 180_000);
});
