import { parse } from 'csv-parse/sync';
import {
  backdateSends,
  campaignMerchant,
  campaignOf,
  fillWithScored,
  orderOf,
  sent,
  untilPartsEnded,
} from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { moved } from '../../support/waiting/moved.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';

interface Arm {
  readonly name: string;
  readonly text: string | null;
  readonly customer_external_ids: readonly string[];
}

const THREE = [
  { name: 'Reminder' },
  { name: '10 % off', text: 'Use the code BACK10', contact_cost: 0.1, redemption_cost: 6 },
  { name: 'Free shipping', text: null, redemption_cost: 4.9 },
];

describe('the arms of a campaign', () => {
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
  });
  afterEach(() => endpoint.stop());

  const change = (id: string, patch: object) => owner.call('PATCH', `/campaigns/${id}`).send(patch);
  const previewOf = async (id: string) => (await calls.taken(owner.post(`/campaigns/${id}/preview`))).body;
  const resultsOf = async (id: string) => (await calls.taken(owner.get(`/campaigns/${id}/results`))).body;

  /** Sends, and returns the bodies that the endpoint got, after every part is recorded. */
  async function bodiesOf(id: string): Promise<{ readonly customer_external_ids: string[]; readonly arms: Arm[] }[]> {
    const { delivery_ids: deliveries } = await sent(owner, id);
    await untilPartsEnded(shop);
    const own = endpoint.received.filter(({ headers }) => deliveries.includes(String(headers['x-service-delivery-id'])));
    return own.map(({ json }) => json as { customer_external_ids: string[]; arms: Arm[] });
  }

  async function recipientsOf(id: string, query = ''): Promise<Record<string, string>[]> {
    const { body } = await calls.taken(owner.get(`/campaigns/${id}/sends`));
    const { text } = await owner.get(`/campaigns/${id}/sends/${body.data[0].id}/recipients.csv${query}`).expect(200);
    return parse(text, { bom: true, columns: true });
  }

  it('get one customer each in turn, through all sends, and name their customers in the delivery', async () => {
    await fillWithScored(system, owner.tenantId, 60);
    const id = await campaignOf(owner, endpoint.url, {
      arms: THREE,
      holdout_percent: 20,
      max_recipients: 7,
      cooldown_days: 0,
      contact_within_window: true,
    });
    const armOf = new Map<string, string>();
    const counts = [0, 0, 0];
    for (let count = 0; count < 5; count += 1) {
      const preview = await previewOf(id);
      const [body] = await bodiesOf(id);
      expect(body!.arms.flatMap(({ customer_external_ids: ids }) => ids).toSorted()).toEqual(body!.customer_external_ids.toSorted());
      expect(body!.arms.map(({ name, text }) => [name, text])).toEqual(
        THREE.filter(({ name }) => body!.arms.some((arm) => arm.name === name)).map(({ name, text }) => [name, text ?? null]),
      );
      expect(preview.arms).toEqual(
        THREE.map(({ name }) => ({
          name,
          recipients_count: body!.arms.find((arm) => arm.name === name)?.customer_external_ids.length ?? 0,
        })),
      );
      // Without a cooldown every send begins with the same customers: they keep their arms.
      for (const { name, customer_external_ids: ids } of body!.arms)
        for (const each of ids) expect(armOf.get(each) ?? name).toBe((armOf.set(each, name), name));
    }
    expect(armOf.size).toBe(7);
    await calls.taken(change(id, { max_recipients: null, holdout_percent: 20 }));
    const [all] = await bodiesOf(id);
    for (const { name, customer_external_ids: ids } of all!.arms) {
      counts[THREE.findIndex((arm) => arm.name === name)] = ids.length;
      for (const each of ids) expect(armOf.get(each) ?? name).toBe(name);
    }
    expect(counts).toEqual([16, 16, 16]);
    const { arms, treated, holdout } = await resultsOf(id);
    expect(arms.map(({ n }: { n: number }) => n)).toEqual(counts);
    expect([treated.n, holdout.n]).toEqual([48, 12]);
  });

  it('are in the list of a sending, each also by itself', async () => {
    await fillWithScored(system, owner.tenantId, 20);
    const id = await campaignOf(owner, endpoint.url, { arms: THREE, holdout_percent: 0 });
    const [body] = await bodiesOf(id);
    const rows = await recipientsOf(id);
    for (const { name, text, customer_external_ids: ids } of body!.arms) {
      const own = rows.filter(({ arm }) => arm === name);
      expect(own.map((row) => row['external_id'])).toEqual(ids);
      expect(own.every((row) => row['arm_text'] === (text ?? ''))).toBe(true);
      expect(await recipientsOf(id, `?arm=${encodeURIComponent(name)}`)).toEqual(own);
    }
    const { data } = (await calls.taken(owner.get(`/campaigns/${id}/sends`))).body;
    const file = `/campaigns/${id}/sends/${data[0].id}/recipients.csv`;
    const { body: refused } = await owner.get(`${file}?arm=reminder`).expect(422);
    expect(refused).toMatchObject({
      error: 'validation_error',
      message: 'arm is "reminder": it must be one of Reminder, 10 % off, Free shipping',
    });
    const plain = await campaignOf(owner, endpoint.url, { cooldown_days: 0 });
    expect(await bodiesOf(plain)).toEqual([expect.not.objectContaining({ arms: expect.anything() })]);
    expect((await recipientsOf(plain)).every(({ arm }) => arm === '')).toBe(true);
    const [one] = (await calls.taken(owner.get(`/campaigns/${plain}/sends`))).body.data;
    const { body: without } = await owner.get(`/campaigns/${plain}/sends/${one.id}/recipients.csv?arm=Reminder`).expect(422);
    expect(without.message).toBe('arm is "Reminder": it must be left out, because the campaign has no arms');
  });

  it('are compared with the control group and each other, in orders and in money after their cost', async () => {
    await fillWithScored(system, owner.tenantId, 400);
    const id = await campaignOf(owner, endpoint.url, { arms: THREE.slice(0, 2), holdout_percent: 20, window_days: 14 });
    const [body] = await bodiesOf(id);
    const numbersOf = (place: number) => body!.arms[place]!.customer_external_ids.map((each) => Number(each.slice(2)));
    const [reminded, discounted] = [numbersOf(0), numbersOf(1)];
    expect([reminded.length, discounted.length]).toEqual([160, 160]);
    await backdateSends(system, owner.tenantId, 5);
    for (const number of reminded.slice(0, 16)) await orderOf(system, owner.tenantId, number, 50);
    for (const number of discounted.slice(0, 80)) await orderOf(system, owner.tenantId, number, 40);
    const early = await resultsOf(id);
    expect(early).toMatchObject({
      treated: { n: 320, returned: 96 },
      arms: [
        {
          name: 'Reminder',
          n: 160,
          returned: 16,
          rate: 0.1,
          revenue: '800.00',
          cost: '0.00',
          matured: 0,
          uplift: null,
          verdict: 'too_early',
        },
        { name: '10 % off', n: 160, returned: 80, revenue: '3200.00', cost: '496.00', net_uplift: null },
      ],
      arm_comparisons: [{ arm: 'Reminder', against: '10 % off', uplift: null, net_uplift: null }],
      best_arm: null,
      arms_summary: 'Too early to compare the offers: each needs 30 customers whose time to order has passed.',
    });
    await backdateSends(system, owner.tenantId, 20);
    await system.owner.query(`UPDATE orders SET placed_at = ${moved('placed_at', "- interval '20 days'")} WHERE tenant_id = $1`, [
      owner.tenantId,
    ]);
    const results = await resultsOf(id);
    // 5.00 a customer without a cost, and 20.00 less .1 for the contact and half of 6.00.
    expect(results).toMatchObject({
      arms: [
        { matured: 160, uplift: { difference: 0.1 }, verdict: 'no_difference_seen' },
        { matured: 160, uplift: { difference: 0.5 }, verdict: 'helps' },
      ],
      arm_comparisons: [{ uplift: { difference: -0.4 }, net_uplift: { difference: -11.9 } }],
      best_arm: '10 % off',
      arms_summary:
        'Of 100 customers, “10 % off” brings 40.0 more to order than “Reminder”, and it brings more than it costs. Of these offers, use “10 % off” for the next customers. It also brings more customers to order than no contact.',
    });
    const [low, high] = results.arm_comparisons[0].net_uplift.ci95;
    expect([low < -11.9, high > -11.9, high < 0]).toEqual([true, true, true]);
  });

  it('say before the first send how many customers they need', async () => {
    await fillWithScored(system, owner.tenantId, 120);
    await system.owner.query(`UPDATE customers SET model_version = 'test-1.0/h90/2026-11-21' WHERE tenant_id = $1`, [owner.tenantId]);
    const preview = async (input: object) => (await calls.taken(owner.post('/campaigns/preview', { audience: {}, ...input }))).body;
    expect(await preview({})).toMatchObject({ arms: [], arm_power: null });
    const two = await preview({ arms: THREE.slice(0, 2), holdout_percent: 0 });
    expect(two).toMatchObject({
      arms: [{ recipients_count: 60 }, { recipients_count: 60 }],
      arm_power: { effect: 0.05, customers_per_arm: 60 },
    });
    expect(two.arm_power.note).toMatch(
      /^Too few customers for 2 offers: each needs about [\d,]+ to show a difference of 5 in 100, and would get 60\.$/,
    );
    const large = await preview({ arms: THREE.slice(0, 2), holdout_percent: 0, hoped_effect: 0.5 });
    expect(large.arm_power).toMatchObject({ effect: 0.5, note: null });
    expect(large.arm_power.needed_per_arm).toBeLessThanOrEqual(60);
    const four = await preview({ arms: [...THREE, { name: 'Gift' }], holdout_percent: 0 });
    expect(four.arm_power.needed_per_arm).toBeGreaterThan(two.arm_power.needed_per_arm);
  });

  it('keep their number once they were sent, while names, texts and costs may change', async () => {
    await fillWithScored(system, owner.tenantId, 4);
    const id = await campaignOf(owner, endpoint.url, {
      arms: THREE.slice(0, 2),
      holdout_percent: 0,
      cooldown_days: 0,
      contact_within_window: true,
    });
    expect((await calls.taken(change(id, { arms: THREE }))).body.arms).toHaveLength(3);
    await calls.taken(change(id, { arms: THREE.slice(0, 2) }));
    const [before] = await bodiesOf(id);
    for (const arms of [[], THREE]) {
      const { body } = await calls.refused(change(id, { arms }), 409, 'conflict');
      expect(body.message).toBe(
        `arms has ${arms.length} offers: the campaign was sent with 2, so their number cannot change. Create another campaign`,
      );
    }
    const renamed = THREE.slice(0, 2).map(({ name }) => ({ name: `${name}!`, text: 'New words' }));
    const { body: swapped } = await calls.refused(change(id, { arms: THREE.slice(0, 2).toReversed() }), 409, 'conflict');
    expect(swapped.message).toBe(
      'arms[0].name is "10 % off": the campaign was sent with it as arms[1], and results go by the place. Keep the order',
    );
    await calls.taken(change(id, { arms: renamed }));
    const [after] = await bodiesOf(id);
    expect(after!.arms).toEqual(before!.arms.map((arm) => ({ ...arm, name: `${arm.name}!`, text: 'New words' })));
    const plain = await campaignOf(owner, endpoint.url, { holdout_percent: 0, cooldown_days: 0, contact_within_window: true });
    await bodiesOf(plain);
    await calls.refused(change(plain, { arms: THREE }), 409, 'conflict');
  });

  it('forget an erased customer in what was delivered', async () => {
    await fillWithScored(system, owner.tenantId, 6);
    const id = await campaignOf(owner, endpoint.url, { arms: THREE, holdout_percent: 0 });
    const { delivery_ids: deliveries } = await sent(owner, id);
    await untilPartsEnded(shop);
    const payload = async () => (await owner.get(`/settings/webhook/deliveries/${deliveries[0]}`).expect(200)).body.payload;
    const gone = (await payload()).arms[1].customer_external_ids as string[];
    for (const each of gone) await shop.delete(`/customers/${each}`).expect(202);
    const rest = await eventually('the erased', async () => {
      const now = await payload();
      return now.customer_external_ids.length === 6 - gone.length ? now : null;
    });
    expect(rest.arms.map(({ name }: Arm) => name)).toEqual(['Reminder', 'Free shipping']);
    expect(rest.arms.flatMap((arm: Arm) => arm.customer_external_ids)).toHaveLength(6 - gone.length);
  });

  it.each([
    [[THREE[0]], 'arms is [{"name":"Reminder"}]: it must be an empty list, or a list of 2 to 4 offers'],
    [
      Array.from({ length: 5 }, (_, place) => ({ name: `${place}` })),
      expect.stringMatching(/^arms is .*: it must be an empty list, or a list of 2 to 4 offers$/),
    ],
    ['Reminder', 'arms is "Reminder": it must be an empty list, or a list of 2 to 4 offers'],
    [[{ name: 'A' }, { name: ' a ' }], 'arms[1].name is "a": another offer has this name'],
    [[{ name: 'A' }, {}], 'arms[1].name is missing'],
    [[{ name: 'A' }, { name: ' ' }], 'arms[1].name is " ": it must be one line of 1 to 40 characters'],
    [[{ name: 'A' }, { name: 'B', contact_cost: -1 }], 'arms[1].contact_cost is -1: it must be a number from 0 to 1000000'],
    [[{ name: 'A' }, { name: 'B', redemption_cost: '5' }], 'arms[1].redemption_cost is "5": it must be a number from 0 to 1000000'],
    [[{ name: 'A' }, { name: 'B', discount: 5 }], 'arms[1] has no field discount: allowed are name, text, contact_cost, redemption_cost'],
    [
      [{ name: 'A', text: 'x'.repeat(501) }, { name: 'B' }],
      expect.stringMatching(/^arms\[0\]\.text is .*: it must be null, or text of at most 500 characters$/),
    ],
  ])('are refused with the reason: %j', async (arms, message) => {
    const { body } = await calls.refused(owner.post('/campaigns', { name: 'x', channel: 'download', arms }), 400, 'validation_error');
    expect(body.details[0].message).toEqual(message);
  });

  it.each([0, 0.6, '5'])('hope for no effect of %j', async (effect) => {
    const { body } = await calls.refused(
      owner.post('/campaigns', { name: 'x', channel: 'download', hoped_effect: effect }),
      400,
      'validation_error',
    );
    expect(body.details[0].message).toBe(`hoped_effect is ${JSON.stringify(effect)}: it must be a number from 0.005 to 0.5`);
  });
});
