import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, LIMITS } from '#libs/core';
import { shopifyCustomer } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { campaignMerchant, campaignOf, fillWithScored, orderOf, sent, untilPartsEnded } from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { ConnectedShop } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import type { Person } from '../../support/people/person.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';
import { order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliverySettings, setEndpoint, untilDeliveries } from '../../support/webhooks/webhook-shop.js';
import { addTrigger } from '../../support/servers/triggers.js';

/** The time from now to the night of the test. */
const NIGHT_MS = 402 * DAY_MS;
/** The night comes up to 14 months later, by the day of the month. It must not remove today's orders. */
const RETAINED_MONTHS = 14;

const isDone = ({ status }: { status: string }): boolean => status === 'success';

interface Group {
  readonly n: number;
  readonly returned: number;
  readonly revenue: string;
}
interface Results {
  readonly treated: Group;
  readonly holdout: Group;
  readonly uplift: number;
}

/** Two scores a day over eight weeks. The night finds the first four more than 400 days old. */
const FILL_HISTORY = `
INSERT INTO score_history (tenant_id, customer_id, calculated_at, score, label, model_version)
SELECT $1, (SELECT id FROM customers WHERE tenant_id = $1 ORDER BY id LIMIT 1), week + n * interval '12 hours', 0.5, 'medium', 'a model'
FROM date_bin('7 days', now() - interval '21 days', 'epoch') AS week, generate_series(0, 8 * 14 - 1) n`;

describe('the nightly tasks, when one of them fails,', () => {
  let system: ChurnSystem;
  let night: ServiceProcess;
  let owner: Person;
  let shop: Shop;
  const endpoints: WebhookEndpoint[] = [];
  let own: string;
  let running: string;
  let ended: string;
  let before: Record<'running' | 'ended', Results>;

  const endpointUrl = async (): Promise<string> => {
    const endpoint = await WebhookEndpoint.start();
    endpoints.push(endpoint);
    return endpoint.url;
  };
  const resultsOf = async (id: string): Promise<Results> => (await owner.get(`/campaigns/${id}/results`)).body as Results;
  const urls = async (): Promise<string[]> => (await shop.rows<{ url: string }>('endpoint_health', 'url')).map(({ url }) => url);

  beforeAll(async () => {
    system = await ChurnSystem.start({ ...deliverySettings(2000), ...STOREFRONT_APPS });
    ({ owner, shop } = await campaignMerchant(system));
    await fillWithScored(system, owner.tenantId, 40);
    const input = { holdout_percent: 50, cooldown_days: 0 };
    // Without a control group, which would be left out of the other campaign.
    running = await campaignOf(owner, await endpointUrl(), { ...input, holdout_percent: 0 });
    ended = await campaignOf(owner, await endpointUrl(), input);
    // One after another: the first delivery of a customer by any campaign is kept for good.
    for (const id of [running, running, ended]) {
      await sent(owner, id);
      await untilPartsEnded(shop);
    }
    await untilDeliveries(shop, 3, isDone);
    for (const number of [1, 2, 3]) await orderOf(system, owner.tenantId, number, 10);
    own = await endpointUrl();
    await setEndpoint(system, shop, own);
    await owner.post('/settings/webhook/test');
    await owner.call('DELETE', `/campaigns/${ended}`);
    const storefront = await ConnectedShop.connect(system, 'generic', shop);
    for (const id of ['long-ago', 'of-late'])
      await storefront.webhook('customers/update', shopifyCustomer(), { 'X-Storefront-Event-Id': id }).expect(202);
    expect(await shop.rows('storefront_deliveries')).toHaveLength(2);
    const late = [owner.tenantId, `${NIGHT_MS - LIMITS.storefrontDeliveriesMs + DAY_MS} milliseconds`];
    await system.owner.query(
      "UPDATE storefront_deliveries SET received_at = now() + $2::interval WHERE tenant_id = $1 AND event_key LIKE '%of-late'",
      late,
    );
    await storefront.webhook('orders/delete', [{ id: 5 }, { id: 6 }]).expect(202);
    await shop.send(order({ event_type: 'order_cancelled', customer_id: 'known', data: { order_id: 'never-came' } }));
    await shop.settled();
    await system.owner.query("UPDATE events SET received_at = now() + $2::interval WHERE tenant_id = $1 AND data ->> 'order_id' = '6'", [
      owner.tenantId,
      `${NIGHT_MS - LIMITS.placeholderMs + DAY_MS} milliseconds`,
    ]);
    before = { running: await resultsOf(running), ended: await resultsOf(ended) };
    const [customer] = await shop.rows<{ external_id: string }>('customers', 'external_id');
    await shop
      .call('PUT', `/customers/${encodeURIComponent(customer!.external_id)}/traits`)
      .send({ old: 1, kept: 2 })
      .expect(200);
    await shop.delete('/traits/old').expect(200);
    // Nothing may be deleted from the table: as if the database refused a part of the night's work.
    await addTrigger(system.owner, 'churn_jobs', ['BEFORE DELETE', 'FOR EACH STATEMENT'], `RAISE 'not tonight'`);
    await system.owner.query(FILL_HISTORY, [owner.tenantId]);
    await system.owner.query(`UPDATE tenants SET created_at = now() - interval '30 days' WHERE id = $1`, [owner.tenantId]);
    await owner.call('PATCH', '/settings').send({ retention_months: RETAINED_MONTHS }).expect(200);
    // More than 400 days later.
    night = await system.startAnother('scoring-worker', { NIGHTLY_HOUR_UTC: '0', TEST_CLOCK_OFFSET_MS: String(NIGHT_MS) });
    const until = Date.now() + 40_000;
    while (!night.output.includes('totals.corrected') && Date.now() < until) await sleep(50);
  }, 120_000);
  afterAll(async () => {
    await night.stop();
    await Promise.all(endpoints.map((endpoint) => endpoint.stop()));
    await system.stop();
  });

  it('log the failure and run the later tasks', () => {
    expect(night.output).toMatch(/"task":"forget_jobs".*nightly_task\.failed/);
    expect(night.output).toContain('totals.corrected');
  });

  it('delete endpoints that nothing refers to, and no others', async () => {
    expect(await shop.rows('deliveries')).toEqual([]);
    const { webhook_url: kept } = (await owner.get(`/campaigns/${running}`)).body as { webhook_url: string };
    expect((await urls()).toSorted()).toEqual([kept, own].toSorted());
  });

  it('delete old storefront delivery ids after the platform has stopped its retries', async () => {
    const keys = (await shop.rows<{ event_key: string }>('storefront_deliveries', 'event_key')).map(({ event_key: key }) => key);
    expect(keys).toEqual([expect.stringMatching(/of-late$/)]);
  });

  it('forget the deletion of an order that has not come for 90 days, and no other cancellation', async () => {
    const keys = new Set((await shop.rows<{ order_key: string }>('orders', 'order_key')).map(({ order_key: key }) => key));
    expect([keys.has('order:5'), keys.has('order:6'), keys.has('order:never-came')]).toEqual([false, true, true]);
    const cancelled = await shop.rows<{ type: string; id: string }>('events', "event_type AS type, data ->> 'order_id' AS id");
    expect(cancelled.filter(({ type }) => type === 'order_cancelled').map(({ id }) => id).toSorted()).toEqual(['6', 'never-came']); // prettier-ignore
  });

  it('delete the values of trait names that were freed, and no others', async () => {
    expect(await shop.rows('traits', 'name')).toEqual([{ name: 'kept' }]);
    expect(await shop.rows('customer_traits', 'numbers')).toEqual([{ numbers: [2] }]);
  });

  it('keep the first score and one a week of those that are older than 400 days', async () => {
    const all = await shop.rows<{ day: number; hour: number; model: string }>(
      'score_history',
      "floor(extract(epoch FROM calculated_at) / 86400)::int AS day, extract(hour FROM calculated_at AT TIME ZONE 'UTC')::int AS hour, model_version AS model",
    );
    const rows = all.filter(({ model }) => model === 'a model');
    const oldest = Math.floor((Date.now() + NIGHT_MS - LIMITS.historyRetentionMs) / DAY_MS);
    const [first, ...old] = rows.filter(({ day }) => day < oldest).toSorted((a, b) => a.day - b.day || a.hour - b.hour);
    // The last score of the first day, which is the first score in the timeline. The history begins with a week.
    expect([(first?.day ?? 1) % 7, first?.hour]).toEqual([0, 12]);
    const weeks = new Map<number, number>();
    for (const { day } of old) weeks.set(Math.floor(day / 7), (weeks.get(Math.floor(day / 7)) ?? 0) + 1);
    expect(weeks.size).toBeGreaterThanOrEqual(3);
    expect(new Set(weeks.values())).toEqual(new Set([1]));
    expect(rows.length - old.length).toBeGreaterThan(51);
  });

  it('keep each recipient of a running campaign once, and its results', async () => {
    const rows = await shop.rows<{ campaign_id: string }>('campaign_recipients', 'campaign_id');
    expect(rows).toHaveLength(40);
    expect(new Set(rows.map((row) => row.campaign_id))).toEqual(new Set([running]));
    expect(await resultsOf(running)).toEqual({ ...before.running, counted_at: expect.any(String) });
    // They stay with one of the two sends. The other one has no recipient left, so it is forgotten.
    expect((await owner.get(`/campaigns/${running}`)).body.stats).toMatchObject({ sends: 1 });
  });

  it('learn the value of a contact, which so few customers do not tell', async () => {
    const [learned] = await shop.rows<{ needed: number; cells: unknown[] }>('contact_effects', 'needed, cells');
    expect([learned?.cells, (learned?.needed ?? 0) > 0]).toEqual([[], true]);
  });

  it('keep only the results of a campaign that ended long ago', async () => {
    const { treated, holdout, uplift } = before.ended;
    expect(treated.n + holdout.n).toBe(40);
    expect(treated.returned + holdout.returned).toBe(3);
    expect(await resultsOf(ended)).toMatchObject({
      treated: { ...treated, matured: treated.n },
      holdout: { ...holdout, matured: holdout.n },
      uplift,
      counting: false,
    });
    expect(await shop.rows('counted_results', 'about, due_at, final')).toEqual([{ about: ended, due_at: null, final: true }]);
  });

  it('decide what the retention removes, which goes an hour later and changes no results', async () => {
    const { rows } = await system.owner.query('SELECT retained_from, removal_after_id FROM tenants WHERE id = $1', [owner.tenantId]);
    expect(rows[0]).toMatchObject({ retained_from: monthsBefore(Date.now() + NIGHT_MS), removal_after_id: expect.stringMatching(/^0+-/) });
    // A night much later also forgets the cancellation that waits for its order.
    const placed = async (): Promise<number> => (await shop.rows<{ id: string }>('orders', 'order_key AS id')).filter(({ id }) => id !== 'order:6').length; // prettier-ignore
    const orders = await placed();
    const later = 480 * DAY_MS;
    const ran = async (clockMs: number, until: string): Promise<void> => {
      const worker = await system.startAnother('scoring-worker', { NIGHTLY_HOUR_UTC: '0', TEST_CLOCK_OFFSET_MS: String(clockMs) });
      await eventually(until, () => worker.output.includes(until) || null);
      await worker.stop();
    };
    await ran(later, 'removal.decided');
    expect(await placed()).toBe(orders);
    await ran(later + 2 * HOUR_MS, 'old_data.removed');
    const keys = (await shop.rows<{ order_key: string }>('orders', 'order_key')).map(({ order_key: key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => !/^removed:[0-9a-f]{64}$/.test(key))).toEqual([]);
    expect(await shop.rows('events')).toEqual([]);
    expect(await resultsOf(running)).toEqual({ ...before.running, counted_at: expect.any(String) });
  }, 120_000);
});

/** The start of the UTC month after which everything is kept. */
function monthsBefore(nowMs: number): Date {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - RETAINED_MONTHS, 1));
}
