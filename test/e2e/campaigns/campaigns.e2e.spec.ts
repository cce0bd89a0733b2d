import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { EVERYBODY } from '#libs/core';
import { campaignMerchant, campaignOf, fillWithScored, send, sent } from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { memberOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';
import type { Shop } from '../../support/shop/shop.js';
import { moved } from '../../support/waiting/moved.js';

const URL = 'http://127.0.0.1:9/campaigns';

// Copies a campaign as often as $4 says, with another status.
const COPY = `
INSERT INTO campaigns (tenant_id, id, name, webhook_url, status, audience, holdout_percent, cooldown_days, schedule, created_at, updated_at)
SELECT tenant_id, gen_random_uuid(), name, webhook_url, $3, audience, holdout_percent, cooldown_days, schedule, created_at, updated_at
FROM campaigns, generate_series(1, $4::int) WHERE tenant_id = $1 AND id = $2`;

describe('campaigns', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let owner: Person;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    ({ owner, shop } = await campaignMerchant(system));
  });

  const auditOf = async (): Promise<string[]> =>
    (await shop.rows<{ id: string; action: string }>('audit_log'))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ action }) => action)
      .filter((action) => action.startsWith('campaign.'));

  it('start as drafts for customers whose next order is missing, with a control group of 10 % and a cooldown of 14 days', async () => {
    const { body } = await calls.taken(owner.post('/campaigns', { name: 'Win back', webhook_url: URL }), 201);
    expect(body).toEqual({
      id: expect.any(String), name: 'Win back', channel: 'webhook', webhook_url: URL, status: 'draft',
      audience: { ...EVERYBODY, lifecycle: ['second_order_due', 'slipping'] },
      holdout_percent: 10, cooldown_days: 14, window_days: null, contact_within_window: false, max_recipients: null, include_unsubscribed: false, schedule: null, trigger: null, arms: [], hoped_effect: 0.05, next_run_at: null,
      created_at: expect.any(String), updated_at: expect.any(String), last_sent_at: null, last_window_ends_at: null,
      stats: { sends: 0, recipients: 0, holdout: 0, recipients_delivered: 0, recipients_undelivered: 0, deliveries_open: 0, deliveries_success: 0, deliveries_dead_letter: 0 },
    }); // prettier-ignore
    expect((await calls.taken(owner.get(`/campaigns/${body.id}`))).body).toEqual(body);
    expect(await auditOf()).toEqual(['campaign.created']);
  });

  it('are drafts of lists when an API key makes them, and every other channel and URL is refused with what is allowed', async () => {
    const draft = { name: 'By a key', channel: 'download' };
    expect((await shop.post('/campaigns', draft)).body).toMatchObject({ ...draft, status: 'draft', webhook_url: null });
    for (const channel of [undefined, 'webhook']) {
      const { body } = await calls.refused(shop.post('/campaigns', { ...draft, channel }), 400, 'validation_error');
      expect(body.message).toBe('channel is "webhook": with an API key it must be "download", which has no URL');
    }
    const { body } = await calls.refused(shop.post('/campaigns', { ...draft, webhook_url: URL }), 403, 'forbidden');
    expect(body.message).toContain('webhook_url is given: with an API key a draft has none');
  });

  it('change field by field, and their status only in the allowed order', async () => {
    const id = await campaignOf(owner, URL);
    const change = (input: object) => owner.call('PATCH', `/campaigns/${id}`).send(input);
    const input = {
      name: 'Come back', audience: { labels: ['high', 'critical'], min_score: 0.5 }, holdout_percent: 0, cooldown_days: 0, max_recipients: 5,
      trigger: 'entered_critical', schedule: '0 9 * * 1', webhook_url: `${URL}/2`,
    }; // prettier-ignore
    const { body } = await calls.taken(change(input));
    expect(body).toMatchObject({ ...input, status: 'draft', next_run_at: null });
    const active = await calls.taken(change({ status: 'active' }));
    expect(new Date(active.body.next_run_at as string).getUTCDay()).toBe(1);
    await calls.refused(change({ status: 'draft' }), 409, 'conflict');
    expect((await calls.taken(change({ status: 'paused' }))).body).toMatchObject({ status: 'paused', next_run_at: null });
    await calls.refused(send(owner, id) as never, 409, 'conflict');
    await calls.taken(change({ status: 'archived' }));
    for (const late of [{ status: 'active' }, { name: 'late' }]) await calls.refused(change(late), 409, 'conflict');
    expect(await auditOf()).toEqual(['campaign.created', 'campaign.changed', 'campaign.changed', 'campaign.changed', 'campaign.archived']);
  });

  it('are at most 200 per tenant, 50 of them active with a schedule or a trigger, and archived ones do not count', async () => {
    const id = await campaignOf(owner, URL, { schedule: '0 9 * * 1' });
    await system.owner.query(COPY, [shop.tenantId, id, 'active', 50]);
    const full = { error: 'conflict', message: expect.stringContaining('at most 50 are allowed') };
    const active = { name: 'One more', webhook_url: URL, status: 'active' };
    const refuse = async (call: Test, body: object): Promise<void> =>
      expect((await calls.refused(call, 409, 'conflict')).body).toMatchObject(body);
    await refuse(owner.post('/campaigns', { ...active, trigger: 'entered_high' }), full);
    await refuse(owner.call('PATCH', `/campaigns/${id}`).send({ status: 'active' }), full);
    await calls.taken(owner.post('/campaigns', active), 201);
    await system.owner.query(COPY, [shop.tenantId, id, 'archived', 10]);
    await system.owner.query(COPY, [shop.tenantId, id, 'draft', 147]);
    await campaignOf(owner, URL);
    await refuse(owner.post('/campaigns', { name: 'One more', webhook_url: URL }), {
      error: 'conflict',
      message: expect.stringContaining('at most 200 are allowed'),
    });
    // Those that are there can still be changed, and another tenant has its own.
    await calls.taken(owner.call('PATCH', `/campaigns/${id}`).send({ name: 'Renamed' }));
    await campaignOf((await campaignMerchant(system)).owner, URL);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ webhook_url: 'http://10.0.0.1/' }, 'webhook_url'],
    [{ webhook_url: 'ftp://example.com' }, 'webhook_url'],
    [{ webhook_url: null }, 'webhook_url'],
    [{ channel: 'email' }, 'channel'],
    [{ status: 'archived' }, 'status'],
    [{ holdout_percent: 51 }, 'holdout_percent'],
    [{ holdout_percent: 1.5 }, 'holdout_percent'],
    [{ cooldown_days: -1 }, 'cooldown_days'],
    [{ window_days: 6 }, 'window_days'],
    [{ window_days: 91 }, 'window_days'],
    [{ contact_within_window: 'no' }, 'contact_within_window'],
    [{ max_recipients: 0 }, 'max_recipients'],
    [{ include_unsubscribed: 'no' }, 'include_unsubscribed'],
    [{ audience: [] }, 'audience'],
    [{ audience: { labels: [] } }, 'audience'],
    [{ audience: { labels: ['severe'] } }, 'audience'],
    [{ audience: { min_score: 0.8, max_score: 0.2 } }, 'audience'],
    [{ audience: { min_monetary: '5' } }, 'audience'],
    [{ audience: { country: 'DE' } }, 'audience'],
    [{ audience: { lifecycle: ['gone'] } }, 'audience'],
    [{ audience: { late_since_from: 'monday' } }, 'audience'],
    [{ audience: { last_order_from: '1d', last_order_to: '2d' } }, 'audience'],
    [{ audience: { orders_min: 1.5 } }, 'audience'],
    [{ audience: { spend_min: 5, spend_max: 4 } }, 'audience'],
    [{ schedule: 'hourly' }, 'schedule'],
    [{ schedule: '0 0 30 2 *' }, 'schedule'],
    [{ trigger: 'entered_low' }, 'trigger'],
    [{ tenant_id: randomUUID() }, 'tenant_id'],
    [{ last_sent_at: '2026-01-01T00:00:00Z' }, 'last_sent_at'],
    [{ stats: {} }, 'stats'],
  ])('with %j are refused, and the answer names the field', async (input, field) => {
    const { body } = await calls.refused(
      owner.post('/campaigns', { name: 'Win back', webhook_url: URL, ...input }),
      400,
      'validation_error',
    );
    expect(body.details).toEqual([expect.objectContaining({ field, message: expect.stringContaining(field) })]);
    expect((await owner.get('/campaigns')).body.data).toEqual([]);
  });

  it('choose by lifecycle, lateness, entry into high risk, last order, orders and spend, as the list of customers does', async () => {
    await fillWithScored(system, shop.tenantId, 40);
    await system.owner.query(`UPDATE customers SET lifecycle = 'active' WHERE tenant_id = $1`, [shop.tenantId]);
    // Twenty slip away, and so have no low label: c-1 to c-10 since yesterday, the others since a month ago. Money falls with the number.
    await system.owner.query(
      `UPDATE customers SET lifecycle = 'slipping', late_since = current_date - CASE WHEN nr <= 10 THEN 1 ELSE 30 END, orders_count = nr,
         score = greatest(score, 0.5), label = replace(label, 'low', 'medium'),
         last_order_at = ${moved('now()', "- nr * interval '1 day'")}, last_activity_at = ${moved('now()', "- nr * interval '1 day'")},
         high_risk_since = ${moved('now()', "- CASE WHEN nr <= 8 AND nr % 2 = 0 THEN interval '3 days' END")}
       FROM (SELECT id, substr(external_id, 3)::int AS nr FROM customers WHERE tenant_id = $1) n WHERE customers.tenant_id = $1 AND customers.id = n.id AND nr <= 20`,
      [shop.tenantId],
    );
    const conditions: [object, number][] = [
      [{ lifecycle: ['slipping'] }, 20],
      [{ lifecycle: ['slipping', 'lost'], late_since_from: '7d' }, 10],
      [{ late_since_to: '8d' }, 10],
      [{ entered_since: '7d' }, 4],
      [{ entered_since: '1d' }, 0],
      [{ last_order_from: '5d' }, 5],
      [{ orders_min: 3, orders_max: 7 }, 5],
      [{ spend_min: 31, spend_max: 35 }, 5],
      [{ lifecycle: ['slipping'], labels: ['critical'], orders_min: 1 }, 10],
    ];
    for (const [audience, matching] of conditions) {
      const preview = (await calls.taken(owner.post('/campaigns/preview', { audience, holdout_percent: 0 }))).body;
      expect([audience, preview.recipients_count]).toEqual([audience, matching]);
      const query = Object.entries(audience).map(([name, value]) => `${name === 'labels' ? 'churn_label' : name}=${String(value)}`).join('&'); // prettier-ignore
      expect((await shop.get(`/customers?limit=200&${query}`).expect(200)).body.data).toHaveLength(matching);
    }
    const id = await campaignOf(owner, URL, { audience: { lifecycle: ['slipping'], late_since_from: '7d' }, holdout_percent: 0 });
    expect((await sent(owner, id)).recipients_count).toBe(10);
  });

  it('are listed newest first, in pages and by status', async () => {
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) ids.unshift(await campaignOf(owner, URL, { name }));
    await owner.call('PATCH', `/campaigns/${ids[1]}`).send({ status: 'active' });
    const first = (await calls.taken(owner.get('/campaigns?limit=2'))).body;
    const second = (await calls.taken(owner.get(`/campaigns?limit=2&cursor=${first.pagination.next_cursor}`))).body;
    expect([...first.data, ...second.data].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(second.pagination).toEqual({ next_cursor: null, has_more: false });
    expect((await calls.taken(owner.get('/campaigns?status=active,paused'))).body.data).toEqual([expect.objectContaining({ id: ids[1] })]);
    const { owner: other } = await campaignMerchant(system);
    for (const query of ['limit=0', 'status=x', 'cursor=-1', 'sort=name'])
      await calls.refused(owner.get(`/campaigns?${query}`), 422, 'validation_error');
    await calls.refused(other.get(`/campaigns?cursor=${first.pagination.next_cursor}`), 422, 'validation_error');
  });

  it('can be deleted if they were never sent, and archived otherwise', async () => {
    await fillWithScored(system, owner.tenantId, 2);
    const [unsent, done] = [await campaignOf(owner, URL), await campaignOf(owner, URL)];
    await sent(owner, done);
    expect((await calls.taken(owner.call('DELETE', `/campaigns/${unsent}`))).body).toEqual({ id: unsent, outcome: 'deleted' });
    await calls.refused(owner.get(`/campaigns/${unsent}`), 404, 'not_found');
    for (let times = 0; times < 2; times += 1) {
      expect((await calls.taken(owner.call('DELETE', `/campaigns/${done}`))).body).toEqual({ id: done, outcome: 'archived' });
    }
    expect((await calls.taken(owner.get(`/campaigns/${done}`))).body.status).toBe('archived');
    expect(await auditOf()).toEqual(['campaign.created', 'campaign.created', 'campaign.sent', 'campaign.deleted', 'campaign.archived']);
  });

  it('are invisible to other tenants and open to members', async () => {
    const id = await campaignOf(owner, URL);
    const { owner: other } = await campaignMerchant(system);
    for (const unknown of [id, randomUUID(), 'x']) {
      await calls.refused(other.get(`/campaigns/${unknown}`), 404, 'not_found');
      await calls.refused(other.call('PATCH', `/campaigns/${unknown}`).send({ name: 'mine' }), 404, 'not_found');
      await calls.refused(other.call('DELETE', `/campaigns/${unknown}`), 404, 'not_found');
      await calls.refused(other.post(`/campaigns/${unknown}/preview`), 404, 'not_found');
      await calls.refused(other.post('/campaigns/preview', { campaign_id: unknown }), 404, 'not_found');
      await calls.refused(other.call('POST', `/campaigns/${unknown}/send`).set('Idempotency-Key', 'k'), 404, 'not_found');
      await calls.refused(other.get(`/campaigns/${unknown}/results`), 404, 'not_found');
    }
    expect((await calls.taken(other.get('/campaigns'))).body.data).toEqual([]);
    expect((await calls.taken(shop.get(`/campaigns/${id}`))).body.webhook_url).toBe(new globalThis.URL(URL).origin);
    await calls.refused(shop.post(`/campaigns/${id}/send`, {}), 403, 'forbidden');
    for (const more of [{ status: 'active' }, { webhook_url: URL }])
      await calls.refused(shop.post('/campaigns', { name: 'By a key', ...more }), 403, 'forbidden');
    const member = await memberOf(system);
    const theirs = await campaignOf(member, URL);
    expect((await calls.taken(member.call('PATCH', `/campaigns/${theirs}`).send({ name: 'by a member' }))).body.name).toBe('by a member');
  });
});
