import { setTimeout as sleep } from 'node:timers/promises';
import { campaignMerchant, campaignOf, fillWithScored, namedIn } from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Person } from '../../support/people/person.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';
import type { Shop } from '../../support/shop/shop.js';
import { answer, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliveriesOf, deliverySettings, lapsed, returnAndLapse, untilDeliveries } from '../../support/webhooks/webhook-shop.js';
import { eventually } from '../../support/waiting/eventually.js';

interface SendRow {
  readonly source: string;
  readonly recipients_count: number;
}

// No send of the campaign or of its copies can choose an audience.
const BREAK = `UPDATE campaigns SET audience = '{"labels": 1}', next_run_at = now() - interval '1 day' WHERE id = $1`;
const COPY = `
INSERT INTO campaigns SELECT (jsonb_populate_record(broken, jsonb_build_object('id', gen_random_uuid()))).*
FROM campaigns broken, generate_series(1, 199) WHERE broken.id = $1`;

// Makes all customers wait for each campaign with a trigger.
const ENTER_ALL = `
INSERT INTO campaign_entries (tenant_id, campaign_id, customer_id, entered_at)
SELECT tenant_id, c.id, customers.id, now() FROM campaigns c JOIN customers USING (tenant_id) WHERE tenant_id = $1 AND c.trigger IS NOT NULL`;

// Postgres finishes the statement of a process that has ended.
const OPEN_TRANSACTIONS = `
SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`;

describe('an active campaign', () => {
  let system: ChurnSystem;
  let endpoint: WebhookEndpoint;
  let owner: Person;
  let shop: Shop;
  let another: ServiceProcess;

  beforeAll(async () => {
    system = await ChurnSystem.start(deliverySettings(2000));
    another = await system.startAnother('scoring-worker', { WORKER_QUEUES: 'delivery' });
  }, 60_000);
  afterAll(async () => {
    await another.stop();
    await system.stop();
  });
  beforeEach(async () => {
    endpoint = await WebhookEndpoint.start();
    ({ owner, shop } = await campaignMerchant(system));
  });
  afterEach(() => endpoint.stop());

  async function untilNamed(count: number): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (namedIn(endpoint.received).length < count && Date.now() < deadline) await sleep(50);
  }

  const sendsOf = (): Promise<SendRow[]> => shop.rows<SendRow>('campaign_sends', 'source, recipients_count');

  it('is sent when it is due, once for all missed times, with two workers, and again at the next time', async () => {
    await fillWithScored(system, owner.tenantId, 6);
    const id = await campaignOf(owner, endpoint.url, { status: 'active', schedule: '0 9 * * *', cooldown_days: 0, holdout_percent: 0 });
    const { next_run_at: planned } = (await owner.get(`/campaigns/${id}`)).body as { next_run_at: string };
    for (let times = 1; times <= 2; times += 1) {
      await system.owner.query(`UPDATE campaigns SET next_run_at = now() - interval '3 days' WHERE id = $1`, [id]);
      await endpoint.until(times);
      await sleep(600);
      expect(await sendsOf()).toEqual(Array.from({ length: times }, () => ({ source: 'schedule', recipients_count: 6 })));
    }
    expect((await owner.get(`/campaigns/${id}`)).body.next_run_at).toBe(planned);
    const audit = await shop.rows<{ action: string; actor_kind: string }>('audit_log', 'action, actor_kind');
    expect(audit.filter(({ action }) => action === 'campaign.sent')).toEqual(
      Array.from({ length: 2 }, () => ({ action: 'campaign.sent', actor_kind: 'system' })),
    );
  });

  it('is not sent while it is paused, nor for a time that passed meanwhile', async () => {
    const id = await campaignOf(owner, endpoint.url, { status: 'active', schedule: '0 9 * * *' });
    await owner.call('PATCH', `/campaigns/${id}`).send({ status: 'paused' });
    expect((await owner.get(`/campaigns/${id}`)).body.next_run_at).toBeNull();
    const { body } = await owner.call('PATCH', `/campaigns/${id}`).send({ status: 'active' });
    expect(new Date(body.next_run_at as string).getTime()).toBeGreaterThan(Date.now());
    expect(await sendsOf()).toEqual([]);
  });

  it('follows the time zone of the shop: another zone moves the next run, but not a run that is already due', async () => {
    const settings = (timezone: string) => owner.call('PATCH', '/settings').send({ timezone });
    const plan = async (campaign: string): Promise<string | null> =>
      (await owner.get(`/campaigns/${campaign}`)).body.next_run_at as string | null;
    await settings('Asia/Tokyo');
    const id = await campaignOf(owner, endpoint.url, { status: 'active', schedule: '0 9 * * *' });
    const [draft, paused] = [await campaignOf(owner, endpoint.url, { schedule: '0 9 * * *' }), await campaignOf(owner, endpoint.url, { status: 'active', schedule: '0 9 * * *' })]; // prettier-ignore
    await owner.call('PATCH', `/campaigns/${paused}`).send({ status: 'paused' });
    // 9 o'clock in Tokyo, which has no daylight saving time.
    expect(await plan(id)).toMatch(/T00:00:00\.000Z$/);
    await settings('Asia/Kolkata');
    expect(await plan(id)).toMatch(/T03:30:00\.000Z$/);
    expect([await plan(draft), await plan(paused)]).toEqual([null, null]);
    await owner.call('PATCH', '/settings').send({ name: 'Another name' });
    expect(await plan(id)).toMatch(/T03:30:00\.000Z$/);
  });

  it('is sent to no one after its endpoint answered 410, and the owners get a mail', async () => {
    endpoint.behaviour = answer(410);
    await fillWithScored(system, owner.tenantId, 4);
    const id = await campaignOf(owner, endpoint.url, { status: 'active', schedule: '0 9 * * *', cooldown_days: 0, holdout_percent: 0 });
    const runNow = () => system.owner.query('UPDATE campaigns SET next_run_at = now() WHERE id = $1', [id]);
    await runNow();
    const [mail] = await system.mailbox.mailsTo(owner.email);
    expect(mail).toMatchObject({ subject: `Webhooks to 127.0.0.1:${endpoint.port} have been switched off` });
    expect(mail?.body).toContain('campaign');
    expect(await shop.rows('audit_log', 'action, actor_kind, details')).toContainEqual({
      action: 'webhook.disabled',
      actor_kind: 'system',
      details: { reason: 'gone', host: `127.0.0.1:${endpoint.port}`, used_by: 'campaigns' },
    });
    await runNow();
    const rows = await untilDeliveries(shop, 2, ({ status }) => status === 'dead_letter');
    expect(rows.map((row) => row.dead_letter_reason)).toEqual(['gone', 'endpoint_disabled']);
    expect(endpoint.received).toHaveLength(1);
    endpoint.behaviour = answer(200);
    await owner.call('PATCH', `/campaigns/${id}`).send({ webhook_url: endpoint.url });
    await runNow();
    await endpoint.until(2);
    expect(await system.mailbox.mailsTo(owner.email)).toHaveLength(1);
  });

  it('is sent once to each customer who enters high, and not to imported customers', async () => {
    const input = { status: 'active', trigger: 'entered_high', holdout_percent: 0, cooldown_days: 0 };
    await campaignOf(owner, endpoint.url, input);
    await campaignOf(owner, endpoint.url, { ...input, status: 'draft' });
    await campaignOf(owner, endpoint.url, { ...input, audience: { labels: ['low'] } });
    await shop.post('/events', { events: [...lapsed('c-1'), ...lapsed('imported')], backfill: true });
    await shop.settled();
    const { back, gone } = returnAndLapse('c-1');
    await shop.send(...lapsed('c-2'));
    await shop.send(back);
    await shop.send(gone);
    // One sweep sends both in one request, two sweeps send two requests.
    await untilNamed(2);
    await sleep(600);
    expect(namedIn(endpoint.received).toSorted()).toEqual(['c-1', 'c-2']);
    expect(await shop.rows('campaign_entries')).toEqual([]);
  });

  it('is sent by its trigger and its schedule although two hundred of an older shop fail each time', async () => {
    const broken = await campaignOf(owner, endpoint.url, { status: 'active', trigger: 'entered_high' });
    for (const sql of [BREAK, COPY]) await system.owner.query(sql, [broken]);
    await fillWithScored(system, owner.tenantId, 1);
    await system.owner.query(ENTER_ALL, [owner.tenantId]);
    const newer = await campaignMerchant(system);
    await fillWithScored(system, newer.owner.tenantId, 1);
    const input = { status: 'active', holdout_percent: 0, cooldown_days: 0 };
    await campaignOf(newer.owner, endpoint.url, { ...input, trigger: 'entered_high' });
    const scheduled = await campaignOf(newer.owner, endpoint.url, { ...input, schedule: '0 9 * * *' });
    await system.owner.query(ENTER_ALL, [newer.owner.tenantId]);
    await endpoint.until(1);
    await system.owner.query('UPDATE campaigns SET next_run_at = now() WHERE id = $1', [scheduled]);
    await endpoint.until(2);
    expect(namedIn(endpoint.received)).toEqual(['c-1', 'c-1']);
    expect(await sendsOf()).toEqual([]);
    // The worker takes them in another order, and one of the two would be refused.
    await system.worker.stop();
    await eventually('the end of its transactions', async () => {
      const { rows } = await system.owner.query(OPEN_TRANSACTIONS);
      return rows.length === 0 || null;
    });
    await system.owner.query('DELETE FROM campaigns WHERE tenant_id = $1', [owner.tenantId]);
    await system.worker.start();
  });

  it('is sent once to each customer who enters critical, although workers are killed meanwhile', async () => {
    await campaignOf(owner, endpoint.url, { status: 'active', trigger: 'entered_critical', holdout_percent: 0 });
    const customers = Array.from({ length: 12 }, (_, i) => `c-${i}`);
    for (const [index, customer] of customers.entries()) {
      await shop.post('/events', { events: lapsed(customer) });
      if (index % 4 !== 2) continue;
      await another.kill();
      await system.owner.query('UPDATE endpoint_health SET lease_until = now()');
      await another.start();
    }
    await shop.settled();
    const critical = (await shop.rows<{ external_id: string; label: string }>('customers', 'external_id, label'))
      .filter(({ label }) => label === 'critical')
      .map((row) => row.external_id);
    expect(critical.length).toBeGreaterThan(0);
    await untilNamed(critical.length);
    await sleep(400);
    expect(namedIn(endpoint.received).toSorted()).toEqual(critical.toSorted());
    for (const row of await deliveriesOf(shop)) expect(row.dead_letter_reason).toBeNull();
  });
});
