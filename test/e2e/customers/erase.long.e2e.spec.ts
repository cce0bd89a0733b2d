import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { customerIdOf, placeholderOf, toTenantId } from '#libs/core';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { endOf } from '../../support/shop/jobs.js';
import { leaveTraces } from '../../support/shop/customer-traces.js';
import type { Shop } from '../../support/shop/shop.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliveriesOf, deliverySettings, setEndpoint } from '../../support/webhooks/webhook-shop.js';

/**
 * Tables that this test does not fill: queues; aliases and parts of campaigns, which erase-aliases.long and sending.long erase; and days of
 * orders, which go with the customer by a foreign key (test/contract/tenant-tables.spec.ts).
 */
const NOT_FILLED = ['customer_aliases', 'campaign_parts', 'outbox', 'score_requests'];

describe('the erasure of a customer', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.start({ ...deliverySettings(), SWEEP_INTERVAL_MS: '100' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  async function erase(id: string): Promise<string> {
    const response = await shop.delete(`/customers/${encodeURIComponent(id)}`);
    expect(response.status).toBe(202);
    expect(response.body).toEqual({ job_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    return (response.body as { job_id: string }).job_id;
  }

  /** Returns the tables of the whole database in which a row contains the text. */
  async function tablesWith(text: string): Promise<string[]> {
    const { rows } = await system.owner.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 'm', 'p') AND relnamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(8);
    const found: string[] = [];
    for (const { name } of rows) {
      const hits = await system.owner.query(`SELECT FROM ${name} t WHERE t::text LIKE '%' || $1 || '%' LIMIT 1`, [text]);
      if (hits.rowCount !== 0) found.push(name);
    }
    return found.toSorted();
  }

  /** Puts a customer into the list of a past week, as the worker does after an import. */
  async function nameInPast(customerId: string): Promise<void> {
    await system.owner.query(
      `INSERT INTO past_named (tenant_id, customer_id, place, score, expected_revenue, revenue_at_risk, returned_on, spent)
       VALUES ($1, $2, 1, 0.5, 10, 5, NULL, 0)`,
      [shop.tenantId, customerId],
    );
  }

  /** Returns the tables that have a column for a customer. */
  async function tablesForCustomers(): Promise<string[]> {
    const { rows } = await system.owner.query<{ name: string }>(
      `SELECT DISTINCT relname AS name FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
         AND attnum > 0 AND NOT attisdropped AND attname IN ('customer_id', 'customer_ids', 'moved_from', 'external_id')`,
    );
    return rows.map(({ name }) => name);
  }

  /** Everything that Redis holds, as text. */
  async function redisDump(): Promise<string> {
    const keys = await system.redis.keys('*');
    const dumps = await Promise.all(keys.map((key) => system.redis.dumpBuffer(key)));
    return keys.join('\n') + dumps.map((dump) => dump?.toString('latin1') ?? '').join('\n');
  }

  it('leaves no data of the customer in any table or in Redis', async () => {
    const id = `leaver-${randomUUID()}`;
    const endpoint = await WebhookEndpoint.start();
    // Any text may be about the customer. The second outbox event is still on its way.
    endpoint.behaviour = ({ body }, response, index) => void response.writeHead(index === 0 ? 200 : 500).end(body);
    await system.webhookSecret(shop);
    await setEndpoint(system, shop, endpoint.url);
    const internalId = customerIdOf(toTenantId(shop.tenantId), id);
    const about = { customer_id: id, data: { category: `called ${id}`, items: [{ category: `called ${id}` }] } };
    await shop.send(
      ...Array.from({ length: 6 }, (_, i) => order({ ...about, occurred_at: daysAgo(150 + 10 * i) })),
      order({ customer_id: id, occurred_at: daysAgo(200), data: { order_id: `of ${id}`, source_name: id } }),
      order({ customer_id: id, event_type: 'page_viewed', value: undefined, data: { product_id: `/${id}` } }),
      order({ customer_id: 'stayer', occurred_at: daysAgo(20) }),
    );
    // One order moved to another customer, and one came from another customer.
    await shop.send(order({ customer_id: id, event_type: 'order_created', occurred_at: daysAgo(9), data: { order_id: 'o-1' } }));
    await shop.send(order({ customer_id: 'stayer', event_type: 'order_updated', occurred_at: daysAgo(8), data: { order_id: 'o-1' } }));
    await shop.send(order({ customer_id: 'stayer', event_type: 'order_created', occurred_at: daysAgo(7), data: { order_id: 'o-2' } }));
    await shop.send(order({ customer_id: id, event_type: 'order_updated', occurred_at: daysAgo(6), data: { order_id: 'o-2' } }));
    await shop.post('/events', batch(order({ customer_id: id, value: -1, data: { order_id: `of ${id}` } })));
    await shop.call('PUT', `/customers/${id}/traits`).send({ points: 12 }).expect(200);
    await shop.settled();
    const stayer = await shop.churnOf('stayer');
    const has = async (status: string) => (await deliveriesOf(shop)).some((row) => row.status === status);
    while (!(await has('success')) || !(await has('failed'))) await sleep(20);
    while ((await shop.rows('outbox')).length > 0) await sleep(20);
    await nameInPast(internalId);
    const named = ['customer_categories', 'customer_names', 'customers', 'deliveries', 'events', 'orders', 'rejected_events'];
    expect(await tablesWith(id)).toEqual(named);
    expect(await tablesWith(internalId)).toEqual([...named, 'customer_traits', 'past_named', 'score_history'].toSorted());

    // Jobs that name the customer: one that has ended, one that is waiting, and the erasure itself.
    const body = { customer_ids: [id], force: true };
    await endOf(shop, ((await shop.post('/churn/recalculate', body)).body as { job_id: string }).job_id);
    await system.worker.stop();
    const waiting = ((await shop.post('/churn/recalculate', { customer_ids: [id, 'stayer'] })).body as { job_id: string }).job_id;
    // A cancelled job keeps its place.
    await system.owner.query('UPDATE churn_job_parts SET after_id = $2 WHERE tenant_id = $1 AND done', [shop.tenantId, internalId]);
    await leaveTraces(system.owner, shop.tenantId, { id, customerId: internalId });
    const before = await tablesWith(internalId);
    const jobId = await erase(id);
    const filled = new Set([...before, ...(await tablesWith(internalId)), ...NOT_FILLED]);
    expect((await tablesForCustomers()).filter((name) => !filled.has(name))).toEqual([]);
    await system.worker.start();

    expect(await endOf(shop, jobId)).toMatchObject({ type: 'erase', status: 'completed', queued: 1, processed: 1, failed: 0, error: null });
    await endOf(shop, waiting);
    await shop.settled();
    expect(await tablesWith(id)).toEqual([]);
    expect(await tablesWith(internalId)).toEqual([]);
    const redis = await redisDump();
    for (const text of [id, internalId]) expect(redis).not.toContain(text);
    const kept = (await deliveriesOf(shop)).filter((row) => row.body === null);
    expect(kept.slice(0, 2)).toMatchObject([
      { status: 'success', attempts: 1, attempts_log: [{ attempt: 1, response_body: null }] },
      { status: 'dead_letter', dead_letter_reason: 'customer_erased', next_attempt_at: null },
    ]);
    await endpoint.stop();

    expect((await shop.get(`/customers/${id}/churn`)).status).toBe(404);
    expect((await shop.get('/customers')).body.data).toMatchObject([{ external_id: 'stayer' }]);
    // The order that had moved to the erased customer counts again for the customer who sent its event.
    await shop.settled();
    expect((await shop.churnOf('stayer')).features_extended.orders_total).toBe(stayer.features_extended.orders_total + 1);
    expect((await shop.delete(`/customers/${id}`)).status).toBe(404);
  });

  it('leaves refunds of orders that had moved to the customer as they are, also those that wait', async () => {
    const about = (customer_id: string, order_id: string, event_type: string, day: number, value?: number) =>
      order({ customer_id, event_type, occurred_at: daysAgo(day), value, data: { order_id } });
    await shop.send(about('stayer', 'o-1', 'order_created', 30, 100), about('stayer', 'o-2', 'order_created', 29, 100));
    await shop.send(about('stayer', 'o-2', 'order_refunded', 28, 10), order({ customer_id: 'leaver', occurred_at: daysAgo(40) }));
    await shop.settled();
    await system.worker.stop();
    for (const event of [about('leaver', 'o-1', 'order_updated', 20, 100), about('stayer', 'o-1', 'order_refunded', 10, 30)])
      await shop.post('/events', batch(event)).expect(202);
    const jobId = await erase('leaver');
    // The worker scores nothing before the erasure.
    const waiting = await system.owner.query(`UPDATE score_requests SET alone = true, due_at = now() + interval '3 seconds' WHERE tenant_id = $1`, [shop.tenantId]); // prettier-ignore
    expect(waiting.rowCount).toBe(2);
    await system.worker.start();
    await endOf(shop, jobId);
    await shop.settled();
    const rows = await shop.rows<{ order_key: string; refunded: string }>('orders', 'order_key, refunded');
    expect(rows.toSorted((a, b) => (a.order_key < b.order_key ? -1 : 1))).toEqual([
      { order_key: 'order:o-1', refunded: '30.0000' },
      { order_key: 'order:o-2', refunded: '10.0000' },
    ]);
  });

  it('is refused for an unknown customer, and affects no customer of another shop', async () => {
    const other = await system.shop();
    await other.send(order({ customer_id: 'theirs' }));
    for (const id of ['nobody', 'theirs', '%00', '%ED%A0%80x'])
      expect([404, 422]).toContain((await shop.delete(`/customers/${id}`)).status);
    expect((await shop.delete('/customers/theirs').unset('X-API-Key')).status).toBe(401);
    expect((await other.churnOf('theirs')).churn).not.toBeNull();
    expect(await shop.rows('churn_jobs')).toEqual([]);
  });

  it('is one job however often it is requested, and spares a customer with the same id in another shop', async () => {
    const other = await system.shop();
    await Promise.all([shop.send(order({ customer_id: 'a/b c' })), other.send(order({ customer_id: 'a/b c' }))]);
    await system.worker.stop();
    const ids = await Promise.all(Array.from({ length: 8 }, () => erase('a/b c')));
    await system.worker.start();
    expect(new Set(ids).size).toBe(1);
    await endOf(shop, ids[0] ?? '');
    expect((await shop.get('/customers/a%2Fb%20c/churn')).status).toBe(404);
    expect((await other.churnOf('a/b c')).churn).not.toBeNull();
  });

  it('lets a new event of the same customer start a new history', async () => {
    const events = Array.from({ length: 5 }, (_, i) => order({ customer_id: 'phoenix', occurred_at: daysAgo(30 + i) }));
    await shop.send(...events);
    await endOf(shop, await erase('phoenix'));
    await shop.send(order({ customer_id: 'phoenix', occurred_at: daysAgo(2), value: 7 }));
    const detail = await shop.churnOf('phoenix');
    expect(detail).toMatchObject({ features: { monetary_total: '7.00', recency_days: 2 }, features_extended: { orders_total: 1 } });
    expect(detail.history).toHaveLength(1);
  });

  it('continues where it stopped when the worker is killed, also with much data', async () => {
    await shop.send(order({ customer_id: 'heavy' }), order({ customer_id: 'light' }));
    const id = customerIdOf(toTenantId(shop.tenantId), 'heavy');
    await system.owner.query(
      `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at)
       SELECT $1, 'h-' || i, $2, 'page_viewed', now() - i * interval '1 minute' FROM generate_series(1, 60000) i`,
      [shop.tenantId, id],
    );
    const jobId = await erase('heavy');
    const left = async (): Promise<number> => {
      const { rows } = await system.owner.query<{ n: number }>('SELECT count(*)::int AS n FROM events WHERE tenant_id = $1', [
        shop.tenantId,
      ]);
      return rows[0]?.n ?? 0;
    };
    while ((await left()) > 55_000) await sleep(2);
    await system.worker.kill();
    expect(await left()).toBeGreaterThan(1);
    await system.worker.start();
    // The lease of a worker that was killed lasts for half a minute.
    expect(await endOf(shop, jobId, 90_000)).toMatchObject({ status: 'completed', processed: 1 });
    expect(await left()).toBe(1);
    expect((await shop.churnOf('light')).churn).not.toBeNull();
  });

  it('removes order events that arrived before their customer was known, also when they are many', async () => {
    await shop.send(order({ customer_id: 'heavy' }));
    const tenantId = toTenantId(shop.tenantId);
    const id = customerIdOf(tenantId, 'heavy');
    const orderIds = Array.from({ length: 4500 }, (_, i) => `early-${i}`);
    const placeholders = orderIds.map((orderId) => placeholderOf(tenantId, orderId));
    await system.owner.query(
      `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at)
       SELECT $1, 'refund of ' || order_id, placeholder, 'order_refunded', now() FROM unnest($2::text[], $3::uuid[]) AS refund (order_id, placeholder)`,
      [tenantId, orderIds, placeholders],
    );
    await system.owner.query(
      `INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, refunded)
       SELECT $1, 'order:' || order_id, $3, now(), 0, 1 FROM unnest($2::text[]) AS refund (order_id)`,
      [tenantId, orderIds, id],
    );
    await endOf(shop, await erase('heavy'));
    expect(await shop.rows('orders', 'order_key')).toEqual([]);
    expect(await shop.rows('events', 'event_id')).toEqual([]);
  });

  it('never leaves half of a customer behind while events keep arriving', async () => {
    const over = new AbortController();
    let sent = 0;
    const send = async (): Promise<void> => {
      while (!over.signal.aborted) {
        sent += 1;
        const event = { event_id: `e-${sent}`, customer_id: 'busy', value: 10, data: { order_id: `o-${sent}` } };
        await shop.post('/events', batch(order(event))).expect(202);
      }
    };
    const senders = Promise.all([send(), send(), send()]);
    let lastAnswered = 0;
    for (let round = 0; round < 5; round += 1) {
      while ((await shop.delete('/customers/busy')).status === 404) await sleep(5);
      lastAnswered = sent;
      await sleep(150);
    }
    over.abort();
    await senders;
    for (const { id } of await shop.rows<{ id: string }>('churn_jobs', 'id')) await endOf(shop, id);
    await shop.settled();
    const { rows: strays } = await system.owner.query(
      `SELECT customer_id FROM (SELECT tenant_id, customer_id FROM events UNION SELECT tenant_id, customer_id FROM orders) stored
       WHERE tenant_id = $1 AND customer_id NOT IN (SELECT id FROM customers WHERE tenant_id = $1)`,
      [shop.tenantId],
    );
    expect(strays).toEqual([]);
    const stored = new Set((await shop.rows<{ event_id: string }>('events', 'event_id')).map(({ event_id: id }) => id));
    expect(sent).toBeGreaterThan(lastAnswered);
    for (let i = lastAnswered + 1; i <= sent; i += 1) expect(stored).toContain(`e-${i}`);
    await shop.send(order({ customer_id: 'busy', value: 10, data: { order_id: 'last' } }));
    const [events, orders] = [await shop.rows('events', 'event_id'), await shop.rows('orders', 'order_key')];
    expect(events.length).toBeLessThan(sent);
    expect(orders).toHaveLength(events.length);
    expect(await shop.churnOf('busy')).toMatchObject({
      features: { monetary_total: `${events.length * 10}.00` },
      features_extended: { orders_total: events.length },
    });
  });
});
