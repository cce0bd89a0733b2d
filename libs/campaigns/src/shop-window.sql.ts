import { LIMITS, SCORED_GROUP } from '#libs/core';
import { horizonOfVersion, type TenantDb } from '#libs/database';

/** Number of customers to read gaps from. Ids are hashes, so the first ones are a random sample. */
const SAMPLE = 5000;
/** Fewer customers with a second order show no rhythm. */
const FEWEST = 30;

const { min, max } = LIMITS.campaign.windowDays;

// Needs the primary key of customers.
const READ = `
SELECT count(*)::int AS customers, ceil(percentile_cont(0.5) WITHIN GROUP (ORDER BY gap))::int AS days FROM (
  SELECT extract(epoch FROM last_order_at - first_seen_at) / 86400 / (orders_count - 1) AS gap FROM customers
  WHERE tenant_id = $1 AND orders_count > 1 AND last_order_at > first_seen_at ORDER BY id LIMIT ${SAMPLE}) g`;

/**
 * Returns the days within which an order counts as an answer to a contact, unless the campaign says so itself: the usual time between two
 * orders in this shop. In that time half of those who come back have come back anyway, so a longer wait shows little more. A shop without a
 * rhythm waits as long as a campaign can.
 */
export async function readShopWindow(db: TenantDb): Promise<number> {
  const [row] = await db.query<{ customers: number; days: number | null }>(READ);
  if (row === undefined || row.days === null || row.customers < FEWEST) return max;
  return Math.min(max, Math.max(min, row.days));
}

// Needs index customers_by_score. Any one customer with a score is enough.
const READ_HORIZON = `
SELECT ${horizonOfVersion('model_version')} AS days FROM customers WHERE tenant_id = $1 AND list_group = ${SCORED_GROUP} ORDER BY score_order LIMIT 1`;

/** Returns the days that the scores of the shop look ahead; null before the first score. */
export const readScoredHorizon = async (db: TenantDb): Promise<number | null> =>
  (await db.query<{ days: number | null }>(READ_HORIZON))[0]?.days ?? null;
