import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import {
  backdateSends,
  campaignMerchant,
  campaignOf,
  fillWithScored,
  namedIn,
  orderOf,
  send,
  sent,
  untilPartsEnded,
} from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { endOf } from '../../support/shop/jobs.js';
import { merchantOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliveriesOf, deliverySettings, untilDeliveries } from '../../support/webhooks/webhook-shop.js';
import { moved } from '../../support/waiting/moved.js';
import { waitingForLocks } from '../../support/waiting/waiting-for-locks.js';

const isDone = ({ status }: { status: string }): boolean => status === 'success';
const numbered = (numbers: number[]): string[] => numbers.map((number) => `c-${number}`);

describe('sending a campaign', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let endpoint: WebhookEndpoint;
  let owner: Person;
  let shop: Shop;
  let secret: string;

  beforeAll(async () => {
    system = await ChurnSystem.start(deliverySettings(2000));
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    endpoint = await WebhookEndpoint.start();
    ({ owner, shop, secret } = await campaignMerchant(system));
  });
  afterEach(() => endpoint.stop());

  const preview = async (id: string) => (await calls.taken(owner.post(`/campaigns/${id}/preview`))).body;

  it('reaches its audience with a signature and exactly the documented fields', async () => {
    await fillWithScored(system, owner.tenantId, 10);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0, audience: { labels: ['critical'], min_monetary: 3 } });
    const preview4 = await preview(id);
    expect(preview4).toMatchObject({ recipients_count: 4, customer_external_ids: numbered([2, 4, 6, 8]), audience_count: 4 });
    const { rows } = await system.owner.query<{ sum: string }>(
      'SELECT sum(revenue_at_risk)::text FROM customers WHERE tenant_id = $1 AND external_id = ANY ($2)',
      [owner.tenantId, numbered([2, 4, 6, 8])],
    );
    expect(preview4).toMatchObject({ audience_revenue_at_risk: rows[0]?.sum, recipients_revenue_at_risk: rows[0]?.sum });
    const { body } = await calls.taken(send(owner, id) as never, 202);
    expect(body).toEqual({ campaign_id: id, recipients_count: 4, holdout_count: 0, delivery_ids: [expect.any(String)] });
    const [request] = await endpoint.until(1);
    expect(request?.body.toString()).toBe(
      `{"campaign_id":"${id}","campaign_name":"Win back","customer_external_ids":["c-2","c-4","c-6","c-8"],"event":"retention.campaign.sent","recipients_count":4}`,
    );
    const headers = request?.headers as Record<string, string>;
    expect(headers['x-service-signature']).toBe(sha256Signature(secret, request?.body.toString() ?? ''));
    expect(headers['x-service-delivery-id']).toBe(body.delivery_ids[0]);
    expect(headers['x-service-batch']).toBeUndefined();
    expect(() => new Webhook(secret).verify(request?.body.toString() ?? '', headers)).not.toThrow();
    await untilDeliveries(shop, 1, isDone);
    const listed = (await calls.taken(owner.get(`/settings/webhook/deliveries?campaign_id=${id}`))).body.data;
    expect(listed).toEqual([
      expect.objectContaining({ event: 'retention.campaign.sent', campaign_id: id, customer_id: null, url: endpoint.url }),
    ]);
    expect((await owner.get(`/campaigns/${id}`)).body).toMatchObject({
      status: 'active', last_sent_at: expect.any(String), stats: { sends: 1, recipients: 4, holdout: 0, deliveries_success: 1 },
    }); // prettier-ignore
  });

  it('happens once per idempotency key: the same request gets the same answer, another body is a conflict', async () => {
    await fillWithScored(system, owner.tenantId, 4);
    const id = await campaignOf(owner, endpoint.url, { cooldown_days: 0 });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(owner, id, key)));
    for (const { status, body } of answers) expect([status, body]).toEqual([202, answers[0]?.body]);
    await calls.refused(send(owner, id, key, { max_recipients: 1 }) as never, 409, 'conflict');
    expect((await send(owner, id, key, { max_recipients: null })).body).toEqual(answers[0]?.body);
    for (const bad of ['', ' ', 'x'.repeat(256), 'a b']) await calls.refused(send(owner, id, bad) as never, 400, 'validation_error');
    await calls.refused(owner.post(`/campaigns/${id}/send`), 400, 'validation_error');
    await calls.refused(send(owner, id, 'k', { customers: [] }) as never, 400, 'validation_error');
    await endpoint.until(1);
    expect(await shop.rows('campaign_sends')).toHaveLength(1);
    expect((await sent(owner, id, `${key}2`)).recipients_count).toBe(answers[0]?.body.recipients_count);
  });

  it('fails without a secret to sign with', async () => {
    const { owner: unsigned } = await merchantOf(system);
    const id = await campaignOf(unsigned, endpoint.url);
    await calls.refused(send(unsigned, id) as never, 409, 'conflict');
  });

  it('leaves out the control group and customers in cooldown, being erased, unscored or over the maximum, as the preview says', async () => {
    await fillWithScored(system, owner.tenantId, 200);
    await system.owner.query(
      `INSERT INTO customers (tenant_id, id, external_id, last_activity_at) VALUES ($1, gen_random_uuid(), 'new', now())`,
      [owner.tenantId],
    );
    const other = await campaignOf(owner, endpoint.url, { audience: { min_revenue_at_risk: 191 }, holdout_percent: 0 });
    expect((await sent(owner, other)).recipients_count).toBe(10);
    await untilPartsEnded(shop);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 50, max_recipients: 40 });
    await system.owner.query(
      `INSERT INTO churn_jobs (tenant_id, id, type, status, customer_id, created_at)
       SELECT tenant_id, gen_random_uuid(), 'erase', 'queued', id, now() + interval '1 day' FROM customers WHERE tenant_id = $1 AND external_id = 'c-11'`,
      [owner.tenantId],
    );
    const before = await preview(id);
    expect(before).toMatchObject({ recipients_count: 40, audience_count: 200, left_out: { cooldown: 10, unscored: 1 } });
    const leftOut = Object.values(before.left_out as Record<string, number>).reduce((sum, count) => sum + count, 0);
    expect(before.recipients_count + leftOut).toBe(200 + 1);
    const { holdout } = before.left_out;
    expect([holdout > 15, holdout < 75, before.customer_external_ids.length]).toEqual([true, true, 20]);
    const { recipients_count: recipients, holdout_count: held } = await sent(owner, id);
    expect([recipients, held]).toEqual([40, holdout]);
    const requests = await endpoint.until(2);
    const named = namedIn(requests.filter(({ json }) => json['campaign_id'] === id));
    expect(named.slice(0, 20)).toEqual(before.customer_external_ids);
    for (const left of [...numbered([1, 5, 10]), 'new']) expect(named).not.toContain(left);
    await untilPartsEnded(shop);
    // Both groups are in cooldown: a second run finds only other customers.
    expect((await preview(id)).left_out.cooldown).toBe(10 + 40 + holdout);
  });

  it('reaches the audience of its settings, also in a preview of unsaved settings', async () => {
    await fillWithScored(system, owner.tenantId, 100);
    const input = { audience: { labels: ['critical'] }, holdout_percent: 30, cooldown_days: 3, max_recipients: 20 };
    const unsaved = async (more: object) => (await calls.taken(owner.post('/campaigns/preview', { ...input, ...more }))).body;
    const before = await unsaved({});
    expect(before).toMatchObject({ recipients_count: 20, audience_count: 50, left_out: { cooldown: 0, unscored: 0 } });
    const id = await campaignOf(owner, endpoint.url, input);
    const { campaign_id: itself, ...asStored } = await preview(id);
    expect([itself, asStored]).toEqual([id, await unsaved({ campaign_id: id })]);
    const { recipients_count: recipients, holdout_count: held } = await sent(owner, id);
    await untilPartsEnded(shop);
    expect((await unsaved({ campaign_id: id, audience: {}, max_recipients: null })).left_out.cooldown).toBe(recipients + held);
    const another = await unsaved({ campaign_id: null, cooldown_days: 0, max_recipients: null });
    expect(another.left_out.other_control).toBe(held);
    expect(another.recipients_count + another.left_out.holdout).toBe(50 - held);
    const counts = async (body: object) => (await calls.taken(owner.post('/campaigns/preview', body))).body.audience_count;
    expect([await counts({ audience: {} }), await counts({})]).toEqual([100, 50]);
    for (const bad of [{ holdout_percent: 51 }, { audience: { labels: ['x'] } }, { campaign_id: 7 }, { name: 'x' }])
      await calls.refused(owner.post('/campaigns/preview', bad), 400, 'validation_error');
    expect((await owner.get('/campaigns')).body.data).toHaveLength(1);
  });

  it('uses the same control group every time, which no other campaign contacts until its window has passed', async () => {
    await fillWithScored(system, owner.tenantId, 100);
    const input = { holdout_percent: 30, cooldown_days: 0 };
    const [id, other] = [await campaignOf(owner, endpoint.url, input), await campaignOf(owner, endpoint.url, input)];
    // Also while the first sending is still chosen only: no worker has to have delivered it.
    const { holdout_count: held } = await sent(owner, id);
    const before = await preview(other);
    await untilPartsEnded(shop);
    for (const campaign of [id, other]) await sent(owner, campaign);
    await endpoint.until(3);
    const namedBy = (campaign: string): string[][] =>
      endpoint.received.filter(({ json }) => json['campaign_id'] === campaign).map((one) => namedIn([one]).toSorted());
    const [first = [], second] = namedBy(id);
    const [third = []] = namedBy(other);
    expect(first).toEqual(second);
    expect([first.length, before.left_out.other_control]).toEqual([100 - held, held]);
    expect(third.filter((customer) => !first.includes(customer))).toEqual([]);
    expect(third.length).toBe(before.recipients_count);
    expect([third.length > 30, third.length < first.length]).toEqual([true, true]);
    const next = await campaignOf(owner, endpoint.url, input);
    expect((await preview(next)).left_out.other_control).toBe(100 - third.length);
    await backdateSends(system, owner.tenantId, 91, id);
    expect((await preview(next)).left_out.other_control).toBe(first.length - third.length);
  });

  it('sends batches of a thousand, each once, although the worker is killed and another takes over', async () => {
    await fillWithScored(system, owner.tenantId, 7400);
    endpoint.behaviour = async (_request, response, index) => {
      await sleep(20);
      response.writeHead(index % 5 === 2 ? 500 : 200).end();
    };
    const another = await system.startAnother('scoring-worker', { WORKER_QUEUES: 'delivery' });
    try {
      const id = await campaignOf(owner, endpoint.url, { holdout_percent: 10 });
      const { recipients_count: count, holdout_count: held, delivery_ids: ids } = await sent(owner, id);
      expect([count + held, ids.length]).toEqual([7400, Math.ceil(count / 1000)]);
      await another.kill();
      await system.worker.kill();
      await system.owner.query('UPDATE endpoint_health SET lease_until = now()');
      await system.worker.start();
      const rows = await untilDeliveries(shop, ids.length, isDone, 20_000);
      expect(rows.map((row) => row.id)).toEqual([...ids]);
      const named = namedIn(endpoint.received);
      expect([named.length, new Set(named).size]).toEqual([count, count]);
      const batches = new Set(endpoint.received.map(({ headers }) => String(headers['x-service-batch'])));
      expect([...batches].toSorted()).toEqual(ids.map((_, i) => `${i + 1}/${ids.length}`).toSorted());
      expect(await shop.rows('campaign_recipients')).toHaveLength(7400);
    } finally {
      await another.stop();
    }
  });

  it('measures how many treated customers return, compared with the control group', async () => {
    await fillWithScored(system, owner.tenantId, 100);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 50 });
    const results = async () => (await calls.taken(owner.get(`/campaigns/${id}/results`))).body;
    const nobody = { n: 0, returned: 0, rate: null, revenue: '0.00', matured: 0, contaminated: 0 };
    expect(await results()).toEqual({
      campaign_id: id, window_days: null, treated: nobody, holdout: nobody, undelivered: 0, uplift: null, ci95: null,
      conclusive: false, verdict: 'too_early', power: null, revenue_uplift: null, counted_at: expect.any(String), counting: false,
      arms: [], arm_comparisons: [], best_arm: null, arms_summary: null,
    }); // prettier-ignore
    const { recipients_count: count, holdout_count: held } = await sent(owner, id);
    const named = namedIn(await endpoint.until(1));
    await untilPartsEnded(shop);
    for (const customer of named) await orderOf(system, owner.tenantId, Number(customer.slice(2)), 10.5);
    const open = await results();
    expect(open).toMatchObject({
      treated: { n: count, returned: count, rate: 1, matured: 0 }, holdout: { n: held, returned: 0, rate: 0, matured: 0 },
      window_days: 90, uplift: 1, conclusive: false, verdict: 'too_early',
    }); // prettier-ignore
    expect(Number(open.treated.revenue)).toBe(10.5 * count);
    expect(open.revenue_uplift).toBeNull();
    // The test backdates the sending and places the orders soon after it.
    await backdateSends(system, owner.tenantId, 91);
    await system.owner.query(`UPDATE orders SET placed_at = ${moved('placed_at', "- interval '91 days'")} WHERE tenant_id = $1`, [
      owner.tenantId,
    ]);
    const closed = await results();
    expect(closed).toMatchObject({ treated: { matured: count }, holdout: { matured: held }, conclusive: true, verdict: 'helps' });
    expect(closed.revenue_uplift).toEqual({ difference: 10.5, ci95: [10.5, 10.5] });
    expect(closed.ci95[0]).toBeGreaterThan(0.8);
    await system.owner.query(`UPDATE orders SET placed_at = ${moved('placed_at', "+ interval '91 days'")} WHERE tenant_id = $1`, [
      owner.tenantId,
    ]);
    expect(await results()).toMatchObject({ treated: { returned: 0, revenue: '0.00' }, verdict: 'no_difference_seen' });
  });

  it('names nobody who was deleted or unsubscribed between the choice and the delivery', async () => {
    await fillWithScored(system, owner.tenantId, 4);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0 });
    await system.worker.stop();
    expect((await sent(owner, id)).recipients_count).toBe(4);
    await system.owner.query(
      `UPDATE customers SET deleted_at = CASE WHEN external_id = 'c-1' THEN $2::timestamptz END, unsubscribed_at = CASE WHEN external_id = 'c-3' THEN $2::timestamptz END
       WHERE tenant_id = $1 AND external_id IN ('c-1', 'c-3')`,
      [owner.tenantId, new Date()],
    );
    await system.worker.start();
    await endpoint.until(1);
    expect(namedIn(endpoint.received)).toEqual(numbered([2, 4]));
  });

  it('forgets a recipient who is erased', async () => {
    endpoint.behaviour = ({ body }, response, index) => void response.writeHead(index === 0 ? 500 : 200).end(body);
    await fillWithScored(system, owner.tenantId, 4);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0 });
    await sent(owner, id);
    await untilDeliveries(shop, 1, isDone);
    const { job_id: jobId } = (await shop.delete('/customers/c-2')).body as { job_id: string };
    await endOf(shop, jobId);
    const [row] = await deliveriesOf(shop);
    expect(JSON.parse(row?.body ?? '{}')).toMatchObject({ customer_external_ids: numbered([1, 3, 4]), recipients_count: 3 });
    // Not as part of a UUID: two of its groups can form the same text by chance.
    expect(JSON.stringify(row)).not.toMatch(/(?<![\da-f])c-2(?![\da-f])/);
    expect(await shop.rows('campaign_recipients')).toHaveLength(3);
  });

  it('chooses one preview of a tenant at a time, so that its sorts leave memory to others', async () => {
    await fillWithScored(system, owner.tenantId, 4);
    const id = await campaignOf(owner, endpoint.url);
    const holding = new Client({ connectionString: system.ownerUrl });
    await holding.connect();
    await holding.query('BEGIN');
    await holding.query('LOCK TABLE campaign_recipients IN ACCESS EXCLUSIVE MODE');
    const previews = Array.from({ length: 11 }, () => owner.post(`/campaigns/${id}/preview`).then(({ status }) => status));
    // The system is this file's own, so other tests do not wait for the table.
    const choosing = (): Promise<number> => waitingForLocks(system.ownerUrl, 'campaign_recipients');
    try {
      await eventually('a preview', async () => ((await choosing()) > 0 ? true : null), 4000);
      await sleep(500);
      expect(await choosing()).toBe(1);
    } finally {
      await holding.end();
    }
    const statuses = await Promise.all(previews);
    expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 503).length]).toEqual([9, 2]);
  });
});
