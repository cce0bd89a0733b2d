import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '#libs/core';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { campaignMerchant, campaignOf, namedIn } from '../../support/webhooks/campaign-shop.js';
import { type Received, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';
import { deliverySettings, setEndpoint } from '../../support/webhooks/webhook-shop.js';

const EVENT = 'customer.order_overdue';
const SECOND_DUE = 'customer.second_order_due';
const REGULARS = Array.from({ length: 12 }, (_, index) => `c-${index}`);

/** Six orders, one every ten days, the last one `silence` days ago. */
const regular = (customer_id: string, silence: number) =>
  Array.from({ length: 6 }, (_, index) => order({ customer_id, occurred_at: daysAgo(silence + 10 * index) }));

describe('the next order of a customer becomes overdue', () => {
  let system: ChurnSystem;
  let another: ServiceProcess | null = null;
  const endpoints: WebhookEndpoint[] = [];

  beforeAll(async () => {
    system = await ChurnSystem.start({ ...deliverySettings(2000), NIGHTLY_HOUR_UTC: '0' });
  }, 60_000);
  afterAll(async () => {
    await another?.stop();
    for (const endpoint of endpoints) await endpoint.stop();
    await system.stop();
  });

  async function endpointOf(): Promise<WebhookEndpoint> {
    const endpoint = await WebhookEndpoint.start();
    endpoints.push(endpoint);
    return endpoint;
  }

  /** Lets the night pass that is this many days ahead, with two workers. One of them is killed while it works. */
  async function night(days: number, shops: readonly Shop[]): Promise<void> {
    await another?.kill();
    await system.setClock(days * DAY_MS);
    another = await system.startAnother('scoring-worker', { TEST_CLOCK_OFFSET_MS: String(days * DAY_MS) });
    await sleep(300);
    await another.kill();
    await another.start();
    const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    for (const shop of shops)
      await eventually('the pass', async () => {
        const passes = await shop.rows<{ status: string; day: string }>('churn_jobs', 'status, pass_day::text AS day');
        return passes.some((pass) => pass.day === day && pass.status === 'completed') || null;
      });
  }

  /** Waits until nothing is left to report. */
  async function told(shop: Shop): Promise<void> {
    await eventually('what waits', async () => {
      const open = (await shop.rows<{ status: string }>('deliveries', 'status')).filter(
        ({ status }) => status === 'pending' || status === 'failed',
      );
      const waiting = [...(await shop.rows('outbox', 'id')), ...(await shop.rows('campaign_entries', 'customer_id')), ...open];
      const parts = (await shop.rows<{ state: string }>('campaign_parts', 'state')).filter(({ state }) => state === 'open');
      return waiting.length + parts.length === 0 || null;
    });
    await sleep(1000);
  }

  const overdueIn = ({ received }: WebhookEndpoint): Received[] => received.filter(({ json }) => json['event'] === EVENT);
  const customersIn = (received: readonly Received[]): string[] => received.map(({ json }) => String(json['customer_id'])).toSorted();

  it('and the shop hears of it once, as does its campaign, until a new order begins a new silence', async () => {
    const { owner, shop, secret } = await campaignMerchant(system);
    const [server, campaigns, others] = [await endpointOf(), await endpointOf(), await endpointOf()];
    await setEndpoint(system, shop, server.url, { eventTypes: [EVENT] });
    await campaignOf(owner, campaigns.url, { status: 'active', trigger: 'overdue', holdout_percent: 0, cooldown_days: 0 });
    const other = await campaignMerchant(system);
    await setEndpoint(system, other.shop, others.url);
    await campaignOf(other.owner, others.url, { trigger: 'overdue', holdout_percent: 0 });

    for (const each of [shop, other.shop]) await each.send(...REGULARS.flatMap((id) => regular(id, 5)), ...regular('gone', 300));
    await shop.post('/events', { events: regular('imported', 5), backfill: true }).expect(202);
    await shop.settled();
    expect([overdueIn(server), campaigns.received]).toEqual([[], []]);

    const everybody = [...REGULARS, 'imported'].toSorted();
    for (const days of [1, 60, 61]) await night(days, [shop, other.shop]);
    await told(shop);
    expect(customersIn(overdueIn(server))).toEqual(everybody);
    expect(namedIn(campaigns.received).toSorted()).toEqual(everybody);

    const first = overdueIn(server).find(({ json }) => json['customer_id'] === 'c-0');
    const { body: customer } = await shop.get('/customers/c-0').expect(200);
    expect(first?.json).toEqual({
      event: EVENT,
      customer_id: 'c-0',
      last_order_at: daysAgo(5),
      overdue_since: String(customer.late_since).slice(0, 10),
      score: expect.any(Number),
      label: expect.stringMatching(/^(low|medium|high|critical)$/),
      model_version: 'mbg-prior-1.0/h90',
    });
    expect(first?.headers['x-service-signature']).toBe(sha256Signature(secret, first?.body.toString() ?? ''));

    await shop.send(order({ customer_id: 'c-0', occurred_at: daysAgo(-61) }), order({ customer_id: 'gone', occurred_at: daysAgo(-61) }));
    for (const days of [62, 200]) await night(days, [shop, other.shop]);
    await told(shop);
    // `gone` has come back after a year before, so the silence of some months is not too long yet.
    expect(customersIn(overdueIn(server))).toEqual([...everybody, 'c-0'].toSorted());
    expect(namedIn(campaigns.received).filter((id) => id === 'c-0')).toHaveLength(2);
    // A draft, and a webhook that has not chosen the event.
    await told(other.shop);
    expect(overdueIn(others)).toEqual([]);
    expect(others.received.filter(({ json }) => json['event'] === 'retention.campaign.sent')).toEqual([]);
  }, 240_000);

  it('or a second one becomes due, and the shop and its campaign hear of that once, after a first order', async () => {
    const { owner, shop } = await campaignMerchant(system);
    const { owner: otherOwner, shop: other } = await campaignMerchant(system);
    const [server, campaigns, others] = [await endpointOf(), await endpointOf(), await endpointOf()];
    await setEndpoint(system, shop, server.url, { eventTypes: [SECOND_DUE] });
    await campaignOf(owner, campaigns.url, { status: 'active', trigger: 'second_order_due', holdout_percent: 0, cooldown_days: 0 });
    await setEndpoint(system, other, others.url);
    await campaignOf(otherOwner, others.url, { trigger: 'second_order_due', holdout_percent: 0 });
    const at = (customer_id: string, day: number) => order({ customer_id, occurred_at: daysAgo(-day) });
    for (const each of [shop, other]) await each.send(...REGULARS.map((id) => at(id, 195)), at('back', 195), at('back', 198));
    await shop.settled();

    for (const days of [201, 230, 260, 290, 320]) await night(days, [shop, other]);
    await told(shop);
    const due = server.received.filter(({ json }) => json['event'] === SECOND_DUE);
    expect(customersIn(due)).toEqual(REGULARS.toSorted());
    expect(customersIn(server.received)).toEqual(REGULARS.toSorted());
    expect(namedIn(campaigns.received).toSorted()).toEqual(REGULARS.toSorted());
    expect(due[0]?.json).toEqual({
      event: SECOND_DUE,
      customer_id: expect.any(String),
      last_order_at: daysAgo(-195),
      due_since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      score: expect.any(Number),
      label: expect.stringMatching(/^(low|medium|high|critical)$/),
      model_version: 'mbg-prior-1.0/h90',
    });
    // A draft, and a webhook that has not chosen the event.
    await told(other);
    expect(others.received.filter(({ json }) => json['event'] === SECOND_DUE || json['event'] === 'retention.campaign.sent')).toEqual([]);
  }, 240_000);
});
