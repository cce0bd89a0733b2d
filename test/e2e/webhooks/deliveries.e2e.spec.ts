import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { Person } from '../../support/people/person.js';
import { Shop } from '../../support/shop/shop.js';
import { campaignOf, send } from '../../support/webhooks/campaign-shop.js';
import { answer, hang, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliveriesOf, lapsed, returnAndLapse, setEndpoint, untilDeliveries } from '../../support/webhooks/webhook-shop.js';
import { patient } from '../../support/waiting/limits.js';

interface Detail {
  readonly id: string;
  readonly status: string;
  readonly payload: Record<string, unknown>;
  readonly attempts_log: { readonly error: string | null; readonly response_body: string | null }[];
}

describe('webhook deliveries', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let endpoint: WebhookEndpoint;
  let owner: Person;
  let shop: Shop;
  let secret: string;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    endpoint = await WebhookEndpoint.start();
    owner = await Person.register(system.api.url);
    shop = new Shop(system.api.url, owner.tenantId, owner.apiKey, system.owner);
    secret = await system.webhookSecret(shop);
    await setEndpoint(system, shop, endpoint.url);
  });
  afterEach(() => endpoint.stop());

  const isEnded = ({ status }: { status: string }): boolean => status === 'success' || status === 'dead_letter';

  it('are listed newest first, in pages, with filters', async () => {
    endpoint.behaviour = ({ json }, response) => void response.writeHead(json['customer_id'] === 'c-3' ? 410 : 200).end('thanks');
    for (const id of ['c-1', 'c-2']) await shop.send(...lapsed(id));
    await shop.send(returnAndLapse('c-1').back);
    await untilDeliveries(shop, 3, isEnded);
    const list = async (query = '') => (await calls.taken(owner.get(`/settings/webhook/deliveries${query}`))).body;
    const all = await list();
    const ids = (await deliveriesOf(shop)).map(({ id }) => id).toReversed();
    expect(all.data.map(({ id }: Detail) => id)).toEqual(ids);
    expect(all.pagination).toEqual({ next_cursor: null, has_more: false });
    expect(all.data[0]).toMatchObject({
      event: 'customer.churn_score.changed', status: 'success', url: endpoint.url, customer_id: 'c-1', campaign_id: null,
      attempts: 1, max_attempts: 8, next_attempt_at: null, last_status_code: 200, last_error: null, dead_letter_reason: null,
    }); // prettier-ignore
    const pages: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      pages.push(...page.data.map(({ id }: Detail) => id));
      cursor = page.pagination.next_cursor as string | null;
    }
    expect(pages).toEqual(ids);
    expect((await list('?customer_id=c-2')).data).toHaveLength(1);
    expect((await list('?event=customer.high_risk.detected&status=success,failed')).data).toHaveLength(2);
    expect((await list('?status=dead_letter')).data).toEqual([]);
    expect((await list(`?campaign_id=${randomUUID()}`)).data).toEqual([]);
    expect((await list('?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z')).data).toEqual([]);
    expect((await list(`?from=${new Date(Date.now() - 60_000).toISOString()}`)).data).toHaveLength(3);
    for (const query of ['limit=0', 'limit=201', 'status=lost', 'event=x', 'cursor=-1', 'cursor=x', 'from=yesterday', 'from=0000-01-01T00:00:00Z', 'campaign_id=7', 'customer_id=', 'page=2']) {
      await calls.refused(owner.get(`/settings/webhook/deliveries?${query}`), 422, 'validation_error');
    }
  }); // prettier-ignore

  it('show their payload and each attempt', async () => {
    endpoint.behaviour = (_request, response, index) =>
      void response.writeHead(index === 0 ? 500 : 200).end(index === 0 ? 'out of order' : '');
    await shop.send(...lapsed('c-1'));
    const [row] = await untilDeliveries(shop, 1, isEnded);
    const { body } = await calls.taken(owner.get(`/settings/webhook/deliveries/${row?.id}`));
    expect(body).toMatchObject({
      payload: { event: 'customer.high_risk.detected', customer_id: 'c-1' },
      attempts_log: [
        { attempt: 1, status_code: 500, error: 'http_5xx', response_body: 'out of order' },
        { attempt: 2, status_code: 200, error: null },
      ],
    });
    for (const id of [randomUUID(), 'x', '%00']) await calls.refused(owner.get(`/settings/webhook/deliveries/${id}`), 404, 'not_found');
  });

  it('can be replayed one by one or for a period, oldest first, with the same ids and bytes', async () => {
    endpoint.behaviour = answer(400);
    await shop.send(...lapsed('c-1'));
    await shop.send(returnAndLapse('c-1').back);
    const before = await untilDeliveries(shop, 2, ({ status }) => status === 'dead_letter', 25_000);
    const sent = endpoint.received.length;
    endpoint.behaviour = answer(200);
    const id = before[1]?.id ?? '';
    const replayed = await calls.taken(owner.post(`/settings/webhook/deliveries/${id}/replay`), 202);
    expect(replayed.body).toMatchObject({ id, status: 'pending', attempts: 0, dead_letter_reason: null });
    expect((await endpoint.until(sent + 1)).at(-1)?.body.toString()).toBe(before[1]?.body);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const recovery = await calls.taken(owner.post('/settings/webhook/recover', { since, statuses: ['dead_letter', 'success'] }), 202);
    expect(recovery.body).toEqual({ job_id: expect.any(String), queued: 2 });
    const again = (await endpoint.until(sent + 3)).slice(sent + 1);
    expect(again.map(({ headers }) => headers['x-service-delivery-id'])).toEqual(before.map((row) => row.id));
    await untilDeliveries(shop, 2, ({ status }) => status === 'success');
    expect((await shop.get(`/churn/jobs/${recovery.body.job_id}`)).body).toMatchObject({ type: 'recover', status: 'completed', queued: 2 });
    const auditLog = (await calls.taken(owner.get('/audit-log?action=webhook.replayed,webhook.recovered'))).body as {
      data: { action: string; details: object }[];
    };
    expect(auditLog.data.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'webhook.recovered', details: expect.objectContaining({ ...recovery.body, since }) },
      { action: 'webhook.replayed', details: { delivery_id: id } },
    ]);
    for (const body of [{}, { since: 'x' }, { since, until: since }, { since, statuses: [] }, { since, statuses: ['pending'] }, { since: '2020-01-01T00:00:00Z' }, { since, all: true }]) {
      await calls.refused(owner.post('/settings/webhook/recover', body), 400, 'validation_error');
    }
    await setEndpoint(system, shop, endpoint.url, { enabled: false });
    await calls.refused(owner.post('/settings/webhook/recover', { since }), 409, 'conflict');
    await setEndpoint(system, shop, null);
    await calls.refused(owner.post(`/settings/webhook/deliveries/${id}/replay`), 409, 'conflict');
    await calls.refused(owner.post('/settings/webhook/test'), 409, 'conflict');
  }); // prettier-ignore

  it('can be tested: a test is sent at once, signed like the others, and never to a private address', async () => {
    const good = await calls.taken(owner.post('/settings/webhook/test', { event: 'customer.high_risk.detected' }));
    expect(good.body).toMatchObject({
      status: 'success',
      attempts: 1,
      max_attempts: 1,
      customer_id: null,
      payload: { customer_id: 'test-customer' },
    });
    const [request] = endpoint.received;
    expect(request?.headers['x-service-test']).toBe('true');
    expect(() => new Webhook(secret).verify(request?.body.toString() ?? '', request?.headers as Record<string, string>)).not.toThrow();
    const changed = () => calls.taken(owner.post('/settings/webhook/test', { event: 'customer.churn_score.changed' }));
    expect((await changed()).body.payload).toMatchObject({ previous_label: 'medium', new_score: 0.8312, new_label: 'high' });
    await owner
      .call('PATCH', '/settings')
      .send({ label_thresholds: { medium: 0.5, high: 0.6, critical: 0.8 } })
      .expect(200);
    expect((await changed()).body.payload).toMatchObject({ previous_label: 'low', new_score: 0.8312, new_label: 'critical' });
    endpoint.behaviour = hang;
    const late = await calls.taken(owner.post('/settings/webhook/test'));
    expect(late.body).toMatchObject({ status: 'dead_letter', dead_letter_reason: 'test_failed', last_error: 'timeout' });
    await setEndpoint(system, shop, 'http://10.0.0.1/hooks');
    const blocked = await calls.taken(owner.post('/settings/webhook/test'));
    expect(blocked.body).toMatchObject({ status: 'dead_letter', last_error: 'blocked_address', last_status_code: null });
    await calls.refused(owner.post('/settings/webhook/test', { event: 'order_created' }), 400, 'validation_error');
    await calls.refused(owner.post(`/settings/webhook/deliveries/${good.body.id}/replay`), 409, 'conflict');
  });

  it('are summed up, with the delay between score and delivery', async () => {
    const empty = await calls.taken(owner.get('/settings/webhook/stats'));
    expect(empty.body).toEqual({
      period: '24h', total: 0, success: 0, dead_letter: 0, open: 0, success_rate: null, latency_ms: { p50: null, p95: null, p99: null },
    }); // prettier-ignore
    endpoint.behaviour = ({ json }, response) => void response.writeHead(json['customer_id'] === 'c-3' ? 410 : 200).end();
    for (const id of ['c-1', 'c-2', 'c-3']) await shop.send(...lapsed(id));
    await untilDeliveries(shop, 3, isEnded);
    await owner.post('/settings/webhook/test');
    // A campaign goes to a URL of its own.
    const campaign = await campaignOf(owner, new URL('/campaigns', endpoint.url).href, { holdout_percent: 0 });
    expect((await send(owner, campaign)).status).toBe(202);
    await untilDeliveries(shop, 5, isEnded);
    const { body } = await calls.taken(owner.get('/settings/webhook/stats?period=7d'));
    expect(body).toMatchObject({ period: '7d', total: 3, success: 2, dead_letter: 1, open: 0, success_rate: 0.6667 });
    expect(body.latency_ms.p50).toBeGreaterThan(0);
    expect(body.latency_ms.p99).toBeLessThan(patient(5000));
    await calls.refused(owner.get('/settings/webhook/stats?period=1y'), 422, 'validation_error');
  });

  it('are hidden from other tenants', async () => {
    await shop.send(...lapsed('c-1'));
    const [row] = await untilDeliveries(shop, 1, isEnded);
    const other = await Person.register(system.api.url);
    expect((await other.get('/settings/webhook/deliveries')).body.data).toEqual([]);
    await calls.refused(other.get(`/settings/webhook/deliveries/${row?.id}`), 404, 'not_found');
    await calls.refused(other.post(`/settings/webhook/deliveries/${row?.id}/replay`), 404, 'not_found');
    const cursor = Buffer.from(`x ${row?.id}`).toString('base64url');
    await calls.refused(other.get(`/settings/webhook/deliveries?cursor=${cursor}`), 422, 'validation_error');
    await calls.refused(owner.get('/settings/webhook/deliveries').unset('Authorization'), 401, 'unauthorized');
    await calls.refused(owner.get('/settings/webhook/deliveries').set('Authorization', `Bearer ${owner.apiKey}`), 401, 'unauthorized');
  });
});
