import {
  backdateSends,
  campaignMerchant,
  campaignOf,
  fillWithScored,
  namedIn,
  sent,
  untilPartsEnded,
} from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import type { Shop } from '../../support/shop/shop.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';

describe('control groups of a campaign', () => {
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

  const leftOut = async (id: string) => (await calls.taken(owner.post(`/campaigns/${id}/preview`))).body.left_out;
  const resultsOf = async (id: string) => (await calls.taken(owner.get(`/campaigns/${id}/results`))).body;
  const setPercent = (id: string, percent: number) =>
    calls.taken(owner.call('PATCH', `/campaigns/${id}`).send({ holdout_percent: percent }));

  /** Sends, and returns the customers that the endpoint was told to contact, after every part is recorded. */
  async function contactedBy(id: string): Promise<string[]> {
    const { delivery_ids: deliveries } = await sent(owner, id);
    await untilPartsEnded(shop);
    return namedIn(endpoint.received.filter(({ headers }) => deliveries.includes(String(headers['x-service-delivery-id']))));
  }

  it('with a small maximum are at no fixed place of its sends', async () => {
    await fillWithScored(system, owner.tenantId, 60);
    // In each block of two one customer is contacted. Sends go on behind those whom the earlier ones chose.
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 50, max_recipients: 1, contact_within_window: true });
    const places: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const { recipients_count: expected, customer_external_ids: ids } = (await calls.taken(owner.post(`/campaigns/${id}/preview`))).body;
      const contacted = await contactedBy(id);
      expect([expected, ids]).toEqual([1, contacted]);
      places.push(...contacted.map((customer) => Number(customer.slice(2))));
    }
    expect(places.map((place) => Math.ceil(place / 2))).toEqual(Array.from({ length: 20 }, (_, block) => block + 1));
    expect(new Set(places.map((place) => place % 2)).size).toBe(2);
    // The last send may have left the member of its block to the next send, or have taken that of the next block too.
    const { treated, holdout } = await resultsOf(id);
    expect([treated.n, holdout.n >= 19, holdout.n <= 21]).toEqual([20, true, true]);
  });

  it('keep their members when contacted customers are erased, and until their window has passed when there is no group any more', async () => {
    await fillWithScored(system, owner.tenantId, 50);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 20, cooldown_days: 0, contact_within_window: true });
    expect(await contactedBy(id)).toHaveLength(40);
    await system.owner.query(
      `DELETE FROM customers WHERE tenant_id = $1 AND id IN (
         SELECT customer_id FROM campaign_recipients WHERE tenant_id = $1 AND campaign_id = $2 AND NOT holdout ORDER BY customer_id LIMIT 30)`,
      [owner.tenantId, id],
    );
    await system.owner.query(
      `DELETE FROM campaign_recipients r WHERE r.tenant_id = $1
       AND NOT EXISTS (SELECT 1 FROM customers c WHERE c.tenant_id = $1 AND c.id = r.customer_id)`,
      [owner.tenantId],
    );
    await setPercent(id, 0);
    expect(await leftOut(id)).toMatchObject({ holdout: 10 });
    await backdateSends(system, owner.tenantId, 91);
    expect(await leftOut(id)).toMatchObject({ holdout: 0 });
    await setPercent(id, 20);
    expect(await leftOut(id)).toMatchObject({ holdout: 10 });
  });
});
