import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { shopifyOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { CITUS_NODES } from '../../support/servers/citus-database.js';
import { ConnectedShop } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { eventually } from '../../support/waiting/eventually.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { metric, operatorPorts, readSamples } from '../../support/servers/operator.js';
import { TraceCollector } from '../../support/servers/trace-collector.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliveriesOf, deliverySettings, lapsed, setEndpoint } from '../../support/webhooks/webhook-shop.js';

const CREDENTIAL = 'operator:sixteen-and-more';
const REQUEST_ID = 'req-of-the-merchant-1';
/** On Citus the processes connect to the nodes too. */
const SERVERS = 1 + CITUS_NODES.length;
const THEIR_TRACE = '0af7651916cd43dd8448eb211c80319c';

describe('an operator', () => {
  let system: ChurnSystem;
  let merchant: Merchant;
  let endpoint: WebhookEndpoint;
  let collector: TraceCollector;
  let requests = 0;
  let operator: Awaited<ReturnType<typeof operatorPorts>>;

  beforeAll(async () => {
    [endpoint, collector, operator] = await Promise.all([WebhookEndpoint.start(), TraceCollector.start(), operatorPorts()]);
    system = await ChurnSystem.start({
      ...deliverySettings(),
      ...STOREFRONT_APPS,
      ...operator.settings,
      // Only wake-ups work here: the sweep has no request id to pass on.
      SWEEP_INTERVAL_MS: '60000',
      QUEUE_BOARD_CREDENTIAL: CREDENTIAL,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=k%201',
    });
    merchant = await merchantOf(system);
    const { shop } = merchant;
    await system.webhookSecret(shop);
    await setEndpoint(system, shop, endpoint.url);
    // A wake-up that Redis was too slow to accept is lost on purpose. Another event sends its own.
    const arrived = (): Promise<boolean> => endpoint.until(1, undefined, 10_000).then(() => true, () => false); // prettier-ignore
    do {
      requests += 1;
      await shop
        .post('/events', { events: lapsed(`ada-${requests}`) })
        .set('X-Request-Id', REQUEST_ID)
        .set('traceparent', `00-${THEIR_TRACE}-b7ad6b7169203331-01`)
        .expect(202);
    } while (!(await arrived()) && requests < 4);
    await shop.post('/events', batch(order({ event_type: 'no_such_type' }))).expect(400);
    await shop.get('/customers/ada%20%2F%20lovelace/churn').expect(404);
  });
  afterAll(async () => {
    await system.stop();
    await Promise.all([endpoint.stop(), collector.stop()]);
  });

  const linesOf = (output: string, event: string): Record<string, unknown>[] =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(`"${event}"`))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('finds the effects of a request by its id in the logs of both processes', async () => {
    const answered = linesOf(system.api.output, 'request.answered').filter(({ requestId }) => requestId === REQUEST_ID);
    expect(answered[0]).toMatchObject({ method: 'POST', route: '/api/v1/events', status: 202, tenantId: expect.any(String) });
    const traceIds = answered.map(({ traceId }) => traceId);
    const allOfRequest = (event: string): Record<string, unknown>[] =>
      linesOf(system.worker.output, event).filter(({ requestId }) => requestId === REQUEST_ID);
    const ofRequest = (event: string): Record<string, unknown> | undefined => allOfRequest(event)[0];
    const scored = await eventually('the line of the job that scored', () => ofRequest('customers.scored'));
    expect(scored).toMatchObject({ queue: 'customers.score', queueJobId: expect.any(String) });
    const relayed = await eventually('the line of the job that relayed', () => ofRequest('outbox.relayed'));
    expect(relayed).toMatchObject({ queue: 'webhook.deliver', queueJobId: expect.any(String) });
    expect(traceIds).toContain(scored['traceId']);
    expect(allOfRequest('customers.scored').map(({ traceId }) => traceId)).toContain(relayed['traceId']);
  });

  it('sees requests by route, never by path', async () => {
    const answered = (labels: Record<string, string>): Promise<number | null> =>
      metric(operator.api, 'churn_http_request_duration_seconds_count', labels);
    expect(await answered({ route: '/api/v1/events', method: 'POST', status: '202' })).toBe(requests);
    expect(await answered({ route: '/api/v1/events', status: '400' })).toBe(1);
    expect(await answered({ route: '/api/v1/customers/:customer_id/churn', status: '404' })).toBe(1);
    const text = await (await fetch(`${operator.api}/metrics`)).text();
    expect(text).not.toContain('lovelace');
    expect(readSamples(text).length).toBeGreaterThan(50);
  });

  it('sees events, scores and attempts counted by result', async () => {
    expect(await metric(operator.api, 'churn_events_total', { outcome: 'accepted' })).toBe(requests * lapsed('ada').length);
    expect(await metric(operator.api, 'churn_events_total', { outcome: 'rejected' })).toBe(1);
    expect(await metric(operator.api, 'churn_wake_ups_total', { outcome: 'published' })).toBeGreaterThanOrEqual(1);
    expect(await metric(operator.worker, 'churn_customers_scored_total', { occasion: 'events' })).toBeGreaterThanOrEqual(1);
    expect(await metric(operator.worker, 'churn_score_delay_seconds_count', { lane: 'fresh' })).toBeGreaterThanOrEqual(1);
    expect(await metric(operator.worker, 'churn_job_duration_seconds_count', { queue: 'customers.score', outcome: 'done' })).not.toBeNull();
    await eventually('the attempt', () => metric(operator.worker, 'churn_delivery_attempt_duration_seconds_count', { outcome: 'success' }));
    expect(
      await metric(operator.worker, 'churn_delivery_delay_seconds_count', { event: 'customer.high_risk.detected' }),
    ).toBeGreaterThanOrEqual(1);
  });

  it('sees the backlog, its age and the process metrics from either process', async () => {
    for (const base of [operator.api, operator.worker]) {
      expect(await metric(base, 'churn_queue_jobs', { queue: 'customers.score', state: 'waiting' })).toBe(0);
      expect(await metric(base, 'churn_score_requests_oldest_seconds', { lane: 'fresh' })).toBe(0);
      expect(await metric(base, 'churn_deliveries_oldest_due_seconds')).toBe(0);
      expect(await metric(base, 'churn_ready', { part: 'database' })).toBe(1);
      expect(await metric(base, 'churn_database_pool_connections', { state: 'most' })).toBe(8 * SERVERS);
      expect(await metric(base, 'nodejs_eventloop_lag_p99_seconds')).not.toBeNull();
    }
  });

  it('sees the age of events that no worker scores', async () => {
    const shop = await system.shop();
    await system.worker.stop();
    // docker/chart scales the workers by this metric name.
    const waiting = (): Promise<number> => system.redis.llen('{churn}:customers.score:wait');
    // As above: a slow wake-up is lost or late, and the next event sends its own.
    do await shop.post('/events', batch(order())).expect(202);
    while ((await waiting()) === 0);
    const age = (): Promise<number | null> => metric(operator.api, 'churn_score_requests_oldest_seconds', { lane: 'fresh' });
    await eventually('an age', async () => ((await age()) ?? 0) > 0.5 || null);
    expect(await metric(operator.api, 'churn_score_requests_tenants', { lane: 'fresh' })).toBe(1);
    const reported = (): Promise<number | null> => metric(operator.api, 'churn_queue_jobs', { queue: 'customers.score', state: 'waiting' });
    await eventually('the metric equals the number of waiting jobs', async () => (await reported()) === (await waiting()) || null);
    expect(await reported()).toBeGreaterThanOrEqual(1);
    expect(await metric(operator.api, 'churn_queue_oldest_seconds', { queue: 'customers.score' })).toBeGreaterThan(0);
    await system.worker.start();
  });

  it('follows an event from the request to the webhook attempt in one trace', async () => {
    const spansOf = (name: string): typeof collector.spans => collector.spans.filter((span) => span.name === name);
    // Events of different requests have different traces. A relay that one event woke may send the others too.
    const attempt = await eventually('the attempt', () => {
      const relays = new Set(spansOf('webhook.deliver process').map(({ traceId }) => traceId));
      return spansOf('webhook attempt').find(({ traceId }) => relays.has(traceId));
    });
    const named = (name: string): (typeof collector.spans)[number] | undefined =>
      spansOf(name).find(({ traceId }) => traceId === attempt.traceId);
    const request = await eventually('the request', () => named('POST /api/v1/events'));
    const job = await eventually('the scoring', () => named('customers.score process'));
    const relay = await eventually('the relay', () => named('webhook.deliver process'));
    expect(request).toMatchObject({ service: 'churn-api', parentSpanId: undefined, linkedTraces: [THEIR_TRACE] });
    expect(job).toMatchObject({ service: 'churn-scoring-worker', parentSpanId: request.spanId });
    expect([relay.parentSpanId, attempt.parentSpanId]).toEqual([job.spanId, job.spanId]);
    expect(attempt.attributes).toMatchObject({ 'churn.event': 'customer.high_risk.detected', 'http.response.status_code': 200 });
    expect(collector.headers[0]).toMatchObject({ 'x-collector-key': 'k 1' });
    // The endpoint belongs to someone else and is not part of our trace.
    expect(endpoint.received[0]?.headers).not.toHaveProperty('traceparent');
  });

  it('sees the database statements of an event in its trace with their row counts, but without their values', async () => {
    const childrenOf = (name: string): typeof collector.spans => {
      const parents = new Set(collector.spans.filter((span) => span.name === name).map(({ spanId }) => spanId));
      return collector.spans.filter(({ parentSpanId }) => parents.has(String(parentSpanId)));
    };
    const statement = (name: string, within: string): Promise<(typeof collector.spans)[number]> =>
      eventually(`${name} of ${within}`, () => childrenOf(within).find((span) => span.name === name));
    // On Citus the score request goes by a statement of its own, and the ids of all new events are returned.
    const [tables, rows] = CITUS_NODES.length > 0 ? ['events', lapsed('ada').length] : ['events, score_requests', 1];
    const stored = await statement(`INSERT ${tables}`, 'POST /api/v1/events');
    expect(stored).toMatchObject({ service: 'churn-api' });
    expect(stored.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'INSERT',
      'db.collection.name': tables,
      // The rows that it returns, not those it stores: it says which events were new only when some were not.
      'churn.rows': rows,
    });
    await statement('COMMIT', 'POST /api/v1/events');
    expect(await statement('DELETE score_requests', 'customers.score process')).toMatchObject({ service: 'churn-scoring-worker' });
    await statement('DELETE outbox', 'webhook.deliver process');
    await statement('UPDATE deliveries', 'webhook.deliver process');
    const statements = collector.spans.filter(({ attributes }) => attributes['db.system.name'] !== undefined);
    // Leaves out the span ids, because their digits contain "ada" by chance now and then.
    const shown = JSON.stringify(statements.map(({ name, attributes }) => ({ name, attributes })));
    expect(shown).not.toMatch(/ada|lovelace|app\.tenant_id|\$1/);
  });

  it('sees the queues only with the credential, and can change nothing there', async () => {
    const ask = (path: string, credential?: string, method = 'GET'): Promise<Response> =>
      fetch(`${operator.api}${path}`, {
        method,
        headers: credential === undefined ? {} : { Authorization: `Basic ${Buffer.from(credential).toString('base64')}` },
      });
    for (const [path, credential] of [['/queues'], ['/queues/api/queues'], ['/queues', 'operator:wrong'], ['/queues', 'x']] as const) {
      const refused = await ask(path, credential);
      expect([path, refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([path, 401, expect.stringContaining('Basic')]);
    }
    expect(await (await ask('/queues', CREDENTIAL)).text()).toContain('Churn scoring');
    const listed = (await (await ask('/queues/api/queues', CREDENTIAL)).json()) as { queues: { name: string; readOnlyMode: boolean }[] };
    expect(listed.queues.map(({ name }) => name)).toContain('webhook.deliver');
    expect(listed.queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
    expect((await ask('/queues/api/queues/customers.score/pause', CREDENTIAL, 'PUT')).status).toBe(405);
    expect(await metric(operator.api, 'churn_queue_jobs', { state: 'paused' })).toBe(0);
  });

  it('finds the effects of storefront webhooks, replays and changed settings by their request ids', async () => {
    /** A call and the line of the job that it led to. A wake-up may be lost, so the call may be made again. */
    const leadsTo = async (event: string, queue: string, call: (n: number) => Test): Promise<void> => {
      for (let n = 1; n <= 4; n += 1) {
        const requestId = `req-${randomUUID()}`;
        const { status } = await call(n).set('X-Request-Id', requestId);
        expect([event, [200, 202].includes(status)]).toEqual([event, true]);
        const ofRequest = (): object | undefined => linesOf(system.worker.output, event).find((line) => line['requestId'] === requestId);
        const line = await eventually(`${event} by ${requestId}`, ofRequest, 10_000).catch(() => null);
        if (line === null) continue;
        expect(line).toMatchObject({ queue, queueJobId: expect.any(String), tenantId: merchant.shop.tenantId });
        return;
      }
      throw new Error(`no line of ${event} carries the id of its request`);
    };
    const { owner, shop } = merchant;
    const connected = await ConnectedShop.connect(system, 'generic', shop);
    const anOrder = (id: number): object => shopifyOrder({ id, created_at: daysAgo(9), updated_at: daysAgo(9), customer: { id: 7 } });
    await leadsTo('customers.scored', 'customers.score', (n) => connected.webhook('orders/create', anOrder(n)));
    const [delivery] = await deliveriesOf(shop);
    await leadsTo('webhooks.delivered', 'webhook.deliver', () => owner.post(`/settings/webhook/deliveries/${delivery?.id}/replay`));
    await leadsTo('tenant.recalculated', 'tenant.recalculate', (n) => owner.call('PATCH', '/settings').send({ horizon_days: 40 + n }));
  });

  it('has metrics that callers of the API cannot read', async () => {
    for (const path of ['/metrics', '/queues', '/api/v1/metrics', '/api/v1/queues']) {
      expect([path, (await fetch(new URL(path, system.api.url))).status]).toEqual([path, 404]);
    }
  });
});
