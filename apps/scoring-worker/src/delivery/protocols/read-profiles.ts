import { Injectable } from '@nestjs/common';
import { type CustomerId, DAY_MS, type Label, type Lifecycle } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { Profile } from '#libs/destinations';
import { isPseudonym } from '#libs/order-import';
import { eachHistory, TenantModels } from '#libs/orders';
import { featuresOfTotals, type Model, nextOrder, type OrderTotals, toCivilDate, withEarlierOrders } from '#libs/scoring';

interface CustomerRow {
  readonly id: CustomerId;
  readonly external_id: string;
  readonly score: string;
  readonly label: Label;
  readonly lifecycle: Lifecycle | null;
  readonly revenue_at_risk: string;
  readonly model_version: string;
  readonly first_seen_at: Date | null;
  readonly calculated_at: Date;
  readonly ordersCount: number;
}

// Need the primary key of customers. A customer that the shop has deleted has no score until a new order arrives.
const READ = `
SELECT id, external_id, score, label, lifecycle, revenue_at_risk, model_version, first_seen_at, calculated_at, orders_count AS "ordersCount"
FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND score IS NOT NULL ORDER BY id`;
const READ_DELETED = `
SELECT id, external_id AS "externalId" FROM customers
WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND score IS NULL AND deleted_at IS NOT NULL ORDER BY id`;

// Needs customer_aliases_by_customer and the primary key of customers. An alias that the shop has deleted has no profile to update.
const READ_ALIASES = `
SELECT a.customer_id AS "customerId", x.id, x.external_id AS "externalId" FROM customer_aliases a
JOIN customers x ON x.tenant_id = $1 AND x.id = a.alias_id AND x.deleted_at IS NULL
WHERE a.tenant_id = $1 AND a.customer_id = ANY ($2::uuid[]) ORDER BY x.id`;

// Needs campaign_recipients_by_customer and the primary keys of parts and campaigns.
const READ_OFFERS = `
SELECT DISTINCT ON (r.customer_id) r.customer_id AS id, coalesce(c.arms -> r.arm::int, '{"name": "", "text": ""}') AS offer FROM campaign_recipients r
JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = r.send_id AND p.part = r.part AND p.state <> 'undelivered'
JOIN campaigns c ON c.tenant_id = $1 AND c.id = r.campaign_id AND c.arms <> '[]'
WHERE r.tenant_id = $1 AND r.customer_id = ANY ($2::uuid[]) ORDER BY r.customer_id, r.sent_at DESC`;

/** An identifier as destinations know it. */
export type ProfileIdentifier = Pick<Profile, 'id' | 'externalId'>;

/** Reads the values of customers for their profiles. */
@Injectable()
export class ReadProfiles {
  constructor(private readonly models: TenantModels) {}

  /**
   * Leaves out customers without a score, erased customers, customers that the shop has deleted, and pseudonyms of an import, which vendors do not
   * know.
   */
  async read(db: TenantDb, ids: readonly string[]): Promise<Profile[]> {
    const rows = (await db.query<CustomerRow>(READ, [ids])).filter((row) => !isPseudonym(row.external_id));
    const models = new Map<string, Model>();
    for (const version of new Set(rows.map((row) => row.model_version))) {
      const model = await this.models.find(db, version);
      if (model !== null) models.set(version, model);
    }
    const offers = await readOffers(db, rows);
    const profiles: Profile[] = [];
    const now = rows.reduce((latest, row) => Math.max(latest, row.calculated_at.getTime()), 0);
    await eachHistory(db, rows, now, (row, totals) => {
      profiles.push({ ...profileOf(row, nextDayOf(row, totals, models.get(row.model_version))), offer: offers.get(row.id) ?? null });
    });
    return profiles;
  }

  /** Returns the customers that the shop has deleted. */
  readDeleted(db: TenantDb, ids: readonly string[]): Promise<ProfileIdentifier[]> {
    return db.query<ProfileIdentifier>(READ_DELETED, [ids]);
  }

  /** Returns the aliases of customers, by customer. */
  async readAliases(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, readonly ProfileIdentifier[]>> {
    const rows = await db.query<ProfileIdentifier & { readonly customerId: string }>(READ_ALIASES, [ids]);
    const aliases = new Map<string, ProfileIdentifier[]>();
    for (const { customerId, ...alias } of rows) aliases.set(customerId, [...(aliases.get(customerId) ?? []), alias]);
    return aliases;
  }
}

async function readOffers(db: TenantDb, rows: readonly CustomerRow[]): Promise<ReadonlyMap<CustomerId, Profile['offer']>> {
  const offers = await db.query<{ id: CustomerId; offer: Profile['offer'] }>(READ_OFFERS, [rows.map(({ id }) => id)]);
  return new Map(offers.map(({ id, offer }) => [id, offer]));
}

const profileOf = (row: CustomerRow, nextOrderP50: string | null): Omit<Profile, 'offer'> => ({
  id: row.id,
  externalId: row.external_id,
  churnScore: Number(row.score),
  churnLabel: row.label,
  lifecycle: row.lifecycle,
  revenueAtRisk: Number(row.revenue_at_risk),
  nextOrderP50,
});

/** Returns the day of the expected next order, the same as `GET /customers/{id}` does; null for a model that was deleted. */
function nextDayOf(row: CustomerRow, totals: (nowMs: number) => OrderTotals, model: Model | undefined): string | null {
  if (model === undefined || row.first_seen_at === null) return null;
  const atMs = row.calculated_at.getTime();
  const next = nextOrder(
    featuresOfTotals(withEarlierOrders(totals(atMs), model.mbg), { firstSeenMs: row.first_seen_at.getTime() }, atMs),
    model,
  );
  return next === null ? null : toCivilDate(Math.floor(next.expectedAtMs / DAY_MS));
}
