import { readChosen, readControlledGroups } from '#libs/campaigns';
import { type CustomerId, toTenantId } from '#libs/core';
import { fillWithScored } from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

interface Chosen {
  readonly externalIds: readonly string[];
  readonly holdout?: boolean;
  readonly spared?: string;
}

describe('customers whom no campaign has contacted', () => {
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
  async function campaign(percent: number, state: string, chosen: readonly Chosen[]): Promise<void> {
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
  }

  /** Returns for how many each of the customers stands, by campaign; null for those whom nothing is known of. */
  const standsFor = (...externalIds: string[]): Promise<(number[] | null)[]> =>
    system.transaction(toTenantId(shop.tenantId), async (db) => {
      const chosen = await readChosen(
        db,
        externalIds.map((each) => ids.get(each)!),
        await readControlledGroups(db),
      );
      return externalIds.map((each) => chosen.get(ids.get(each)!)?.map((one) => one.standsFor) ?? null);
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

  it('stand for nobody where too few of them are known, or nothing was delivered', async () => {
    await campaign(5, 'delivered', [{ externalIds: customers(0, 120) }, { externalIds: customers(120, 149), holdout: true }]);
    await campaign(25, 'undelivered', [{ externalIds: customers(200, 260) }, { externalIds: customers(260, 300), holdout: true }]);
    expect(await standsFor('c-1', 'c-121', 'c-201', 'c-261')).toEqual([null, null, null, null]);
  });

  it('belong to their shop: another one reads nothing', async () => {
    await campaign(25, 'delivered', [{ externalIds: customers(0, 120) }, { externalIds: customers(120, 160), holdout: true }]);
    const other = await system.shop();
    const groups = await system.transaction(toTenantId(other.tenantId), readControlledGroups);
    expect(groups.size).toBe(0);
  });
});
