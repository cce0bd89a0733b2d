import { DAY_MS, type Label, LABELS, LIMITS, type Spared } from '#libs/core';
import { conditionParameters, conditionsSql, type TenantDb } from '#libs/database';
import type { CampaignRow } from './campaigns.sql.js';

/** Limits of one choice, in addition to those of the campaign. */
export interface Choice {
  /** A maximum below that of the campaign; null for the campaign's own. */
  readonly maxRecipients: number | null;
  /** Internal ids of the customers who may be chosen; null for all. */
  readonly among: readonly string[] | null;
}

// Customers whom any campaign chose within the cooldown. Control groups rest like those contacted: if they did not, the next campaign
// would choose them earlier, and the two groups would no longer be treated alike. Parts that no worker has processed yet count like
// recipients.
// "Observed" are the control groups of other campaigns whose window has not passed: contacted by anybody, they would show nothing.
const TOUCHED = `
touched AS (
  SELECT customer_id FROM campaign_recipients WHERE tenant_id = $1 AND sent_at > $8
  UNION
  SELECT unnest(p.customer_ids) FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id
  WHERE p.tenant_id = $1 AND NOT p.done AND s.sent_at > $8),
observed AS (
  SELECT r.customer_id FROM campaign_sends s
  JOIN campaign_recipients r ON r.tenant_id = $1 AND r.send_id = s.id AND r.holdout AND r.spared IS NULL
  WHERE s.tenant_id = $1 AND s.campaign_id <> $2 AND s.sent_at + s.window_days * interval '1 day' > $22
  UNION
  SELECT unnest(p.customer_ids) FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id
  WHERE p.tenant_id = $1 AND NOT p.done AND p.holdout AND p.spared IS NULL AND s.campaign_id <> $2),
erasing AS (
  SELECT customer_id FROM churn_jobs WHERE tenant_id = $1 AND status IN ('queued', 'running') AND type = 'erase' AND customer_id IS NOT NULL)`;

// A hash of campaign and customer chooses the control group: the same in every send, a different one in every campaign. Postgres keeps
// these hashes from version to version, because hash partitions depend on them. MD5 would take most of the time of a large choice.
const IS_HELD_OUT = `(uuid_hash_extended(c.id, hashtextextended($2::uuid::text, 0)) & 4294967295) % 100 < $9`;

// The same with the secret of the tenant in the place of the campaign.
const IS_TENANT_CONTROL = `
(uuid_hash_extended(c.id, (SELECT hashtextextended(encode(control_key, 'hex'), 0) FROM tenants WHERE id = $1)) & 4294967295) % 100
  < (SELECT control_percent FROM tenants WHERE id = $1)`;

// Needs index customers_by_score (tenant_id, list_group, score_order, id), campaign_recipients_by_customer, campaign_recipients_held_out,
// campaign_parts_open.
// Locks no customer. The *_order columns hold negated values; see the migration that created them.
const MATCHING = `
matching AS (
  SELECT c.id, c.revenue_order, ${IS_HELD_OUT} AS holdout,
         CASE WHEN e.customer_id IS NOT NULL THEN 'erased' WHEN c.list_group < 0 THEN 'unscored'
              WHEN t.customer_id IS NOT NULL THEN 'cooldown' WHEN ${IS_TENANT_CONTROL} THEN 'tenant_control' WHEN o.customer_id IS NOT NULL THEN 'other_control' END AS left_out
  FROM customers c LEFT JOIN touched t ON t.customer_id = c.id LEFT JOIN observed o ON o.customer_id = c.id LEFT JOIN erasing e ON e.customer_id = c.id
  WHERE c.tenant_id = $1 AND ($3::smallint[] IS NULL OR c.list_group = ANY ($3)) AND (c.list_group < 0 OR c.score_order BETWEEN $4 AND $5)
    AND c.monetary_order <= $6 AND c.revenue_order <= $7 AND ($11::uuid[] IS NULL OR c.id = ANY ($11))${conditionsSql(12)})`;

// Chosen, but in a control group that is not this campaign's. They are recorded, and nobody contacts them.
const IS_SPARED = "left_out IN ('tenant_control', 'other_control')";

// Most revenue at risk first. Reads each customer once, so that Postgres processes a large shop in one stream with one sort.
const PLACED = `
placed AS (
  SELECT id, revenue_order, holdout, left_out, count(*) FILTER (WHERE left_out IS NULL AND NOT holdout) OVER so_far AS place,
         count(*) FILTER (WHERE left_out IS NULL AND holdout) OVER so_far AS held,
         count(*) FILTER (WHERE ${IS_SPARED}) OVER so_far AS spared
  FROM matching WINDOW so_far AS (ORDER BY revenue_order, id ROWS UNBOUNDED PRECEDING))`;

// Control groups do not count towards the maximum. They end where the recipients end, so that all groups come from the same
// customers, however small the maximum is.
const IS_CHOSEN = 'left_out IS NULL AND CASE WHEN holdout THEN place < $10 ELSE place <= $10 END';
const IS_RECORDED = `(${IS_CHOSEN} OR ${IS_SPARED} AND place < $10)`;

const AUDIENCE = `WITH ${TOUCHED}, ${MATCHING}, ${PLACED}`;

const PREVIEW = `${AUDIENCE},
counted AS (
  SELECT count(*) FILTER (WHERE NOT holdout AND ${IS_CHOSEN})::int AS recipients, count(*) FILTER (WHERE holdout AND ${IS_CHOSEN})::int AS holdout,
         count(*) FILTER (WHERE left_out IS NULL)::int AS eligible, count(*)::int AS matching,
         count(*) FILTER (WHERE left_out = 'cooldown')::int AS cooldown, count(*) FILTER (WHERE left_out = 'erased')::int AS erased,
         count(*) FILTER (WHERE left_out = 'unscored')::int AS unscored, count(*) FILTER (WHERE left_out = 'other_control')::int AS other_control,
         count(*) FILTER (WHERE left_out = 'tenant_control')::int AS tenant_control,
         round(coalesce(-sum(revenue_order), 0) / 100, 2)::text AS at_risk,
         array_agg(id ORDER BY place) FILTER (WHERE NOT holdout AND place <= ${LIMITS.campaign.previewIds} AND ${IS_CHOSEN}) AS first
  FROM placed)
SELECT recipients, holdout, eligible, matching, cooldown, erased, unscored, other_control, tenant_control, at_risk, ARRAY(
  SELECT c.external_id FROM unnest(first) WITH ORDINALITY AS f (id, place) JOIN customers c ON c.tenant_id = $1 AND c.id = f.id ORDER BY f.place) AS ids
FROM counted`;

// Applies to this transaction only. The sort of a million customers fits in.
const LARGE_SORTS = "SELECT set_config('work_mem', '128MB', true) WHERE $1::uuid IS NOT NULL";

/** Counts of the customers a campaign would be sent to now. */
export interface AudiencePreview {
  readonly recipients: number;
  readonly holdout: number;
  /** Customers whom nothing leaves out but the maximum. */
  readonly eligible: number;
  /** External ids of the first recipients, most revenue at risk first. */
  readonly ids: readonly string[];
  readonly matching: number;
  readonly cooldown: number;
  readonly erased: number;
  readonly unscored: number;
  /** In the control group of another campaign whose window has not passed. */
  readonly other_control: number;
  /** In the tenant-wide control group. */
  readonly tenant_control: number;
  /** Revenue at risk of all who match, two decimals. */
  readonly at_risk: string;
}

/** The fields of a campaign that define its audience. */
export type CampaignChoice = Pick<CampaignRow, 'id' | 'audience' | 'holdout_percent' | 'cooldown_days' | 'max_recipients'>;

/** @param choice its unscored customers count as left out. */
export async function previewAudience(db: TenantDb, campaign: CampaignChoice, choice: Choice, now: Date): Promise<AudiencePreview> {
  await db.query(LARGE_SORTS);
  const [preview] = await db.query<AudiencePreview>(PREVIEW, parametersOf(campaign, choice, now));
  if (preview === undefined) throw new Error('a count has no row');
  return preview;
}

const PER_PART = LIMITS.campaign.recipientsPerDelivery;

// The parts without a delivery are numbered -1, -2, …: every fourth number belongs to one kind.
const FREEZE = `${AUDIENCE}
INSERT INTO campaign_parts (tenant_id, send_id, holdout, spared, part, customer_ids)
SELECT $1, $23, kind > 0, CASE kind WHEN 2 THEN 'tenant_control' WHEN 3 THEN 'other_control' WHEN 4 THEN 'other_control_holdout' END,
       CASE WHEN kind > 0 THEN -kind - 4 * ((CASE kind WHEN 1 THEN held ELSE spared END - 1) / ${PER_PART}) ELSE (place - 1) / ${PER_PART} END, array_agg(id)
FROM placed, LATERAL (
  SELECT CASE WHEN left_out = 'tenant_control' THEN 2 WHEN left_out IS NULL THEN holdout::int WHEN holdout THEN 4 ELSE 3 END AS kind) k
WHERE ${IS_RECORDED} GROUP BY 3, 4, 5
RETURNING holdout, spared, cardinality(customer_ids) AS customers`;

export interface FrozenPart {
  readonly holdout: boolean;
  readonly spared: Spared | null;
  readonly customers: number;
}

/** Chooses the audience and stores it as parts of the send. This process only holds one number per part. */
export async function freezeAudience(
  db: TenantDb,
  campaign: CampaignRow,
  choice: Choice,
  sendId: string,
  now: Date,
): Promise<FrozenPart[]> {
  await db.query(LARGE_SORTS);
  return db.query<FrozenPart>(FREEZE, [...parametersOf(campaign, choice, now), sendId]);
}

/** `customers.list_group` is 64 times the rank of the label and a part of the score range; -1 without a score. */
const GROUPS_PER_LABEL = 64;
const UNSCORED_GROUP = -1;

const groupsOf = (labels: readonly Label[]): number[] =>
  labels.flatMap((label) => Array.from({ length: GROUPS_PER_LABEL }, (_, part) => LABELS.indexOf(label) * GROUPS_PER_LABEL + part));

/** Values $2 to $22 of the statements above. */
function parametersOf({ id, audience, ...campaign }: CampaignChoice, { maxRecipients, among }: Choice, now: Date): unknown[] {
  const cooldownSince = campaign.cooldown_days === 0 ? 'infinity' : new Date(now.getTime() - campaign.cooldown_days * DAY_MS);
  return [
    id,
    audience.labels === null ? null : [UNSCORED_GROUP, ...groupsOf(audience.labels)],
    -floorUnits(audience.max_score ?? 1, 10_000),
    -ceilUnits(audience.min_score ?? 0, 10_000),
    audience.min_monetary === null ? '9223372036854775807' : -ceilUnits(audience.min_monetary, 100),
    audience.min_revenue_at_risk === null ? '9223372036854775807' : -ceilUnits(audience.min_revenue_at_risk, 100),
    cooldownSince,
    campaign.holdout_percent,
    Math.min(maxRecipients ?? LIMITS.campaign.recipients, campaign.max_recipients ?? LIMITS.campaign.recipients),
    among,
    ...conditionParameters(audience, now),
    now,
  ];
}

/** 0.57 × 10 000 is 5699.999999999999 as a double. */
const unitsOf = (value: number, perOne: number): number => Number((value * perOne).toFixed(6));
const floorUnits = (value: number, perOne: number): number => Math.floor(unitsOf(value, perOne));
const ceilUnits = (value: number, perOne: number): number => Math.ceil(unitsOf(value, perOne));
