import { type TenantDb, textColumn } from '#libs/database';
import { ContactEffectsEntity } from '#libs/entities';
import { CHOSEN_BY_ANOTHER, ordersWithin } from '../results/campaign-results.sql.js';
import type { Countable } from '../results/read-results.js';
import { DELIVERY_OF_RECIPIENT, recipientsOf } from '../results/recipients.sql.js';
import type { ContactEffects, Stratum } from './contact-effects.js';
import { boughtGroups } from './contact-groups.sql.js';

// Counts customers with a window that has passed, each once per campaign, in the same way as the results of campaigns. Needs the primary
// key of campaign_recipients and campaign_parts, and campaign_recipients_by_customer.
const strataSql = (groups: string): string => `
WITH first AS (
  SELECT DISTINCT ON (r.campaign_id, r.customer_id) r.campaign_id, r.customer_id, r.holdout, r.cell, r.slope, r.cut_at, p.delivered_at AS since,
         p.delivered_at + p.window_days * interval '1 day' AS until
  FROM ${recipientsOf('r.spared IS NULL', '$3::uuid', '$4::uuid')} r, ${DELIVERY_OF_RECIPIENT}
  WHERE r.tenant_id = $1 AND p.state = 'delivered'
  ORDER BY r.campaign_id, r.customer_id, p.delivered_at, r.send_id, r.identifier)
SELECT f.campaign_id, f.cell, f.holdout, ${groups} AS groups, count(*)::int AS n, count(*) FILTER (WHERE b.orders > 0)::int AS returned, sum(f.slope)::float8 AS slope
FROM first f, LATERAL (${CHOSEN_BY_ANOTHER}) other, LATERAL (${ordersWithin('f.customer_id', 'f.since', 'least(f.until, other.at)')}) b
WHERE f.until < $2 AND f.cell >= 0 GROUP BY 1, 2, 3, 4`;

const STRATA = strataSql('0');
// Only categories bought before the contact count: a contact that works makes customers buy of further ones.
const STRATA_BY_CATEGORY = strataSql(boughtGroups('$5::text[]', 'f.customer_id', 'f.since'));

/**
 * Counts the evidence of the tenant's campaigns, two rows for each campaign, cell and combination of categories.
 * @param categories the main categories of the shop
 */
export const contactStrata = (categories: readonly string[]): Countable<Stratum[]> => ({
  campaignId: null,
  count: (db, { after, upTo }, now) =>
    categories.length === 0
      ? db.query<Stratum>(STRATA, [now, after, upTo])
      : db.query<Stratum>(STRATA_BY_CATEGORY, [now, after, upTo, textColumn(categories)]),
  add: (parts) => {
    const sums = new Map<string, Stratum>();
    for (const row of parts.flat()) {
      const key = `${row.campaign_id} ${row.cell} ${row.holdout} ${row.groups}`;
      const { n, returned, slope } = sums.get(key) ?? { n: 0, returned: 0, slope: 0 };
      sums.set(key, { ...row, n: n + row.n, returned: returned + row.returned, slope: slope + row.slope });
    }
    return [...sums.values()];
  },
});

/** @param categories those that the strata were counted by */
export async function storeContactEffects(
  db: TenantDb,
  effects: ContactEffects,
  { categories, now }: { readonly categories: readonly string[]; readonly now: Date },
): Promise<void> {
  const row = { learnedAt: now, ...effects, categories };
  const stored = db.repository(ContactEffectsEntity);
  if ((await stored.update({}, row)) === 0) await stored.insert(row);
}

/** Returns the effects as they were learned last; null before anything was counted. */
export async function readContactEffects(db: TenantDb): Promise<ContactEffectsEntity | null> {
  const [effects] = await db.repository(ContactEffectsEntity).find({});
  return effects ?? null;
}

const READ = `
SELECT e.cells, e.categories, t.contact_cost FROM tenants t LEFT JOIN contact_effects e ON e.tenant_id = $1 WHERE t.id = $1`;

/** The effect of a contact in each cell, and what a contact costs. */
export interface ContactRates extends Pick<ContactEffects, 'cells'> {
  /** The main categories of the shop, in the order of their bits in `cell`. */
  readonly categories: readonly string[];
  /** Two decimals. */
  readonly cost: string;
}

/** @returns null before there is evidence. */
export async function readContactRates(db: TenantDb): Promise<ContactRates | null> {
  const [row] = await db.query<{
    cells: ContactEffects['cells'] | null;
    categories: string[] | null;
    contact_cost: string;
  }>(READ);
  if (row === undefined || row.cells === null || row.cells.length === 0) return null;
  return { cells: row.cells, categories: row.categories ?? [], cost: row.contact_cost };
}
