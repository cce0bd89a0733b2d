/**
 * SQL that divides an audience into contacted customers and the control group of the campaign. Each customer is assigned once per campaign.
 * The others are new: in the order of the list they are numbered through all sends of the campaign, and divided into blocks of neighbours. Of each
 * block the exact share goes into the control group, those with the smallest hash. So both groups have the same mix of customers, in one
 * large send as in many small ones, and the size of the control group is known before the draw.
 */

/** The parameters of the statement that the draw uses. */
interface DrawParameters {
  readonly campaign: string;
  readonly percent: string;
  readonly mostRecipients: string;
  readonly now: string;
}

/**
 * Common table expressions: `chosen_before` with the customers whom the campaign has chosen in earlier sends, and `assigned`, which says who of
 * them is in the control group (`held`). Members leave it when its percentage was lowered, as soon as their window has passed: a contact before
 * then would bring orders that count as those of the control group. Needs the primary keys.
 */
export const assignedSql = ({ campaign, percent, now }: DrawParameters): string => `
chosen_before AS (
  SELECT customer_id, bool_and(holdout) AS held, min(until) AS until FROM (
    SELECT r.customer_id, r.holdout, CASE WHEN p.state <> 'undelivered' THEN coalesce(p.delivered_at, s.sent_at) + s.window_days * interval '1 day' END AS until
    FROM campaign_recipients r JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = r.send_id AND p.part = r.part
    JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = r.send_id
    WHERE r.tenant_id = $1 AND r.campaign_id = ${campaign} AND r.spared IS NULL
    UNION ALL
    SELECT o.id, o.chosen_as = 'holdout', 'infinity' FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id,
    LATERAL unnest(p.customer_ids, p.chosen_as) AS o (id, chosen_as)
    WHERE p.tenant_id = $1 AND p.state = 'open' AND s.campaign_id = ${campaign} AND o.chosen_as IN ('contacted', 'holdout')) b
  GROUP BY 1),
assigned AS (
  SELECT customer_id, held AND (until > ${now} OR 100 * (place - 1) < ${percent} * (SELECT count(*) FROM chosen_before)) AS held
  FROM (SELECT *, count(*) FILTER (WHERE held) OVER (ORDER BY coalesce(until > ${now}, false) DESC, ${drawOf('customer_id', campaign)}, customer_id) AS place
        FROM chosen_before) b)`;

/**
 * SQL of the number by which a customer is drawn: a different order in every campaign. Postgres keeps these hashes from version to version,
 * because hash partitions depend on them. MD5 would take most of the time of a large choice.
 */
export function drawOf(id: string, campaign: string): string {
  return `uuid_hash_extended(${id}, hashtextextended(${campaign}::uuid::text, 0))`;
}

/** SQL of the size of the control group among the first `n` new customers of a campaign, rounded. */
const heldOf = (n: string, percent: string): string => `((${n}) * ${percent} + 50) / 100`;

/** The same without a control group: nobody is drawn. */
export const NO_DRAW = 'drawn AS (SELECT *, false AS in_reach FROM matching)';

/**
 * Common table expressions from `matching` to `drawn`, which has the final `holdout` and `in_reach`: false for new customers beyond the most
 * recipients.
 */
export const drawSql = ({ campaign, percent, mostRecipients }: DrawParameters): string => `
before AS (SELECT count(*) AS n FROM chosen_before),
numbered AS (
  SELECT *, left_out IS NULL AND NOT is_assigned AS is_new,
         count(*) FILTER (WHERE left_out IS NULL AND NOT is_assigned) OVER so_far AS number,
         count(*) FILTER (WHERE left_out IS NULL AND is_assigned AND NOT holdout) OVER so_far AS again
  FROM matching WINDOW so_far AS (ORDER BY rank, id ROWS UNBOUNDED PRECEDING)),
reached AS (
  SELECT m.*, b.n, CASE WHEN is_new THEN again + number - (${heldOf('b.n + number', percent)} - ${heldOf('b.n', percent)}) <= ${mostRecipients} END AS in_reach
  FROM numbered m CROSS JOIN before b),
drawn AS (
  SELECT id, rank, score_order, known_revenue, in_tenant_control, left_out, in_reach, CASE WHEN in_reach THEN
           row_number() OVER (of_block ORDER BY ${drawOf('id', campaign)}, id)
             <= ${heldOf('n + max(number) OVER of_block', percent)} - ${heldOf('n + min(number) OVER of_block - 1', percent)}
         ELSE holdout END AS holdout
  FROM reached
  WINDOW of_block AS (PARTITION BY in_reach, CASE WHEN in_reach THEN (n + number - 1) / (100 / gcd(${percent}, 100)) END))`;
