import { customerIdOf, toTenantId } from '#libs/core';
import type { TimelinePage } from '#libs/client';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order, refund } from '../../support/shop/builders.js';
import { endOf } from '../../support/shop/jobs.js';
import { eventually } from '../../support/waiting/eventually.js';
import { campaignOf, sent } from '../../support/webhooks/campaign-shop.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { lapsed, returnAndLapse, setEndpoint, untilDeliveries } from '../../support/webhooks/webhook-shop.js';
import { moved } from '../../support/waiting/moved.js';

type Entry = TimelinePage['data'][number];

const TIMELINE = '/customers/ada/timeline';
const isDone = ({ status }: { status: string }): boolean => status === 'success';

describe('the timeline of a customer', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let endpoint: WebhookEndpoint;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
    endpoint = await WebhookEndpoint.start();
    merchant = await merchantOf(system);
    await system.webhookSecret(merchant.shop);
    await setEndpoint(system, merchant.shop, endpoint.url);
    // Four orders share one instant, and another one is refunded in part.
    await merchant.shop.send(
      ...lapsed('ada'),
      ...[1, 2, 3].map((value) => order({ customer_id: 'ada', occurred_at: daysAgo(200), value })),
      order({ customer_id: 'ada', occurred_at: daysAgo(210), value: 42.5, data: { order_id: 'o-1' } }),
      refund({ customer_id: 'ada', occurred_at: daysAgo(205), value: 10, data: { order_id: 'o-1' } }),
    );
    // The scores of the first day count as one.
    await system.owner.query(`UPDATE customers SET calculated_at = ${moved('calculated_at', "- interval '1 day'")} WHERE tenant_id = $1`, [
      merchant.shop.tenantId,
    ]);
    await merchant.shop.send(returnAndLapse('ada').back);
    await untilDeliveries(merchant.shop, 2, isDone);
    await sent(merchant.owner, await campaignOf(merchant.owner, endpoint.url, { name: 'All', holdout_percent: 0, cooldown_days: 0 }));
    await untilDeliveries(merchant.shop, 3, isDone);
    await sent(merchant.owner, await campaignWithoutAda());
    await eventually('both sends', async () => ((await merchant.shop.rows('campaign_recipients')).length === 2 ? true : null));
  }, 120_000);
  afterAll(async () => {
    await endpoint?.stop();
    await system?.stop();
  });

  /** Makes campaigns until one has the only customer in its control group. A hash of the campaign's id decides that. */
  async function campaignWithoutAda(): Promise<string> {
    for (;;) {
      const id = await campaignOf(merchant.owner, endpoint.url, { name: 'Control', holdout_percent: 50, cooldown_days: 0 });
      const { body } = await calls.taken(merchant.owner.post(`/campaigns/${id}/preview`, {}));
      if (body.recipients_count === 0) return id;
    }
  }

  const read = async (query = ''): Promise<TimelinePage> =>
    (await calls.taken(merchant.shop.get(`${TIMELINE}${query}`))).body as TimelinePage;
  it('reaches every day of a customer with thousands of events a day', async () => {
    const at = (day: number): string => `date_trunc('day', now()) - interval '${day} days' + interval '12 hours'`;
    await merchant.shop.send(order({ customer_id: 'bot', occurred_at: daysAgo(100) }));
    await system.owner.query(
      `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at)
       SELECT c.tenant_id, 'bot-' || n, c.id, 'page_viewed', CASE WHEN n <= 5001 THEN ${at(1)} - n * interval '1 s'
         WHEN n <= 10400 THEN ${at(2)} - n * interval '1 s' ELSE ${at(3)} - (n - 10400) * interval '1 day' END
       FROM customers c, generate_series(1, 10420) n WHERE c.tenant_id = $1 AND c.external_id = 'bot'`,
      [merchant.shop.tenantId],
    );
    for (const limit of [3, 50]) {
      const days: string[] = [];
      let cursor: string | null = null;
      do {
        const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page: TimelinePage = (await merchant.shop.get(`/customers/bot/timeline?limit=${limit}${query}`)).body;
        days.push(...of(page, 'activity').map((entry) => entry.at.slice(0, 10)));
        cursor = page.pagination.next_cursor;
      } while (cursor !== null);
      expect(days).toHaveLength(22);
      expect(new Set(days).size).toBe(22);
    }
  });

  const of = (page: TimelinePage, kind: Entry['kind']): Entry[] => page.data.filter((entry) => entry.kind === kind);

  it('lists campaigns, webhook events, score changes and orders, the latest first', async () => {
    const { churn } = await merchant.shop.churnOf('ada');
    const page = await read();
    expect(page.data.slice(0, 7)).toMatchObject([
      { kind: 'campaign', campaign_name: 'Control', holdout: true, delivery_status: null, ordered: null },
      { kind: 'campaign', campaign_name: 'All', holdout: false, delivery_status: 'success', ordered: null },
      { kind: 'delivery', event: 'customer.churn_score.changed', status: 'success', attempts: 1, last_status_code: 200 },
      { kind: 'score', label: churn?.label, score: churn?.score, previous_label: expect.stringMatching(/high|critical/), cause: 'events' },
      { kind: 'delivery', event: 'customer.high_risk.detected', status: 'success' },
      { kind: 'score', previous_score: null, previous_label: null, previous_lifecycle: null },
      { kind: 'order', at: daysAgo(1) },
    ]);
    const orders = of(page, 'order');
    expect(orders).toHaveLength(11);
    expect(orders.at(-1)).toEqual({
      kind: 'order', at: daysAgo(210), order_id: 'o-1', order_number: null, amount: '42.50', refunded: '10.00', currency: 'EUR', status: 'placed', test: false,
    }); // prettier-ignore
    expect(page).toMatchObject({ pagination: { next_cursor: null, has_more: false }, removed_before: null });
    const sends = await merchant.shop.rows<{ id: string; name: string }>('campaign_sends');
    const names = of(page, 'campaign').map((entry) => sends.find(({ id }) => 'send_id' in entry && id === entry.send_id)?.name);
    expect(names).toEqual(['Control', 'All']);
  });

  it.each([1, 2, 5])('has the same entries in pages of %i', async (limit) => {
    const paged: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: TimelinePage = await read(`?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.data.length).toBeLessThanOrEqual(limit);
      paged.push(...page.data);
      cursor = page.pagination.next_cursor;
    }
    expect(paged).toEqual((await read()).data);
  });

  it('refuses a page that cannot be, and knows nobody of another shop', async () => {
    const { pagination } = await read('?limit=1');
    const other = await merchantOf(system);
    await other.shop.send(order({ customer_id: 'ada' }));
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=nonsense'])
      await calls.refused(merchant.shop.get(`${TIMELINE}?${query}`), 422, 'validation_error');
    await calls.refused(other.shop.get(`${TIMELINE}?cursor=${pagination.next_cursor}`), 422, 'validation_error');
    expect((await calls.taken(other.shop.get(TIMELINE))).body.data.map(({ kind }: Entry) => kind)).toEqual(['score', 'order']);
    await calls.refused((await merchantOf(system)).shop.get(TIMELINE), 404, 'not_found');
    await calls.refused(merchant.shop.get(TIMELINE).unset('X-API-Key'), 401, 'unauthorized');
  });

  it('lists refunds whose order is unknown, each on a page of its own, until the order comes', async () => {
    const { shop } = await merchantOf(system);
    const lone = (day: number, fields: object) => refund({ customer_id: 'bob', occurred_at: daysAgo(day), ...fields });
    await shop.send(
      order({ customer_id: 'bob', occurred_at: daysAgo(20), value: 50 }),
      lone(9, { value: 15, data: { currency: 'USD' } }),
      lone(8, { value: 3, data: { order_id: 'o-7' } }),
      lone(7, { value: undefined, data: { order_id: 'o-8' } }),
      lone(7, { value: 4, data: { test: true } }),
    );
    const refunds = async (): Promise<Entry[]> => {
      const found: Entry[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page: TimelinePage = (await calls.taken(shop.get(`/customers/bob/timeline?limit=1${query}`))).body;
        found.push(...of(page, 'refund'));
        cursor = page.pagination.next_cursor;
      }
      return found;
    };
    const entry = { kind: 'refund', currency: 'EUR', test: false };
    const known = [
      { ...entry, at: daysAgo(7), order_id: 'o-8', amount: null },
      { ...entry, at: daysAgo(7), order_id: null, amount: '4.00', test: true },
      { ...entry, at: daysAgo(9), order_id: null, amount: '15.00', currency: 'USD' },
    ];
    expect(await refunds()).toEqual([
      ...known.slice(0, 2),
      { ...entry, at: daysAgo(8), order_id: 'o-7', amount: '3.00' },
      ...known.slice(2),
    ]);
    await shop.send(order({ customer_id: 'bob', occurred_at: daysAgo(10), value: 30, data: { order_id: 'o-7' } }));
    expect(await refunds()).toEqual(known);
  });

  it('lists neither the drift within a label nor the scores that one import gives a new customer', async () => {
    const { shop } = await merchantOf(system);
    await shop.send(order({ customer_id: 'bob', occurred_at: daysAgo(2) }));
    const { churn } = await shop.churnOf('bob');
    await system.owner.query(
      `INSERT INTO score_history (tenant_id, customer_id, calculated_at, score, label, model_version, lifecycle, cause)
       SELECT $1, $2, date_trunc('day', now(), 'UTC') - hours * interval '1 hour', score, CASE WHEN score > 0.9 THEN 'critical' ELSE $3 END, 'test', 'new', cause
       FROM (VALUES (102, 0.95, 'events'), (101, 0.01, 'events'), (80, 0.06, 'aging'), (60, 0.10, 'model'), (40, 0.16, 'model'), (20, 0.17, 'settings')) h (hours, score, cause)`,
      [shop.tenantId, customerIdOf(toTenantId(shop.tenantId), 'bob'), churn?.label],
    );
    const page = (await calls.taken(shop.get('/customers/bob/timeline'))).body as TimelinePage;
    expect(of(page, 'score')).toMatchObject([
      { score: '0.1600', previous_score: '0.1000', cause: 'model' },
      { score: '0.0100', previous_score: null, cause: 'events' },
    ]);
  });

  it('says whether the customer ordered within the days that count for a campaign, once that is known', async () => {
    const outcomes = async (): Promise<unknown[]> => of(await read(), 'campaign').map((entry) => (entry as { ordered: unknown }).ordered);
    const moveSends = (days: number): Promise<unknown> =>
      system.owner.query(
        `WITH s AS (UPDATE campaign_sends SET window_days = 30 WHERE tenant_id = $1)
         UPDATE campaign_parts SET delivered_at = now() - $2 * interval '1 day' WHERE tenant_id = $1`,
        [merchant.shop.tenantId, days],
      );
    await moveSends(20);
    expect(await outcomes()).toEqual([true, true]);
    await moveSends(100);
    expect(await outcomes()).toEqual([false, false]);
    await moveSends(0);
    expect(await outcomes()).toEqual([null, null]);
  });

  it('is gone when the customer is erased', async () => {
    const { body } = await merchant.shop.delete('/customers/ada').expect(202);
    await endOf(merchant.shop, body.job_id as string);
    await calls.refused(merchant.shop.get(TIMELINE), 404, 'not_found');
    await merchant.shop.send(order({ customer_id: 'ada', occurred_at: daysAgo(3) }));
    expect((await read()).data.map(({ kind }) => kind)).toEqual(['score', 'order']);
  });
});
