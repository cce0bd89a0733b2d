import { readContacts, readControlledGroups } from '#libs/campaigns';
import { type CustomerId, toTenantId } from '#libs/core';
import { fillWithScored } from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

interface Chosen {
  readonly externalIds: readonly string[];
  readonly holdout?: boolean;
  readonly spared?: string;
}

describe('customers without a contact', () => {
  let system: ChurnSystem;
  let shop: Shop;
  let ids: Map<string, CustomerId>;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    shop = await system.shop();
    await fillWithScored(system, shop.tenantId, 400);
    const rows = await shop.rows<{ id: CustomerId; external_id: string }>('customers', 'id, external_id');
    ids = new Map(rows.map(({ id, external_id: externalId }) => [externalId, id]));
  }, 60_000);
  afterAll(() => system.stop());

  const customers = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, i) => `c-${from + i + 1}`);

  /** A campaign that was delivered 40 days ago, with a window of 21 days. */
  async function campaign(percent: number, state: string, chosen: readonly Chosen[]): Promise<string> {
    const [id, send] = [crypto.randomUUID(), crypto.randomUUID()];
    const run = (sql: string, ...values: unknown[]) => system.owner.query(sql, [shop.tenantId, ...values]);
    await run(
      `INSERT INTO campaigns (tenant_id, id, name, channel, status, audience, holdout_percent, cooldown_days, created_at, updated_at)
       VALUES ($1, $2, 'Come back', 'download', 'active', '{}', $3, 30, now(), now())`,
      id,
      percent,
    );
    await run(
      `INSERT INTO campaign_sends (tenant_id, id, campaign_id, source, name, window_days, holdout_percent, sent_at)
       VALUES ($1, $2, $3, 'manual', 'Come back', 21, $4, now() - interval '40 days')`,
      send,
      id,
      percent,
    );
    await run(
      `INSERT INTO campaign_parts (tenant_id, send_id, part, customer_ids, chosen_as, recipients_count, holdout_count, state, delivered_at)
       VALUES ($1, $2, 0, '{}', '{}', 0, 0, $3, CASE WHEN $3 = 'delivered' THEN now() - interval '40 days' END)`,
      send,
      state,
    );
    for (const { externalIds, holdout = false, spared = null } of chosen)
      await run(
        `INSERT INTO campaign_recipients (tenant_id, campaign_id, customer_id, send_id, part, holdout, spared, sent_at)
         SELECT $1, $2, id, $3, 0, $4, $5, now() - interval '40 days' FROM unnest($6::uuid[]) AS id`,
        id,
        send,
        holdout,
        spared,
        externalIds.map((each) => ids.get(each)),
      );
    return id;
  }

  /** Further sends of a campaign to one customer, one on each of the last days. */
  const sendDaily = (campaignId: string, externalId: string, days: number): Promise<unknown> =>
    system.owner.query(
      `WITH s AS (
         INSERT INTO campaign_sends (tenant_id, id, campaign_id, source, name, window_days, holdout_percent, sent_at)
         SELECT $1, gen_random_uuid(), $2, 'manual', 'Come back', 21, 25, now() - ago * interval '1 day' FROM generate_series(1, $4::int) ago
         RETURNING tenant_id, id, campaign_id, sent_at),
       p AS (
         INSERT INTO campaign_parts (tenant_id, send_id, part, customer_ids, chosen_as, recipients_count, holdout_count, state, delivered_at)
         SELECT tenant_id, id, 0, '{}', '{}', 0, 0, 'delivered', sent_at FROM s)
       INSERT INTO campaign_recipients (tenant_id, campaign_id, customer_id, send_id, part, holdout, sent_at)
       SELECT tenant_id, campaign_id, $3, id, 0, false, sent_at FROM s`,
      [shop.tenantId, campaignId, ids.get(externalId), days],
    );

  /** Returns how many customers each of the customers represents, by contact; null without a known contact. */
  const standsFor = (...externalIds: string[]): Promise<(number[] | null)[]> =>
    system.transaction(toTenantId(shop.tenantId), async (db) => {
      const contacts = await readContacts(
        db,
        externalIds.map((each) => ids.get(each)!),
        await readControlledGroups(db),
      );
      return externalIds.map((each) => contacts.get(ids.get(each)!)?.map((one) => one.standsFor) ?? null);
    });

  beforeEach(() => system.owner.query('DELETE FROM campaigns WHERE tenant_id = $1', [shop.tenantId]));
  afterEach(() => system.owner.query('DELETE FROM campaign_recipients WHERE tenant_id = $1', [shop.tenantId]));

  it('stand for those of their campaign, by its control group', async () => {
    await campaign(25, 'delivered', [
      { externalIds: customers(0, 120) },
      { externalIds: customers(120, 160), holdout: true },
      { externalIds: customers(160, 200), holdout: true, spared: 'tenant_control' },
      { externalIds: customers(200, 240), holdout: true, spared: 'other_control' },
    ]);
    expect(await standsFor('c-1', 'c-121', 'c-161', 'c-201', 'c-301')).toEqual([[0], [4], [1], [1], null]);
  });

  it('stand for them in the control group of the shop, where the campaign has a small one', async () => {
    await campaign(5, 'delivered', [
      { externalIds: customers(0, 120) },
      { externalIds: customers(120, 125), holdout: true },
      { externalIds: customers(160, 200), holdout: true, spared: 'tenant_control' },
    ]);
    expect(await standsFor('c-1', 'c-121', 'c-161')).toEqual([[0], [1], [4]]);
  });

  it('stand for no others where too few of them are known, or nothing was delivered', async () => {
    await campaign(5, 'delivered', [{ externalIds: customers(0, 120) }, { externalIds: customers(120, 149), holdout: true }]);
    await campaign(25, 'undelivered', [{ externalIds: customers(200, 260) }, { externalIds: customers(260, 300), holdout: true }]);
    expect(await standsFor('c-1', 'c-121', 'c-201', 'c-261')).toEqual([null, null, null, null]);
  });

  it('are read with their newest 200 contacts at most', async () => {
    const id = await campaign(25, 'delivered', [{ externalIds: customers(0, 120) }, { externalIds: customers(120, 160), holdout: true }]);
    await sendDaily(id, 'c-301', 230);
    const contacts = await system.transaction(toTenantId(shop.tenantId), async (db) =>
      readContacts(db, [ids.get('c-301')!, ids.get('c-121')!], await readControlledGroups(db)),
    );
    const today = Math.floor(Date.now() / 86_400_000);
    const ages = contacts.get(ids.get('c-301')!)!.map(({ day }) => today - day);
    // A test that runs over midnight is off by one.
    expect([ages.length, Math.abs(ages[0]! - 200) <= 1, Math.abs(ages.at(-1)! - 1) <= 1]).toEqual([200, true, true]);
    expect(contacts.get(ids.get('c-121')!)).toHaveLength(1);
  });

  it('belong to their shop: another one reads nothing', async () => {
    await campaign(25, 'delivered', [{ externalIds: customers(0, 120) }, { externalIds: customers(120, 160), holdout: true }]);
    const other = await system.shop();
    const groups = await system.transaction(toTenantId(other.tenantId), readControlledGroups);
    expect(groups.size).toBe(0);
  });
});
