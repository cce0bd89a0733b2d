import { powerOf } from '#libs/campaigns';
import { DAY_MS } from '#libs/core';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import {
  backdateSends,
  campaignMerchant,
  campaignOf,
  fillWithScored,
  orderOf,
  sent,
  untilPartsEnded,
} from '../../support/webhooks/campaign-shop.js';
import { moved } from '../../support/waiting/moved.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';

const CUSTOMERS = 160;

describe('the time in which an order counts as an answer to a campaign', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let endpoint: WebhookEndpoint;
  let owner: Person;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    endpoint = await WebhookEndpoint.start();
    ({ owner, shop } = await campaignMerchant(system));
    await owner.call('PATCH', '/settings').send({ control_percent: 0 }).expect(200);
    await fillWithScored(system, owner.tenantId, CUSTOMERS);
  });
  afterEach(() => endpoint.stop());

  const rest = (days: number): Promise<void> => backdateSends(system, owner.tenantId, days);
  const preview = async (settings: object) => (await calls.taken(owner.post('/campaigns/preview', { audience: {}, ...settings }))).body;
  const results = async (id: string) => (await calls.taken(owner.get(`/campaigns/${id}/results`))).body;
  const contact = async (id: string): Promise<void> => {
    await sent(owner, id);
    await untilPartsEnded(shop);
  };

  it('decides with the scores what a send can show, which the preview says before', async () => {
    await system.owner.query("UPDATE customers SET score = 0.81, model_version = 'mbg-2.1/h90' WHERE tenant_id = $1", [owner.tenantId]);
    const settings = { holdout_percent: 50, window_days: 45 };
    const found = await preview(settings);
    // Half of the horizon, so the square root of 0.81 stays away.
    const chosen = { treated: found.recipients_count, holdout: found.left_out.holdout };
    const rate = (n: number) => ({ n, returned: n * 0.1 });
    const expected = powerOf([rate(chosen.treated), rate(chosen.holdout)], chosen)!;
    expect(found.power).toEqual({
      effect: 0.05,
      customers_needed: expected.customersNeeded,
      detectable_effect: expected.detectable,
    });
    expect(found.power.customers_needed).toBeGreaterThan(0);
    const id = await campaignOf(owner, endpoint.url, settings);
    expect((await calls.taken(owner.post(`/campaigns/${id}/preview`))).body.power.effect).toBe(0.05);
    expect((await preview({ ...settings, holdout_percent: 0 })).power).toBeNull();
  });

  it('is the usual time between two orders of the shop, unless the campaign says it', async () => {
    expect((await preview({})).window_days).toBe(90);
    const rhythm = "orders_count = 3, first_seen_at = now() - interval '61 days', last_order_at = now() - interval '20 days'";
    await system.owner.query(`UPDATE customers SET ${rhythm} WHERE tenant_id = $1`, [owner.tenantId]);
    expect([(await preview({})).window_days, (await preview({ window_days: 14 })).window_days]).toEqual([21, 14]);
    const ids = [
      await campaignOf(owner, endpoint.url, { cooldown_days: 0 }),
      await campaignOf(owner, endpoint.url, { cooldown_days: 0, window_days: 14 }),
    ];
    for (const id of ids) await contact(id);
    expect([(await results(ids[0]!)).window_days, (await results(ids[1]!)).window_days]).toEqual([21, 14]);
    const campaigns = await Promise.all(ids.map(async (id) => (await calls.taken(owner.get(`/campaigns/${id}`))).body));
    expect(campaigns[0]).toMatchObject({ window_days: null, contact_within_window: false });
    const lasts = campaigns.map(({ last_sent_at: from, last_window_ends_at: to }) =>
      Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS),
    );
    expect(lasts).toEqual([21, 14]);
    for (const window_days of [6, 91, 14.5, '14'])
      await calls.refused(owner.post('/campaigns/preview', { window_days }), 400, 'validation_error');
  });

  it('keeps its customers from a second contact, unless the campaign says otherwise', async () => {
    await contact(await campaignOf(owner, endpoint.url, { holdout_percent: 0, cooldown_days: 7, window_days: 30 }));
    await rest(20);
    expect((await preview({ cooldown_days: 7 })).left_out.cooldown).toBe(CUSTOMERS);
    expect((await preview({ cooldown_days: 7, contact_within_window: true })).left_out.cooldown).toBe(0);
    expect((await preview({ cooldown_days: 0 })).left_out.cooldown).toBe(0);
    await rest(11);
    expect((await preview({ cooldown_days: 7 })).left_out.cooldown).toBe(0);
  });

  it('gives counts before it has passed, and amounts of money only after it', async () => {
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 50, window_days: 14 });
    await contact(id);
    for (const number of [1, 2, 3]) await orderOf(system, owner.tenantId, number, 600);
    const early = await results(id);
    expect(early.treated.returned + early.holdout.returned).toBe(3);
    expect(early).toMatchObject({ verdict: 'too_early', revenue_uplift: null, counted_at: expect.any(String) });
    await rest(15);
    await system.owner.query(`UPDATE orders SET placed_at = ${moved('placed_at', "- interval '14 days'")} WHERE tenant_id = $1`, [
      owner.tenantId,
    ]);
    const late = await results(id);
    expect([late.treated.matured + late.holdout.matured, late.verdict !== 'too_early']).toEqual([CUSTOMERS, true]);
    expect(late.revenue_uplift).toEqual({ difference: expect.any(Number), ci95: [expect.any(Number), expect.any(Number)] });
  });
});
