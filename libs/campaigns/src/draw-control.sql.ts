import type { TenantDb } from '#libs/database';

/**
 * SQL that divides an audience into contacted customers and the control group of the campaign. Each customer is assigned once per campaign.
 * The others are new: in the order of the list they get the next slots of the campaign, through all its sends. Slots are divided into blocks, and a
 * hash of the campaign and the block decides which slots of a block are held: the exact share. So both groups have the same mix of customers,
 * in one large send as in many small ones, and the preview knows the size of the control group.
 */

/** The facts of a campaign that decide which statements its draw needs. */
export interface Draws {
  /** False for a campaign without a control group now. */
  readonly draws: boolean;
  /** The number of arms; 0: none. */
  readonly arms: number;
  /** True if any of its sends had a control group. */
  readonly hasDrawn: boolean;
  /** True if the percentage was higher in a send that had a control group. */
  readonly isLowered: boolean;
}

// Needs campaign_sends_by_key.
const READ_HIGHEST =
  'SELECT max(holdout_percent)::int AS highest FROM campaign_sends WHERE tenant_id = $1 AND campaign_id = $2 AND holdout_count > 0';

/** The settings of a campaign that decide its groups. `holdout_percent`: of the control group now. */
interface Drawn {
  readonly id: string;
  readonly holdout_percent: number;
  readonly arms: readonly unknown[];
}

export async function readDraws(db: TenantDb, { id, holdout_percent: percent, arms }: Drawn): Promise<Draws> {
  const [row] = await db.query<{ highest: number | null }>(READ_HIGHEST, [id]);
  const highest = row?.highest ?? null;
  return { draws: percent > 0, arms: arms.length, hasDrawn: highest !== null, isLowered: highest !== null && percent < highest };
}

/** The parameters of the statement that the draw uses. */
interface DrawParameters {
  readonly campaign: string;
  readonly percent: string;
  readonly now: string;
}

/**
 * Returns common table expressions. `chosen_before` has the customers whom the campaign chose in earlier sends. `assigned` says which of them are
 * in the control group (`held`), and the `arm` of the others. Needs the primary keys.
 */
export function assignedSql(parameters: DrawParameters, { draws, hasDrawn, isLowered, arms }: Draws): string {
  // Without this, previews and sends would read all recipients of a campaign that never had groups.
  if (!draws && !hasDrawn && arms === 0) return 'assigned AS (SELECT NULL::uuid AS customer_id, false AS held, NULL::smallint AS arm)';
  return `${chosenBefore(parameters)}, ${isLowered ? assignedAfterLowering(parameters) : 'assigned AS (SELECT customer_id, held, arm FROM chosen_before)'}`;
}

const chosenBefore = ({ campaign }: DrawParameters): string => `
chosen_before AS (
  SELECT customer_id, bool_and(holdout) AS held, min(until) AS until, min(arm) AS arm FROM (
    SELECT r.customer_id, r.holdout, r.arm, CASE WHEN p.state <> 'undelivered' THEN coalesce(p.delivered_at, s.sent_at) + s.window_days * interval '1 day' END AS until
    FROM campaign_recipients r JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = r.send_id AND p.part = r.part
    JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = r.send_id
    WHERE r.tenant_id = $1 AND r.campaign_id = ${campaign} AND r.spared IS NULL
    UNION ALL
    SELECT o.id, o.chosen_as = 'holdout', o.arm, 'infinity' FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id,
    LATERAL unnest(p.customer_ids, p.chosen_as, p.arms) AS o (id, chosen_as, arm)
    WHERE p.tenant_id = $1 AND p.state = 'open' AND s.campaign_id = ${campaign} AND o.chosen_as IN ('contacted', 'holdout')) b
  GROUP BY 1)`;

// Members above the lower percentage leave as soon as their window has passed: a contact before then would bring orders that count as those
// of the control group.
const assignedAfterLowering = ({ campaign, percent, now }: DrawParameters): string => `
assigned AS (
  SELECT customer_id, arm, held AND (until > ${now} OR 100 * (place - 1) < ${percent} * (SELECT count(*) FROM chosen_before)) AS held
  FROM (SELECT *, count(*) FILTER (WHERE held) OVER (ORDER BY coalesce(until > ${now}, false) DESC, ${drawOf('customer_id', campaign)}, customer_id) AS place
        FROM chosen_before) b)`;

/**
 * SQL of the number by which a customer is drawn: a different order in every campaign. Postgres keeps these hashes from version to version,
 * because hash partitions depend on them. MD5 would take most of the time of a large choice.
 */
export function drawOf(id: string, campaign: string): string {
  return `uuid_hash_extended(${id}, hashtextextended(${campaign}::uuid::text, 0))`;
}

/** For a campaign without a control group. */
export const NO_DRAW = 'drawn AS (SELECT *, 0 AS tail FROM matching)';

const LARGEST_BIGINT = '9223372036854775807';

/** SQL of a random number that belongs to a campaign and a number: 0 or more, always the same. */
const randomOf = (number: string, campaign: string): string =>
  `(hashint8extended(${number}, hashtextextended(${campaign}::uuid::text, 0)) & ${LARGEST_BIGINT})`;

/**
 * Returns common table expressions from `matching` to `drawn`, which has the final `holdout`. `tail` is 1 in sends that also take the members of the
 * control group between the last contacted customer and the next one. Half of the sends do. Otherwise a maximum would end every
 * send with a contacted customer, or begin it with one.
 *
 * Within its block a slot moves to `slot * step + random` (modulo the size), and the first places are held. A step without a factor in
 * common with the size moves no two slots to one place. The size divides 100, so steps end in 1, 3, 7 or 9.
 */
export function drawSql({ campaign, percent }: DrawParameters): string {
  const size = `(100 / gcd(${percent}, 100))`;
  return `
before AS (SELECT count(*) AS n, ${randomOf('-1 - count(*)', campaign)} % 2 AS tail FROM chosen_before),
numbered AS (
  SELECT m.*, b.tail, left_out IS NULL AND NOT is_assigned AS is_new,
         b.n - 1 + count(*) FILTER (WHERE left_out IS NULL AND NOT is_assigned) OVER (ORDER BY rank, id ROWS UNBOUNDED PRECEDING) AS slot
  FROM matching m CROSS JOIN before b),
shuffled AS (
  SELECT *, ${randomOf(`slot / ${size}`, campaign)} AS random FROM numbered),
drawn AS (
  SELECT id, rank, score_order, known_revenue, in_tenant_control, left_out, own_arm, tail, CASE WHEN is_new THEN
           (slot % ${size} * (random / 10000 % 10 * 10 + ('{1,3,7,9}'::int[])[random / 100 % 4 + 1]) + random % 100) % ${size} < ${percent} / gcd(${percent}, 100)
         ELSE holdout END AS holdout
  FROM shuffled)`;
}

/** For a campaign without arms. */
export const NO_ARMS = 'armed AS (SELECT *, NULL::smallint AS arm FROM drawn)';

// Keeps the random numbers of arms apart from those of the control group, which count from 0 up and from -1 down.
const FIRST_ARMS = -1_000_000_000;

/**
 * Returns a common table expression `armed`: `drawn` with the `arm` of each customer to contact, from 0. A customer keeps the arm of the first
 * send. The others take turns in the order of the list, through all sends of the campaign: each block of as many customers as there are arms has
 * every arm once, and a hash decides where the turn of a block begins. So arms differ by one customer at most, and neighbours get different arms.
 */
export const armsSql = ({ campaign }: DrawParameters, arms: number): string => `
armed AS (
  SELECT d.*, CASE WHEN left_out IS NULL AND NOT holdout THEN coalesce(own_arm, (turn + ${randomOf(`${FIRST_ARMS} - turn / ${arms}`, campaign)} % ${arms}) % ${arms})::smallint END AS arm
  FROM (
    SELECT d.*, (SELECT count(*) FROM chosen_before WHERE arm IS NOT NULL) - 1
             + count(*) FILTER (WHERE left_out IS NULL AND NOT holdout AND own_arm IS NULL) OVER (ORDER BY rank, id ROWS UNBOUNDED PRECEDING) AS turn
    FROM drawn d) d)`;
