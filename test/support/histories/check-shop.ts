import type { CustomerDto } from '#libs/dto';
import type { Shop } from '../shop/shop.js';
import { eventually } from '../waiting/eventually.js';
import type { Received } from '../webhooks/webhook-endpoint.js';
import type { ExpectedShop } from './expected-shop.js';
import { type CustomerName, toWire } from './history.js';
import type { Stage } from './play-history.js';

type Listed = Pick<CustomerDto, 'external_id' | 'orders_count' | 'monetary_total' | 'last_order_at' | 'churn'>;

/** Compares the lists, sums, labels and traits of a shop with what must be true of it. */
export async function expectPersons({ merchant, prefix }: Stage, expected: ExpectedShop): Promise<void> {
  const { body } = await merchant.shop.get('/customers?limit=200&sort=created_asc').expect(200);
  const listed = new Map((body.data as Listed[]).map((customer) => [customer.external_id, customer]));
  const persons = expected.persons();
  const sure = [...persons].flatMap(([name, person]) => (person === null ? [] : [{ name, person }]));
  const factsOf = (name: CustomerName): object | null => {
    const customer = listed.get(`${prefix}${name}`);
    if (customer === undefined) return null;
    return { orders: customer.orders_count, spent: customer.monetary_total, lastOrderAt: customer.last_order_at };
  };
  expect(Object.fromEntries(sure.map(({ name }) => [name, factsOf(name)]))).toEqual(
    Object.fromEntries(sure.map(({ name, person }) => [name, person])),
  );
  const unexpected = [...listed.keys()].filter((id) => !persons.has(id.slice(prefix.length) as CustomerName));
  expect(unexpected).toEqual([]);
  await expectLabels(merchant, [...listed.values()]);
  for (const { name, person } of sure) {
    if (person.orders > 0) expect([name, listed.get(`${prefix}${name}`)?.churn]).toEqual([name, expect.any(Object)]);
    const points = expected.traitsOf(name);
    if (points === undefined) continue;
    const { body: one } = await merchant.shop.get(`/customers/${prefix}${name}`).expect(200);
    expect([name, one.traits]).toEqual([name, points === null ? {} : { points }]);
  }
}

async function expectLabels({ owner }: Stage['merchant'], customers: readonly Listed[]): Promise<void> {
  const { body } = await owner.get('/settings');
  const { medium, high, critical } = body.label_thresholds as Record<'medium' | 'high' | 'critical', number>;
  for (const { churn } of customers) {
    if (churn === null) continue;
    const score = Number(churn.score);
    expect(churn.label).toBe(score >= critical ? 'critical' : score >= high ? 'high' : score >= medium ? 'medium' : 'low');
  }
}

const EVENTS_PER_BATCH = 100;

/** Sends what is left of the history to an empty shop, at once and under the final identifiers: the scores must be the same. */
export async function expectSameScores(stage: Stage, expected: ExpectedShop, empty: Shop): Promise<void> {
  const sure = [...expected.persons()].filter(([name, person]) => person !== null && !expected.heirs.has(name)).map(([name]) => name);
  const events = expected.history.map((event) => toWire(event, `${stage.prefix}${expected.personOf(event.customer)}`));
  for (let at = 0; at < events.length; at += EVENTS_PER_BATCH) {
    await empty.post('/events', { events: events.slice(at, at + EVENTS_PER_BATCH) }).expect(202);
  }
  await empty.settled(60_000);
  for (const name of sure) {
    const [one, other] = await Promise.all([stage.merchant.shop, empty].map((shop) => scoreOf(shop, `${stage.prefix}${name}`)));
    expect([name, one]).toEqual([name, other]);
  }
}

async function scoreOf(shop: Shop, customer: string): Promise<object> {
  const { churn, features, features_extended, lifecycle, expected_revenue, revenue_at_risk, late_since } = await shop.churnOf(customer);
  return {
    score: churn?.score,
    model: churn?.model_version,
    features,
    features_extended,
    lifecycle,
    expected_revenue,
    revenue_at_risk,
    late_since,
  };
}

/** Expects that no table of the shop has a row that contains the identifier of an erased customer. */
export async function expectNothingOfErased({ merchant, prefix }: Stage, expected: ExpectedShop): Promise<void> {
  for (const name of expected.erased) {
    for (const table of await merchant.shop.tables()) {
      const rows = await merchant.shop.rows<{ text: string }>(`${table} AS t`, 't::text AS text');
      expect([table, rows.filter(({ text }) => text.includes(`${prefix}${name}`))]).toEqual([table, []]);
    }
  }
}

/** Expects that each event about a customer was sent once, in order. The numbers begin again at 1 after an erasure, and then only. */
export async function expectWebhooks({ merchant, prefix }: Stage, expected: ExpectedShop, received: readonly Received[]): Promise<void> {
  await eventually('the end of all deliveries', async () => {
    const waiting = await merchant.shop.rows('outbox');
    const open = (await merchant.shop.rows<{ status: string }>('deliveries', 'status')).filter(
      ({ status }) => status === 'pending' || status === 'failed',
    );
    return waiting.length + open.length === 0 ? true : null;
  });
  const restarts = new Set([...expected.onceErased].map((name) => `${prefix}${name}`));
  const sent = new Map<string, Map<number, string>>();
  for (const { json, headers } of received) {
    const customer = String(json['customer_id']);
    if (!customer.startsWith(prefix)) continue;
    const id = String(headers['x-service-delivery-id']);
    const sequence = Number(headers['x-service-sequence']);
    const isRestart = sequence === 1 && restarts.has(customer) && sent.get(customer)?.get(1) !== id;
    const own = (isRestart ? undefined : sent.get(customer)) ?? new Map<number, string>();
    sent.set(customer, own);
    // A place in the sequence is one event: a second delivery of it would be the event twice.
    expect([customer, sequence, own.get(sequence) ?? id]).toEqual([customer, sequence, id]);
    if (own.has(sequence)) continue;
    expect([customer, sequence, sequence > Math.max(0, ...own.keys())]).toEqual([customer, sequence, true]);
    own.set(sequence, id);
  }
}
