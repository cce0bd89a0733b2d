import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import { findCampaign, freezeSend, lockCampaigns } from '#libs/campaigns';
import { type CampaignAudience, DAY_MS, EVERYBODY, newId, type TenantId, toTenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { createTestDatabase } from '../servers/test-database.js';

/** Begins the simulated time. */
const START = Date.parse('2026-01-05T09:00:00.000Z');
export const dayOf = (day: number): Date => new Date(START + day * DAY_MS);

/** Days after an order in which a customer is active; later they slip away. */
const ACTIVE_DAYS = 30;
/** Connections that send campaigns at the same time. */
const AT_ONCE = 4;

const uuidOf = (text: string): string => {
  const hex = createHash('md5').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
};

/** A campaign of every simulated shop. Its audience are the customers who slip away. */
export interface SimulatedCampaign {
  readonly day: number;
  readonly holdoutPercent: number;
  readonly cooldownDays: number;
  readonly maxRecipients: number | null;
  readonly audience?: Partial<CampaignAudience>;
}

/** A number between 0 and 1 that is as good as random, and the same in each run and on each server. The ids in the text have the seed. */
const chance = (text: string, nr: number): string => `((hashtextextended(${text}, ${nr}) & 4294967295) + 0.5)::float8 / 4294967296`;

// Customers differ: those with more revenue at risk order more often and spend more. They slip away at the beginning.
const FILL_CUSTOMERS = `
INSERT INTO customers (tenant_id, id, external_id, score, label, calculated_at, model_version, lifecycle, orders_count, monetary_total, revenue_at_risk, last_order_at)
SELECT t.id, md5(t.id::text || i)::uuid, 'c-' || i, 0.6, 'medium', $2, 'test-1.0', 'slipping', 1 + i % 5, 10 * exp(2 * ${chance('t.id::text || i', 1)}),
       10 * exp(2 * ${chance('t.id::text || i', 2)}), $2::timestamptz - interval '60 days'
FROM tenants t, generate_series(1, $1) i ORDER BY t.id, i`;

// Orders of 120 days: a Poisson process for each customer, with a rate that grows with the revenue at risk.
const FILL_ORDERS = `
INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at)
SELECT c.tenant_id, c.id || '-' || n, c.id, $1, 2, $1::timestamptz + sum(-ln(1 - ${chance('c.id::text || n', 3)}) / ($2 * c.revenue_at_risk / 32)) OVER (PARTITION BY c.tenant_id, c.id ORDER BY n) * interval '1 day',
       round((c.revenue_at_risk * (0.5 + ${chance('c.id::text || n', 4)}))::numeric, 2), $1
FROM customers c, generate_series(1, 4) n`;
const DROP_LATE = 'DELETE FROM orders WHERE placed_at > $1';

// Updates customers as the score pass does for orders that came in since.
const FOLLOW_ORDERS = `
WITH state AS (
  SELECT c.tenant_id, c.id, max(o.placed_at) AS last FROM customers c
  JOIN orders o ON o.tenant_id = c.tenant_id AND o.customer_id = c.id AND o.placed_at <= $1 GROUP BY 1, 2)
UPDATE customers c SET last_order_at = s.last, lifecycle = CASE WHEN s.last > $2 THEN 'active' ELSE 'slipping' END
FROM state s WHERE c.tenant_id = s.tenant_id AND c.id = s.id AND c.last_order_at <> s.last OR
  c.tenant_id = s.tenant_id AND c.id = s.id AND c.lifecycle = 'active' AND s.last <= $2`;

// The worker turns the parts of a send into deliveries, and receivers take them: here both happen at once.
const DELIVER = `
INSERT INTO campaign_recipients (tenant_id, campaign_id, customer_id, send_id, part, holdout, spared, sent_at)
SELECT p.tenant_id, s.campaign_id, c.id, s.id, p.part, c.chosen_as <> 'contacted',
       CASE WHEN c.chosen_as NOT IN ('contacted', 'holdout') THEN c.chosen_as END, s.sent_at
FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = p.tenant_id AND s.id = p.send_id,
LATERAL unnest(p.customer_ids, p.chosen_as) AS c (id, chosen_as) WHERE p.state = 'open'`;
const DELIVERED = `
UPDATE campaign_parts p SET state = 'delivered', delivered_at = s.sent_at, customer_ids = '{}', chosen_as = '{}'
FROM campaign_sends s WHERE s.tenant_id = p.tenant_id AND s.id = p.send_id AND p.state = 'open'`;

// An order that the contact alone brings about, soon after it.
const ADD_EFFECT = `
INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at)
SELECT r.tenant_id, 'effect-' || r.send_id || r.customer_id, r.customer_id, r.sent_at, 2, r.sent_at + ${chance('r.send_id::text || r.customer_id', 5)} * interval '10 days', 20, r.sent_at
FROM campaign_recipients r WHERE r.campaign_id = ANY ($1) AND NOT r.holdout AND ${chance('r.send_id::text || r.customer_id', 6)} < $2`;

/** Many shops with the same campaigns, in a database of their own. Each run is the same. */
export class SimulatedShops {
  private constructor(
    private readonly owner: Pool,
    private readonly database: Database,
    readonly tenants: readonly TenantId[],
  ) {}

  /** @param ordersPerDay of a customer with average revenue at risk */
  static async open(seed: number, shops: number, customers: number, ordersPerDay: number): Promise<SimulatedShops> {
    const { ownerUrl, appUrl } = await createTestDatabase();
    // One connection, because it has the settings.
    const owner = new Pool({ connectionString: ownerUrl, max: 1 });
    const database = await Database.open({ url: appUrl.href, poolSize: AT_ONCE, deadlineMs: 30_000 });
    const tenants = Array.from({ length: shops }, (_, shop) => toTenantId(uuidOf(`shop ${seed} ${shop}`)));
    await owner.query('SET max_parallel_workers_per_gather = 0');
    // The simulation never lists customers, and each index is a large part of what filling costs.
    for (const order of ['activity', 'created', 'revenue']) await owner.query(`DROP INDEX customers_by_${order}`);
    await owner.query('SET synchronous_commit = off');
    await owner.query(
      `INSERT INTO tenants (id, name, plan, currency, horizon_days, control_percent, control_key)
       SELECT id, 'shop', 'free', 'EUR', 60, 20, decode(md5('key' || id), 'hex') FROM unnest($1::uuid[]) AS t (id)`,
      [tenants],
    );
    await owner.query(FILL_CUSTOMERS, [customers, dayOf(0)]);
    await owner.query(FILL_ORDERS, [dayOf(0), ordersPerDay]);
    await owner.query(DROP_LATE, [dayOf(120)]);
    await owner.query('ANALYZE customers, orders, tenants');
    return new SimulatedShops(owner, database, tenants);
  }

  async close(): Promise<void> {
    await this.database.close();
    await this.owner.end();
  }

  /** Sends a campaign of every shop, as the service does. @returns the ids of the campaigns, in the order of the shops */
  async send(campaign: SimulatedCampaign, effect = 0): Promise<string[]> {
    const now = dayOf(campaign.day);
    await this.owner.query(FOLLOW_ORDERS, [now, dayOf(campaign.day - ACTIVE_DAYS)]);
    const ids = this.tenants.map((tenant) => uuidOf(`${tenant} ${campaign.day}`));
    await this.owner.query(
      `INSERT INTO campaigns (tenant_id, id, name, webhook_url, status, audience, holdout_percent, cooldown_days, contact_within_window, max_recipients, created_at, updated_at)
       SELECT tenant_id, id, 'Win back', 'https://example.com', 'active', $3, $4, $5, true, $6, $7, $7 FROM unnest($1::uuid[], $2::uuid[]) AS c (tenant_id, id)`,
      [
        this.tenants, ids, JSON.stringify({ ...EVERYBODY, lifecycle: ['slipping'], ...campaign.audience }), campaign.holdoutPercent,
        campaign.cooldownDays, campaign.maxRecipients, now,
      ],
    ); // prettier-ignore
    await this.each((tenant, shop) =>
      this.database.transaction(tenant, async (db) => {
        await lockCampaigns(db);
        const row = await findCampaign(db, ids[shop] ?? newId());
        if (row === null) throw new Error('the campaign was stored and cannot be found');
        await freezeSend(db, row, { source: 'schedule', request: null, maxRecipients: null, among: null }, now);
      }),
    );
    await this.owner.query(DELIVER);
    await this.owner.query(DELIVERED);
    await this.owner.query('ANALYZE campaign_recipients, campaign_sends');
    if (effect > 0) await this.owner.query(ADD_EFFECT, [ids, effect]);
    return ids;
  }

  /** Reads something of every shop, in the order of the shops. */
  async read<T>(work: (db: TenantDb, shop: number) => Promise<T>): Promise<T[]> {
    const found = new Map<number, T>();
    await this.each(async (tenant, shop) => {
      found.set(shop, await this.database.transaction(tenant, (db) => work(db, shop)));
    });
    return this.tenants.map((_, shop) => found.get(shop) as T);
  }

  private async each(work: (tenant: TenantId, shop: number) => Promise<unknown>): Promise<void> {
    const waiting = [...this.tenants.entries()];
    const run = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await work(next[1], next[0]);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, run));
  }
}
