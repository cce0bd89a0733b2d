import {
  type CampaignAudience,
  type CustomerChoice,
  DAY_MS,
  DEFAULT_AUDIENCE,
  DELETED_GROUP,
  LIMITS,
  narrow,
  SCORED_GROUP,
} from '#libs/core';
import {
  conditionParameters,
  conditionsSql,
  isTenantControl,
  isUnsubscribed,
  keptControls,
  observedControls,
  readSegment,
  refusesMarketing,
  type TenantDb,
} from '#libs/database';
import type { CampaignRow } from './campaigns.sql.js';
import { readContactRates } from './contact-value/contact-effects.sql.js';
import { contactPlaceBy } from './contact-value/contact-groups.sql.js';
import { contactWeights, worthBounds } from './contact-value/contact-value.js';
import { armsSql, assignedSql, drawOf, drawSql, type Draws, NO_ARMS, NO_DRAW, readDraws } from './draw-control.sql.js';

/** Limits of one choice, in addition to those of the campaign. */
export interface Choice {
  /** A maximum below that of the campaign; null for the campaign's own. */
  readonly maxRecipients: number | null;
  /** Internal ids of the customers who may be chosen; null for all. */
  readonly among: readonly string[] | null;
}

const FIRST_CONDITION = 11;
const AFTER_CONDITIONS = FIRST_CONDITION + conditionParameters({}, new Date(0)).length;

/** The parameters after those of the conditions, in this order. */
const PARAMETER = Object.fromEntries(
  (['now', 'includesRefusing', 'weights', 'bounds', 'leavesOpenWindows', 'sendId'] as const).map((name, place) => [
    name,
    `$${AFTER_CONDITIONS + place}`,
  ]),
) as Readonly<Record<'now' | 'includesRefusing' | 'weights' | 'bounds' | 'leavesOpenWindows' | 'sendId', string>>;

// "Touched" are customers chosen for a delivery of any campaign within the cooldown. Control groups rest like the customers contacted.
// Otherwise the next campaign would choose them earlier, and the groups would no longer be treated alike. Customers also rest until the
// window of that delivery has passed, unless the campaign says otherwise: an order in the window could be an answer to either campaign.
// "Reserved" are customers of parts under way; without a cooldown there are none. "Observed" are the control groups of other campaigns with
// an open window: a contact would spoil the comparison. A part that was not delivered changes nothing for any of its groups.
const TOUCHED = `
touched AS (
  SELECT r.customer_id FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id
  JOIN campaign_recipients r ON r.tenant_id = $1 AND r.send_id = p.send_id AND r.part = p.part
  WHERE p.tenant_id = $1 AND p.state = 'delivered' AND p.delivered_at > least($8::timestamptz, ${PARAMETER.now}::timestamptz - interval '${LIMITS.campaign.windowDays.max} days')
    AND (p.delivered_at > $8 OR ${PARAMETER.leavesOpenWindows} AND p.delivered_at + s.window_days * interval '1 day' > ${PARAMETER.now}) GROUP BY 1),
reserved AS (
  SELECT r.customer_id FROM campaign_parts p JOIN campaign_recipients r ON r.tenant_id = $1 AND r.send_id = p.send_id AND r.part = p.part
  WHERE p.tenant_id = $1 AND p.state = 'sending' AND $8 < 'infinity'::timestamptz
  UNION
  SELECT unnest(customer_ids) FROM campaign_parts WHERE tenant_id = $1 AND state = 'open' AND $8 < 'infinity'::timestamptz),
observed AS (${observedControls(PARAMETER.now, 's.campaign_id <> $2')}),
erasing AS (
  SELECT customer_id FROM churn_jobs WHERE tenant_id = $1 AND status IN ('queued', 'running') AND type = 'erase' AND customer_id IS NOT NULL)`;

const DRAW = { campaign: '$2', percent: '$9::int', now: PARAMETER.now };

// The group of customers who are not drawn now, because they are in another campaign's control group.
const WOULD_BE_HELD = `(${drawOf('c.id', DRAW.campaign)} & 4294967295) % 100 < ${DRAW.percent}`;

// Needs campaign_recipients_by_part, and of campaign_parts the primary key and the indexes of its states.
// Locks no customer. The *_order columns hold negated values; see the migration that created them. Sums leave out the money of customers whose last
// order has no known day: a summary gave the number and the sum of their orders, so nothing says whether the next one is missing.
const matching = (place: string): string => `
matching AS (
  SELECT c.id, c.score_order, CASE WHEN c.last_order_at IS NOT NULL THEN c.revenue_order ELSE 0 END AS known_revenue, c.revenue_order * coalesce((${PARAMETER.weights}::float8[])[${place} + 1], 1) AS rank, coalesce(a.held, ${WOULD_BE_HELD}) AS holdout, a.customer_id IS NOT NULL AS is_assigned, a.arm AS own_arm,
         ${isTenantControl('c.id')} OR kt.customer_id IS NOT NULL AS in_tenant_control,
         CASE WHEN c.list_group < ${SCORED_GROUP} THEN 'unscored' WHEN e.customer_id IS NOT NULL THEN 'erased'
              WHEN ${refusesMarketing('c')} AND NOT ${PARAMETER.includesRefusing} THEN CASE WHEN ${isUnsubscribed('c')} THEN 'unsubscribed' ELSE 'no_consent' END
              WHEN t.customer_id IS NOT NULL THEN 'cooldown' WHEN r.customer_id IS NOT NULL THEN 'reserved'
              WHEN ${isTenantControl('c.id')} OR kt.customer_id IS NOT NULL THEN 'tenant_control'
              WHEN o.customer_id IS NOT NULL THEN 'other_control' END AS left_out
  FROM customers c LEFT JOIN touched t ON t.customer_id = c.id LEFT JOIN reserved r ON r.customer_id = c.id LEFT JOIN observed o ON o.customer_id = c.id LEFT JOIN erasing e ON e.customer_id = c.id
  LEFT JOIN assigned a ON a.customer_id = c.id LEFT JOIN kept_tenant_control kt ON kt.customer_id = c.id
  WHERE c.tenant_id = $1 AND c.list_group > ${DELETED_GROUP} AND (c.list_group < ${SCORED_GROUP} OR ($3::text[] IS NULL OR c.label = ANY ($3)) AND c.score_order BETWEEN $4 AND $5)
    AND c.monetary_order <= $6 AND c.revenue_order <= $7
    AND (${PARAMETER.bounds}::bigint[] IS NULL OR c.revenue_order < (${PARAMETER.bounds}::bigint[])[${place} + 1])${conditionsSql(FIRST_CONDITION)})`;

// Customers who match but are in the control group of the tenant or of another campaign. They are recorded and not contacted.
const IS_SPARED = "left_out IN ('tenant_control', 'other_control')";

// Most revenue at risk first, or where only those worth contacting are chosen, the greatest value of a contact. Reads each customer once, so that Postgres processes a large shop in one stream.
const PLACED = `
placed AS (
  SELECT id, score_order, known_revenue, holdout, arm, tail, in_tenant_control, left_out, count(*) FILTER (WHERE left_out IS NULL AND NOT holdout) OVER so_far AS place
  FROM armed WINDOW so_far AS (ORDER BY rank, id ROWS UNBOUNDED PRECEDING))`;

// Control groups do not count towards the maximum. They end where the recipients end, so that all groups come from the same
// customers, however small the maximum is.
const IS_CHOSEN = 'left_out IS NULL AND place < $10 + CASE WHEN holdout THEN tail ELSE 1 END';
const IS_RECORDED = `(${IS_CHOSEN} OR ${IS_SPARED} AND place < $10)`;

// They are recorded like the customers chosen, so they rest like them. The preview still counts them as what they are.
const IS_TENANT_CONTROL = "in_tenant_control AND left_out IN ('tenant_control', 'cooldown', 'reserved')";

const audienceSql = ({ place, draws }: Statement): string =>
  `WITH ${TOUCHED}, ${assignedSql(DRAW, draws)}, ${keptControls(PARAMETER.now)}, ${matching(place)}, ${draws.draws ? drawSql(DRAW) : NO_DRAW}, ${draws.arms > 0 ? armsSql(DRAW, draws.arms) : NO_ARMS}, ${PLACED}`;

/** The parts of the statements that differ. */
interface Statement {
  /** SQL of the place of a customer among the effects. */
  readonly place: string;
  readonly draws: Draws;
}

const armCounts = (arms: number): string =>
  Array.from({ length: arms }, (_, arm) => `count(*) FILTER (WHERE arm = ${arm} AND ${IS_CHOSEN})`).join(', ');

const previewSql = (statement: Statement): string => `${audienceSql(statement)},
counted AS (
  SELECT count(*) FILTER (WHERE NOT holdout AND ${IS_CHOSEN})::int AS recipients, count(*) FILTER (WHERE holdout AND ${IS_CHOSEN})::int AS holdout,
         count(*) FILTER (WHERE left_out IS NULL)::int AS eligible, count(*) FILTER (WHERE left_out IS DISTINCT FROM 'unscored')::int AS matching,
         count(*) FILTER (WHERE left_out = 'cooldown' AND NOT in_tenant_control)::int AS cooldown, count(*) FILTER (WHERE left_out = 'erased')::int AS erased,
         count(*) FILTER (WHERE left_out = 'unscored')::int AS unscored, count(*) FILTER (WHERE left_out = 'other_control')::int AS other_control,
         count(*) FILTER (WHERE ${IS_TENANT_CONTROL})::int AS tenant_control, count(*) FILTER (WHERE left_out = 'reserved' AND NOT in_tenant_control)::int AS reserved,
         count(*) FILTER (WHERE left_out = 'unsubscribed')::int AS unsubscribed, count(*) FILTER (WHERE left_out = 'no_consent')::int AS no_consent,
         round(coalesce(-sum(known_revenue), 0) / 100, 2)::text AS at_risk,
         round(coalesce(-sum(known_revenue) FILTER (WHERE NOT holdout AND ${IS_CHOSEN}), 0) / 100, 2)::text AS recipients_at_risk,
         avg(-score_order / 10000.0) FILTER (WHERE ${IS_CHOSEN})::float8 AS mean_score,
         ARRAY[${armCounts(statement.draws.arms)}]::int[] AS arms,
         array_agg(id ORDER BY place) FILTER (WHERE NOT holdout AND place <= ${LIMITS.campaign.previewIds} AND ${IS_CHOSEN}) AS first
  FROM placed)
SELECT recipients, holdout, arms, eligible, matching, cooldown, erased, unscored, other_control, tenant_control, reserved, unsubscribed, no_consent, at_risk, recipients_at_risk, mean_score, ARRAY(
  SELECT c.external_id FROM unnest(first) WITH ORDINALITY AS f (id, place) JOIN customers c ON c.tenant_id = $1 AND c.id = f.id ORDER BY f.place) AS ids
FROM counted`;

// Applies to this transaction only. The sort of a million customers fits in.
const LARGE_SORTS = "SELECT set_config('work_mem', '128MB', true) WHERE $1::uuid IS NOT NULL";

/** Counts of the customers a campaign would be sent to now. */
export interface AudiencePreview {
  readonly recipients: number;
  readonly holdout: number;
  /** The recipients of each arm; empty without arms. */
  readonly arms: readonly number[];
  /** Customers that pass every rule, including those beyond the maximum. */
  readonly eligible: number;
  /** External ids of the first recipients, most revenue at risk first. */
  readonly ids: readonly string[];
  /** With a score. */
  readonly matching: number;
  readonly cooldown: number;
  readonly erased: number;
  readonly unscored: number;
  /** In the control group of another campaign with an open window. */
  readonly other_control: number;
  /** In the tenant-wide control group. */
  readonly tenant_control: number;
  /** Customers of a part under way, as recipients or in its control group. */
  readonly reserved: number;
  readonly unsubscribed: number;
  /** The shop has said that they accept no marketing. */
  readonly no_consent: number;
  /** Revenue at risk of all who match and whose last order has a known day, two decimals. */
  readonly at_risk: string;
  /** The same of the recipients. */
  readonly recipients_at_risk: string;
  /** Mean score of the recipients and the control group: the share of them that does not order within the horizon; null without any. */
  readonly mean_score: number | null;
}

/** The fields of a campaign that define its audience. */
export type CampaignChoice = Pick<
  CampaignRow,
  'id' | 'audience' | 'holdout_percent' | 'cooldown_days' | 'contact_within_window' | 'max_recipients' | 'include_unsubscribed' | 'arms'
>;

/** @param choice its unscored customers count as left out. */
export async function previewAudience(db: TenantDb, campaign: CampaignChoice, choice: Choice, now: Date): Promise<AudiencePreview> {
  await db.query(LARGE_SORTS);
  return countAudience(db, campaign, choice, now);
}

async function countAudience(db: TenantDb, campaign: CampaignChoice, choice: Choice, now: Date): Promise<AudiencePreview> {
  const { values, ...statement } = await parametersOf(db, campaign, choice, now);
  const [preview] = await db.query<AudiencePreview>(previewSql(statement), values);
  if (preview === undefined) throw new Error('a count has no row');
  return preview;
}

/** Replaces the id of a new campaign in the hash that selects the control group. */
export const NO_CAMPAIGN = '00000000-0000-0000-0000-000000000000';

const TO_CONTACT: CampaignChoice = {
  id: NO_CAMPAIGN,
  audience: DEFAULT_AUDIENCE,
  holdout_percent: 0,
  cooldown_days: LIMITS.campaign.cooldownDays.default,
  contact_within_window: false,
  max_recipients: null,
  include_unsubscribed: false,
  arms: [],
};

/**
 * Counts the customers to contact, and those of them that a campaign without a control group of its own may contact now. Takes no more memory
 * than other reads.
 */
export const previewToContact = (db: TenantDb, now: Date): Promise<AudiencePreview> =>
  countAudience(db, TO_CONTACT, { maxRecipients: null, among: null }, now);

const PER_PART = LIMITS.campaign.recipientsPerDelivery;

// Customers of control groups belong to the part of the recipient before them. A part that is not delivered then drops its recipients
// together with their control group.
const freezeSql = (statement: Statement): string => `${audienceSql(statement)},
parts AS (
  SELECT greatest(place - 1, 0) / ${PER_PART} AS part, array_agg(id) AS customer_ids, array_agg(chosen_as) AS chosen_as, ${statement.draws.arms > 0 ? 'array_agg(arm)' : "'{}'::smallint[]"} AS arms,
         count(*) FILTER (WHERE chosen_as = 'contacted') AS recipients, count(*) FILTER (WHERE chosen_as = 'holdout') AS held
  FROM placed, LATERAL (
    SELECT CASE WHEN left_out = 'tenant_control' THEN left_out WHEN left_out IS NULL THEN CASE WHEN holdout THEN 'holdout' ELSE 'contacted' END
                WHEN holdout THEN 'other_control_holdout' ELSE 'other_control' END AS chosen_as) k
  WHERE ${IS_RECORDED} GROUP BY 1)
INSERT INTO campaign_parts (tenant_id, send_id, part, customer_ids, chosen_as, arms, recipients_count, holdout_count)
SELECT $1, ${PARAMETER.sendId}, part, customer_ids, chosen_as, arms, recipients, held FROM parts
RETURNING recipients_count, holdout_count`;

export interface FrozenPart {
  readonly recipients_count: number;
  readonly holdout_count: number;
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
  const { values, ...statement } = await parametersOf(db, campaign, choice, now);
  return db.query<FrozenPart>(freezeSql(statement), [...values, sendId]);
}

/** The values of the statements above but for the tenant and the send. Without evidence, all customers count as worth contacting. */
async function parametersOf(
  db: TenantDb,
  campaign: CampaignChoice,
  { maxRecipients, among }: Choice,
  now: Date,
): Promise<Statement & { readonly values: unknown[] }> {
  const audience = await withSegment(db, { ...campaign.audience, among }, now);
  const rates = audience.worth_contacting === true ? await readContactRates(db) : null;
  const cooldownSince = campaign.cooldown_days === 0 ? 'infinity' : new Date(now.getTime() - campaign.cooldown_days * DAY_MS);
  const values = [
    campaign.id,
    audience.labels,
    -floorUnits(audience.max_score ?? 1, 10_000),
    -ceilUnits(audience.min_score ?? 0, 10_000),
    audience.min_monetary === null ? '9223372036854775807' : -ceilUnits(audience.min_monetary, 100),
    audience.min_revenue_at_risk === null ? '9223372036854775807' : -ceilUnits(audience.min_revenue_at_risk, 100),
    cooldownSince,
    campaign.holdout_percent,
    Math.min(maxRecipients ?? LIMITS.campaign.recipients, campaign.max_recipients ?? LIMITS.campaign.recipients),
    ...conditionParameters(audience, now),
    now,
    campaign.include_unsubscribed,
    rates === null ? null : contactWeights(rates),
    rates === null ? null : worthBounds(rates, rates.cost),
    campaign.cooldown_days > 0 && !campaign.contact_within_window,
  ];
  return { place: contactPlaceBy('c', rates), draws: await readDraws(db, campaign), values };
}

/** A campaign keeps its segment from being deleted. If the segment is gone nevertheless, no customer is chosen. */
async function withSegment<Audience extends CampaignAudience & CustomerChoice>(
  db: TenantDb,
  audience: Audience,
  now: Date,
): Promise<Audience> {
  if (audience.segment == null) return audience;
  const segment = await readSegment(db, audience.segment);
  const narrowed = narrow(audience, segment ?? { ...audience, among: [] }, now);
  const { control_group: groups } = narrowed;
  if (groups == null) return narrowed;
  // The choice leaves all control groups out itself, and records them: without them its results had nothing to be compared with.
  return groups.includes('none') ? narrowed : { ...narrowed, among: [] };
}

/** 0.57 × 10 000 is 5699.999999999999 as a double. */
const unitsOf = (value: number, perOne: number): number => Number((value * perOne).toFixed(6));
const floorUnits = (value: number, perOne: number): number => Math.floor(unitsOf(value, perOne));
const ceilUnits = (value: number, perOne: number): number => Math.ceil(unitsOf(value, perOne));
