import request from 'supertest';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

interface CustomerLine {
  readonly id: string;
  readonly external_id: string;
  readonly churn: { readonly score: string } | null;
}

describe('the API for reading scores', () => {
  let system: ChurnSystem;
  let shop: Shop;
  let other: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    [shop, other] = [await system.shop({ currency: 'GBP' }), await system.shop()];
    // A customer may be in the control group of the shop by chance.
    await system.owner.query('UPDATE tenants SET control_percent = 0 WHERE id = $1', [shop.tenantId]);
    const orders = Array.from({ length: 23 }, (_, i) => order({ customer_id: `c-${i}`, occurred_at: daysAgo(i * 17), value: 10 + i }));
    const unscored = ['x', 'y'].map((customer_id) => order({ customer_id, event_type: 'page_viewed', value: undefined }));
    await shop.send(...orders, ...unscored);
  }, 60_000);
  afterAll(() => system.stop());

  const page = async (query: string) =>
    (await shop.get(`/customers${query}`).expect(200)).body as {
      data: CustomerLine[];
      pagination: { next_cursor: string | null; has_more: boolean };
    };

  it('lists the customers most at risk first and the unscored last', async () => {
    const { data, pagination } = await page('');
    expect(pagination).toEqual({ next_cursor: null, has_more: false });
    expect(data).toHaveLength(25);
    const scores = data.map(({ churn }) => (churn === null ? -1 : Number(churn.score)));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(data.slice(-2).map(({ churn }) => churn)).toEqual([null, null]);
    expect(data.find(({ external_id }) => external_id === 'c-2')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      external_id: 'c-2',
      churn: {
        score: expect.any(String),
        label: expect.any(String),
        calculated_at: expect.any(String),
        model_version: 'mbg-prior-1.0/h90',
      },
      last_activity_at: daysAgo(34),
      last_order_at: daysAgo(34),
      first_seen_at: daysAgo(34),
      orders_count: 1,
      monetary_total: '12.00',
      revenue_at_risk: expect.stringMatching(/^\d+\.\d\d$/),
      expected_revenue: expect.stringMatching(/^\d+\.\d\d$/),
      revenue_if_ordered: expect.stringMatching(/^\d+\.\d\d$/),
      control_group: 'none',
      marketing_consent: 'unknown',
      contact_value: null,
      lifecycle: 'new',
      late_since: null,
      overdue_days: null,
      high_risk_since: null,
      currency: 'GBP',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('returns each customer once over all pages', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const next = await page(`?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...next.data.map(({ external_id }) => external_id));
      expect(next.pagination.has_more).toBe(next.pagination.next_cursor !== null);
      cursor = next.pagination.next_cursor;
    }
    expect(seen).toEqual((await page('')).data.map(({ external_id }) => external_id));
  });

  it('filters by label and score, with labels in any spelling', async () => {
    const ways = ['?churn_label=high&churn_label=critical', '?churn_label[]=high&churn_label[]=critical', '?churn_label=high,critical'];
    const [a, b, c] = await Promise.all(ways.map(page));
    expect(a?.data.length).toBeGreaterThan(0);
    expect([b, c]).toEqual([a, a]);
    const between = await page('?min_score=0.6&max_score=0.8');
    expect(between.data.length).toBeGreaterThan(0);
    for (const { churn } of between.data) expect(Math.abs(Number(churn?.score) - 0.7)).toBeLessThanOrEqual(0.1);
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=-5',
    'limit=1.5',
    'limit=abc',
    'limit=',
    'cursor=-1',
    'cursor=',
    'cursor=e30',
    'sort=name',
    'churn_label=severe',
    'min_score=2',
    'min_score=x',
    'min_score=0.9&max_score=0.1',
    'limit=5&limit=6',
    'page=2',
  ])('refuses ?%s with 422 and names the parameter', async (query) => {
    const response = await shop.get(`/customers?${query}`);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ error: 'validation_error', details: [{ field: query.split('=')[0] }] });
  });

  it("refuses another tenant's cursor", async () => {
    const { pagination } = await page('?limit=2');
    expect((await other.get(`/customers?cursor=${pagination.next_cursor}`)).status).toBe(422);
  });

  it('shows no tenant the customers of another', async () => {
    expect((await other.get('/customers')).body.data).toEqual([]);
    const hidden = await other.get('/customers/c-1/churn');
    expect(hidden.status).toBe(404);
    expect(hidden.body).toMatchObject({ error: 'not_found', message: 'customer not found' });
    await other.send(order({ customer_id: 'c-1', event_id: 'same-name', value: 7 }));
    expect((await other.churnOf('c-1')).features.monetary_total).toBe('7.00');
    expect((await shop.churnOf('c-1')).features.monetary_total).toBe('11.00');
  });

  it.each(['nobody', '%00', '%F0%9F%98%80', 'x'.repeat(3000), "'; DROP TABLE customers --"])(
    'answers 404 for the unknown customer %s',
    async (id) => {
      const response = await shop.get(`/customers/${id.startsWith('%') ? id : encodeURIComponent(id)}/churn`);
      expect(response.status).toBe(404);
    },
  );

  it('finds customers whose ids need escaping in a path', async () => {
    for (const id of ['a/b', 'ä ö', '50%', '..', 'q?x=1#y']) {
      await shop.send(order({ customer_id: id }));
      expect((await shop.churnOf(id)).external_id).toBe(id);
    }
  });

  it('requires a key for every path except the public ones', async () => {
    const open = request(system.api.url);
    for (const path of ['/customers', '/customers/c-1/churn', '/events/types']) {
      const response = await open.get(path);
      expect([path, response.status]).toEqual([path, 401]);
      expect(response.body.error).toBe('unauthorized');
    }
    expect((await open.get('/health')).body).toEqual({ status: 'ok' });
    expect((await open.get('/health/ready')).body).toEqual({
      status: 'ok',
      checks: { database: 'ok', redis: 'ok', score_requests: 'ok', clock: 'ok' },
      failing: [],
    });
    expect((await open.get('/plans')).body).toEqual({
      data: [
        { id: 'starter', name: 'Starter', requests_per_minute: 60, max_batch: 100, price: null },
        { id: 'pro', name: 'Pro', requests_per_minute: 300, max_batch: 100, price: null },
        { id: 'enterprise', name: 'Enterprise', requests_per_minute: null, max_batch: 1000, price: null },
      ],
      registration: 'open',
    });
    expect((await request(system.worker.url).get('/health/ready')).body.failing).toEqual([]);
  });

  it('answers an unknown route, a wrong method and a broken path with the common error body', async () => {
    for (const path of ['/nothing', '/customers/c-1/chur', '/customers/%E0%A4%A/churn']) {
      const response = await shop.get(path);
      expect(response.body).toEqual({
        error: expect.any(String),
        message: expect.any(String),
        request_id: response.headers['x-request-id'],
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
    expect((await request(system.api.url.replace('/api/v1', '')).get('/nothing')).status).toBe(404);
    expect((await shop.get('/churn/recalculate')).status).toBe(405);
  });

  it('forbids caches to store its answers', async () => {
    const { headers } = await shop.get('/customers/c-1/churn');
    expect([headers['cache-control'], headers['etag']]).toEqual(['no-store', undefined]);
  });

  it('keeps the request id of the caller, and creates one when it is not usable', async () => {
    expect((await shop.get('/customers').set('X-Request-Id', 'my-id.1')).headers['x-request-id']).toBe('my-id.1');
    expect((await shop.get('/customers').set('X-Request-Id', 'not usable!')).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('documents itself, and the document matches the answers', async () => {
    const { body: document } = await request(system.api.url).get('/openapi.json').expect(200);
    // Operations for signed-in people have tests of their own.
    const isForPeople = (path: string): boolean =>
      path.startsWith('/api/v1/auth/') || JSON.stringify(document.paths[path]).includes('"jwt"');
    const paths = Object.keys(document.paths).filter((path) => !isForPeople(path));
    expect(paths.toSorted()).toEqual([
      '/api/v1/analytics/lifecycle',
      '/api/v1/categories',
      '/api/v1/churn/analytics',
      '/api/v1/churn/backtest',
      '/api/v1/churn/changes',
      '/api/v1/churn/digest',
      '/api/v1/churn/jobs',
      '/api/v1/churn/jobs/{job_id}',
      '/api/v1/churn/model',
      '/api/v1/churn/recalculate',
      '/api/v1/churn/score-histogram',
      '/api/v1/customers',
      '/api/v1/customers/by-orders',
      '/api/v1/customers/export',
      '/api/v1/customers/known',
      '/api/v1/customers/{customer_id}/churn',
      '/api/v1/customers/{external_id}',
      '/api/v1/customers/{external_id}/aliases',
      '/api/v1/customers/{external_id}/aliases/{alias}',
      '/api/v1/customers/{external_id}/orders',
      '/api/v1/customers/{external_id}/timeline',
      '/api/v1/customers/{external_id}/traits',
      '/api/v1/events',
      '/api/v1/events/pseudonym-key',
      '/api/v1/events/types',
      '/api/v1/events/uploads',
      '/api/v1/events/uploads/{upload_id}',
      '/api/v1/health',
      '/api/v1/health/live',
      '/api/v1/health/ready',
      '/api/v1/integrations/storefront/callback',
      '/api/v1/integrations/storefront/compliance',
      '/api/v1/integrations/storefront/install',
      '/api/v1/integrations/storefront/t/{tenant_id}/compliance',
      '/api/v1/plans',
      '/api/v1/segment/v1/{call}',
      '/api/v1/traits',
      '/api/v1/traits/{name}',
      '/api/v1/webhooks/custom',
      '/api/v1/webhooks/storefront/customers',
      '/api/v1/webhooks/storefront/orders',
      '/api/v1/webhooks/storefront/t/{tenant_id}/customers',
      '/api/v1/webhooks/storefront/t/{tenant_id}/orders',
    ]);
    const detail = await shop.churnOf('c-1');
    expect(Object.keys(detail).toSorted()).toEqual(Object.keys(document.components.schemas.ChurnDetailDto.properties).toSorted());
    const [line] = (await page('?limit=1')).data;
    expect(Object.keys(line as object).toSorted()).toEqual(Object.keys(document.components.schemas.CustomerDto.properties).toSorted());
    const reply = await shop.post('/events', batch(order()));
    expect(Object.keys(reply.body as object).toSorted()).toEqual(document.components.schemas.BatchReplyDto.required.toSorted());
    const site = await request(system.api.url).get('/docs').expect(200);
    expect(site.text).toContain('swagger-ui');
    await request(system.api.url).get('/docs-yaml').expect(404);
  });
});
