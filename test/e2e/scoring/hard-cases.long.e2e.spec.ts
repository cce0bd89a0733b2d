import { once } from 'node:events';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { customerIdOf, type TenantId, toTenantId } from '#libs/core';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { endOf } from '../../support/shop/jobs.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { fillWithCustomers } from '../../support/shop/many-customers.js';
import type { Shop } from '../../support/shop/shop.js';
import { waitingForLocks } from '../../support/waiting/waiting-for-locks.js';
import { patient } from '../../support/waiting/limits.js';

const outboxEventsOf = async (shop: Shop): Promise<string[]> =>
  (await shop.rows<{ event: string; sequence: string }>('outbox', 'event, sequence'))
    .toSorted((a, b) => Number(a.sequence) - Number(b.sequence))
    .map(({ event }) => event);

const raw = (shop: Shop, url: string, body: Buffer, headers: Record<string, string> = {}) =>
  request(url).post('/events').set({ 'X-API-Key': shop.apiKey, 'Content-Type': 'application/json', ...headers })
    .serialize((bytes) => bytes as string).send(body as unknown as string); // prettier-ignore

// The processes stop and start again, which takes time on a busy machine.
describe('in a hard case,', () => {
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

  it('a customer whose history the database cannot sum delays no other customer', async () => {
    const other = await system.shop();
    const poison = ['poison', 'scored-poison'];
    const deletions = poison.map((id) =>
      order({ customer_id: id, event_type: 'customer_deleted', value: undefined, occurred_at: daysAgo(1) }),
    );
    await shop.send(order({ customer_id: 'scored-poison' }));
    await system.worker.stop();
    await shop
      .post(
        '/events',
        batch(order({ customer_id: 'poison' }), ...deletions, ...Array.from({ length: 9 }, (_, i) => order({ customer_id: `c-${i}` }))),
      )
      .expect(202);
    await other.post('/events', { ...batch(order({ customer_id: 'c-1' })), backfill: true }).expect(202);
    // More than monetary_total can hold, such as a million orders of a trillion each.
    await system.owner.query(
      `INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, refunded, refunded_at)
       SELECT $1, c || '-' || i, c, now(), -1, NULL, 999999999999999999, now() FROM generate_series(1, 20) i, unnest($2::uuid[]) c`,
      [shop.tenantId, poison.map((id) => customerIdOf(toTenantId(shop.tenantId), id))],
    );
    await system.worker.start();
    await Promise.all([shop.settled(), other.settled()]);
    for (let i = 0; i < 9; i += 1) expect((await shop.churnOf(`c-${i}`)).churn).not.toBeNull();
    expect((await other.churnOf('c-1')).churn).not.toBeNull();
    expect((await shop.churnOf('poison')).churn).toBeNull();
    expect(system.worker.output).toContain('customer.not_scored');
    // The deletions are not lost.
    expect((await shop.get('/customers/poison').expect(200)).body).toMatchObject({ deleted_at: daysAgo(1), first_seen_at: daysAgo(10) });
    expect((await shop.get('/customers/scored-poison').expect(200)).body).toMatchObject({ deleted_at: daysAgo(1) });
    const { data } = (await shop.get('/customers').expect(200)).body as { data: { external_id: string }[] };
    for (const id of poison) expect(data.map(({ external_id: listed }) => listed)).not.toContain(id);
    // Every nightly pass tries again.
    const due = await shop.rows<{ external_id: string }>('customers', `external_id, due_on = '-infinity' AS due`);
    expect(due.flatMap((row) => ('due' in row && row.due === true ? [row.external_id] : [])).toSorted()).toEqual(poison);
    const calculated = async (): Promise<Date[]> =>
      (await shop.rows<{ at: Date | null }>('customers', 'calculated_at AS at')).flatMap(({ at }) => at ?? []);
    const before = new Date();
    const { body } = await shop.post('/churn/recalculate', { force: true });
    expect(await endOf(shop, body.job_id)).toMatchObject({ status: 'completed', processed: 11, failed: 2 });
    expect((await calculated()).filter((at) => at > before)).toHaveLength(9);
  });

  it('batches about the same new customers lock them in one order, so they never deadlock', async () => {
    await fillWithCustomers(system.owner, shop.tenantId, 2000);
    // New connections plan with the actual values, and find that reading all customers is cheapest.
    await system.api.stop();
    await system.api.start();
    const names = Array.from({ length: 100 }, (_, i) => `new-${i}`);
    const [first, ...others] = names.map((name) => customerIdOf(shop.tenantId as TenantId, name)).toSorted();
    const make = `INSERT INTO customers (tenant_id, id, external_id) VALUES ($1, $2, 'held')`;
    await system.owner.query('BEGIN');
    await system.owner.query(make, [shop.tenantId, first]);
    const answer = shop.post('/events', batch(...names.map((name) => order({ customer_id: name })))).expect(202).then(() => 'taken'); // prettier-ignore
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 400))]);
    // A batch that waits for the first customer holds no lock on the others.
    await system.owner.query(`SET LOCAL lock_timeout = '200ms'`);
    try {
      for (const other of others) await system.owner.query(make, [shop.tenantId, other]);
    } finally {
      await system.owner.query('ROLLBACK');
    }
    expect(await answer).toBe('taken');
  });

  it('a customer who is looked up while its first order is scored gets a score all the same', async () => {
    await shop.send(order({ customer_id: 'held' }));
    await system.owner.query('BEGIN');
    await system.owner.query(`SELECT FROM customers WHERE tenant_id = $1 FOR UPDATE`, [shop.tenantId]);
    await shop.post('/events', batch(order({ customer_id: 'held' }), order({ customer_id: 'new' }))).expect(202);
    // The worker has looked who is there and waits for the first one. The look-up makes the row of the other.
    const deadline = Date.now() + 10_000;
    while ((await waitingForLocks(system.ownerUrl, 'customers')) === 0 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await shop.churnOf('new')).toMatchObject({ churn: null });
    await system.owner.query('COMMIT');
    await shop.settled();
    expect((await shop.churnOf('new')).churn).not.toBeNull();
    expect((await shop.churnOf('held')).features).toMatchObject({ frequency_orders_30d: 2 });
    expect(system.worker.output).not.toContain('ConcurrentChange');
  });

  it('events are accepted at once while the score of the same customer is being written', async () => {
    await shop.send(order({ customer_id: 'c-1' }));
    await system.owner.query('BEGIN');
    await system.owner.query(`UPDATE customers SET updated_at = now() WHERE tenant_id = $1`, [shop.tenantId]);
    const startedAt = Date.now();
    await shop.post('/events', batch(order({ customer_id: 'c-1' }))).expect(202);
    expect(Date.now() - startedAt).toBeLessThan(patient(1000));
    await system.owner.query('COMMIT');
    await shop.settled();
  });

  it('imported history stays silent when a fresh event of the customer is scored beside it', async () => {
    await shop.send(order({ customer_id: 'c-1', occurred_at: daysAgo(0) }));
    expect(await outboxEventsOf(shop)).toEqual([]);
    await system.worker.stop();
    const history = Array.from({ length: 8 }, (_, i) =>
      order({ customer_id: 'c-1', occurred_at: daysAgo(300 + 5 * i), data: { order_id: `o-${i}` } }),
    );
    await shop.post('/events', { events: history, backfill: true }).expect(202);
    await shop
      .post('/events', batch(order({ event_type: 'order_cancelled', customer_id: 'c-1', value: undefined, data: { order_id: 'o-0' } })))
      .expect(202);
    await system.worker.start();
    await shop.settled();
    expect((await shop.churnOf('c-1')).churn?.label).toBe('low');
    // The history alone changed the label: the cancelled order is one of eight.
    expect(await outboxEventsOf(shop)).toEqual([]);
  });

  it('many requests for the same customers cause one scoring of each', async () => {
    await system.worker.stop();
    for (let i = 0; i < 40; i += 1) {
      await shop
        .post('/events', batch(...Array.from({ length: 20 }, (_, c) => order({ customer_id: `c-${c}`, occurred_at: daysAgo(i) }))))
        .expect(202);
    }
    const printed = system.worker.output.length;
    await system.worker.start();
    await shop.settled();
    const logLines = (): string[] =>
      system.worker.output
        .slice(printed)
        .split('\n')
        .filter((line) => line.includes(shop.tenantId) && line.includes('customers.scored'));
    // The log line follows the commit that completes the score request.
    const deadline = Date.now() + 5000;
    while (logLines().length === 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(logLines().map((line) => JSON.parse(line) as object)).toMatchObject([{ scored: 20 }]);
  });

  it('a body in Latin-1 is refused whole, so that no two ids become one', async () => {
    const bytes = Buffer.from(JSON.stringify(batch(order({ event_id: 'café' }))), 'latin1');
    const response = await raw(shop, system.api.url, bytes);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: 'validation_error', message: expect.stringContaining('UTF-8') });
    expect(
      (await raw(shop, system.api.url, Buffer.from('{}', 'utf16le'), { 'Content-Type': 'application/json; charset=utf-16' })).status,
    ).toBe(415);
  });

  it('small bodies that would decompress to huge ones do not delay other requests', async () => {
    const zeros = `{"events":[{"event_id":"e","customer_id":"c","event_type":"page_viewed","occurred_at":"${daysAgo(1)}","data":{"z":[${'0,'.repeat(3e6)}0]}}]}`;
    const bombs = [
      gzipSync(`{"events":${'['.repeat(4e6)}${']'.repeat(4e6)}}`),
      gzipSync(zeros),
      gzipSync(`{"events":[${'{},'.repeat(2.5e6)}{}]}`),
    ];
    const answers = Promise.all(
      [...bombs, ...bombs].map((body) => raw(shop, system.api.url, body, { 'Content-Encoding': 'gzip' }).then(({ status }) => status)),
    );
    const startedAt = Date.now();
    await request(system.api.url).get('/health').expect(200);
    expect(Date.now() - startedAt).toBeLessThan(patient(2000));
    for (const status of await answers) expect([400, 503]).toContain(status);
  });

  it('a body that declares too large a size is refused before it is sent', async () => {
    const response = await raw(shop, system.api.url, Buffer.alloc(9 * 2 ** 20, ' '));
    expect(response.status).toBe(413);
    const endless = http.request(`${system.api.url}/events`, {
      method: 'POST',
      headers: { 'X-API-Key': shop.apiKey, 'Content-Type': 'application/json', 'Content-Length': '99999999999' },
    });
    endless.write('{"events":[');
    const [answer] = (await once(endless, 'response')) as [http.IncomingMessage];
    expect(answer.statusCode).toBe(413);
    expect(answer.headers.connection).toBe('close');
    endless.on('error', () => undefined).destroy();
  });

  it('a body that never ends is refused while it arrives, and the service continues', async () => {
    const headers = { 'X-API-Key': shop.apiKey, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    const endless = http.request(`${system.api.url}/events`, { method: 'POST', headers }).on('error', () => undefined);
    const answered = once(endless, 'response') as Promise<[http.IncomingMessage]>;
    const chunk = Buffer.alloc(2 ** 20, ' ');
    const pour = setInterval(() => endless.write(chunk), 1);
    const [answer] = await answered;
    expect(answer.statusCode).toBe(413);
    await new Promise((resolve) => setTimeout(resolve, 100));
    clearInterval(pour);
    endless.destroy();
    await request(system.api.url).get('/health').expect(200);
  });
});
