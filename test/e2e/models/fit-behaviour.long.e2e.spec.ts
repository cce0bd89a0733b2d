import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { fittedModel, importHistory, simulatedOrders } from '../../support/shop/simulated-shop.js';

const DAY_MS = 86_400_000;

interface OrderEvent {
  readonly customer_id: string;
  readonly event_type: string;
  readonly occurred_at: string;
}

/** Customers visit the shop every week until their last order, and never afterwards. Reviews carry no information. */
function visitsOf(orders: readonly OrderEvent[]): object[] {
  const lastOf = new Map<string, { first: number; last: number }>();
  for (const { customer_id: id, occurred_at: at } of orders) {
    const known = lastOf.get(id);
    const time = Date.parse(at);
    lastOf.set(id, { first: Math.min(known?.first ?? time, time), last: Math.max(known?.last ?? time, time) });
  }
  return [...lastOf].flatMap(([customer_id, { first, last }]) => {
    // A customer who has ordered lately may order again, so the visits go on.
    const until = Date.now() - last < 60 * DAY_MS ? Date.now() - DAY_MS : last;
    const events: object[] = [];
    for (let at = first; at < until; at += 7 * DAY_MS) {
      events.push({
        event_id: `v-${customer_id}-${at}`,
        customer_id,
        event_type: 'session_started',
        occurred_at: new Date(at).toISOString(),
      });
      // Every fifth visit ends with a review, which so says nothing that the visits do not say.
      if (((at - first) / (7 * DAY_MS)) % 5 === 0) events.push({ event_id: `r-${customer_id}-${at}`, customer_id, event_type: 'review_submitted', occurred_at: new Date(at).toISOString() }); // prettier-ignore
    }
    return events;
  });
}

/** Returns a customer with some orders, the last of them long ago. */
function silentIn(orders: readonly OrderEvent[]): string {
  const ordersOf = new Map<string, OrderEvent[]>();
  for (const each of orders.filter(({ event_type: type }) => type === 'order_completed'))
    ordersOf.set(each.customer_id, [...(ordersOf.get(each.customer_id) ?? []), each]);
  const isLongAgo = ({ occurred_at: at }: OrderEvent): boolean => Date.now() - Date.parse(at) > 150 * DAY_MS;
  const found = [...ordersOf].find(([, own]) => own.length > 2 && own.every(isLongAgo));
  if (found === undefined) throw new Error('every customer has ordered lately');
  return found[0];
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
    const silent = silentIn(orders);
    const before = await shop.churnOf(silent);
    await shop.send(...[0, 7, 14].map((days) => order({ customer_id: silent, event_type: 'session_started', occurred_at: daysAgo(days), value: undefined }))); // prettier-ignore
    const after = await shop.churnOf(silent);
    expect(Number(after.churn!.score)).toBeLessThan(Number(before.churn!.score));
    const told = [...before.explanation, ...after.explanation].filter(({ factor }) => factor === 'visits');
    expect(told.map(({ text }) => text).join(' ')).toMatch(/visit/i);
  }, 180_000);
});
