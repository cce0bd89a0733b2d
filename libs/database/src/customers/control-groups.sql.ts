import type { ControlGroup } from '#libs/core';
import type { TenantDb } from '../tenant-db.js';

/**
 * SQL that is true when the percentage of the tenant puts the customer in its control group. A hash of the customer with the tenant's secret
 * decides, so customers who join later change nothing for the others. Postgres keeps these hashes from version to version, because hash
 * partitions depend on them.
 */
export const isTenantControl = (id: string): string => `
(uuid_hash_extended(${id}, (SELECT hashtextextended(encode(control_key, 'hex'), 0) FROM tenants WHERE id = $1)) & 4294967295) % 100
  < (SELECT control_percent FROM tenants WHERE id = $1)`;

/** SQL that is true for some customers, by a column with their id. */
type Among = (column: string) => string;
const anybody: Among = () => 'true';

// The hash of each member comes first: while no percentage was lowered, it leaves no customer to look up.
// `among` narrows to some customers: a condition on the column that it gets.
const keptIn = (now: string, among: Among = anybody): string => keptOf(now, `${recordedMembers(among)} UNION ALL ${openMembers(among)}`);

const recordedMembers = (among: Among): string => `
    SELECT r.customer_id, r.send_id, p.delivered_at, coalesce(p.delivered_at, s.sent_at) + s.window_days * interval '1 day' AS until
    FROM campaign_sends s JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = s.id AND p.state IN ('sending', 'delivered')
    JOIN campaign_recipients r ON r.tenant_id = $1 AND r.send_id = s.id AND r.part = p.part AND r.spared = 'tenant_control'
    WHERE s.tenant_id = $1 AND ${among('r.customer_id')}`;

const openMembers = (among: Among): string => `
    SELECT c.id, s.id, NULL, 'infinity' FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id,
    LATERAL unnest(p.customer_ids, p.chosen_as) AS c (id, chosen_as)
    WHERE p.tenant_id = $1 AND p.state = 'open' AND c.chosen_as = 'tenant_control' AND ${among('c.id')}`;

const keptOf = (now: string, members: string): string => `
  SELECT m.customer_id FROM (${members}) m
  WHERE m.until > ${now} AND NOT ${isTenantControl('m.customer_id')}
    AND NOT EXISTS (
      SELECT 1 FROM campaign_recipients e
      JOIN campaign_parts q ON q.tenant_id = $1 AND q.send_id = e.send_id AND q.part = e.part AND q.state = 'delivered'
      WHERE e.tenant_id = $1 AND e.customer_id = m.customer_id AND (e.spared IS NULL OR e.spared = 'tenant_control')
        AND (q.delivered_at, e.send_id) < (coalesce(m.delivered_at, 'infinity'), m.send_id))
  GROUP BY 1`;

/**
 * A common table expression with the customers who stay in the tenant's control group although its percentage was lowered. Results count each customer
 * in the group of the first delivery, until its window has passed. A contact before then would bring orders that count as those of the
 * control group. Only the first delivery counts: otherwise a campaign that is sent every week would never release its members. Needs the
 * primary keys, campaign_recipients_by_part and campaign_recipients_by_customer.
 * @param now the parameter with the time, `$22`
 */
export const keptControls = (now: string): string => `
kept_tenant_control AS (${keptIn(now)})`;

/**
 * SQL that selects the customers in control groups of campaigns with a window that still runs. A contact by any campaign would spoil the
 * comparison. Parts that were not delivered have no such customers.
 * @param now the parameter with the time
 * @param sends condition on the sends `s`
 */
export const observedControls = (now: string, sends = 'true', among: Among = anybody): string => `
  ${recordedControls(now, sends, among)}
  UNION
  SELECT o.id FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id,
  LATERAL unnest(p.customer_ids, p.chosen_as) AS o (id, chosen_as)
  WHERE p.tenant_id = $1 AND p.state = 'open' AND ${sends} AND o.chosen_as = 'holdout' AND ${among('o.id')}`;

const recordedControls = (now: string, sends: string, among: Among): string => `
  SELECT r.customer_id FROM campaign_sends s JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = s.id AND p.state IN ('sending', 'delivered')
  JOIN campaign_recipients r ON r.tenant_id = $1 AND r.send_id = s.id AND r.part = p.part AND r.holdout AND r.spared IS NULL
  WHERE s.tenant_id = $1 AND ${sends} AND coalesce(p.delivered_at, s.sent_at) + s.window_days * interval '1 day' > ${now} AND ${among('r.customer_id')}`;

// Few parts are open, and only for a short time.
const IN_OPEN_PART = `
  SELECT o.id FROM campaign_parts p, LATERAL unnest(p.customer_ids, p.chosen_as) AS o (id, chosen_as)
  WHERE p.tenant_id = $1 AND p.state = 'open' AND o.chosen_as IN ('tenant_control', 'holdout')`;

/**
 * SQL that is true for a customer in a control group. It looks up the customer by index, so a statement that tests few customers reads
 * little even when the groups are large. Needs campaign_recipients_by_customer.
 * @param now the parameter with the time
 */
export function isInControlGroup(id: string, now: string): string {
  const only: Among = (column) => `${column} = ${id}`;
  return `(${isTenantControl(id)} OR ${id} IN (${IN_OPEN_PART})
  OR EXISTS (${recordedControls(now, 'true', only)}) OR EXISTS (${keptOf(now, recordedMembers(only))}))`;
}

const AMONG_IDS: Among = (column) => `${column} = ANY ($2::uuid[])`;

const READ = `
WITH kept AS (${keptIn('$3::timestamptz', AMONG_IDS)}), observed AS (${observedControls('$3::timestamptz', 'true', AMONG_IDS)})
SELECT c.id, CASE WHEN ${isTenantControl('c.id')} OR c.id IN (SELECT customer_id FROM kept) THEN 'shop'
                  WHEN c.id IN (SELECT customer_id FROM observed) THEN 'campaign' ELSE 'none' END AS control_group
FROM tenants t CROSS JOIN unnest($2::uuid[]) AS c (id) WHERE t.id = $1`;

/** Returns the control groups that customers are in now, by internal id. The group of the shop comes first: nothing ends it. */
export async function readControlGroups(db: TenantDb, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, ControlGroup>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; control_group: ControlGroup }>(READ, [ids, now]);
  return new Map(rows.map(({ id, control_group: group }) => [id, group]));
}

/** The facts that decide the control group of any customer of the tenant. */
export interface ControlRules {
  /** The start of the hash of the shop's group, a bigint. */
  readonly seed: string;
  /** The percentage of the shop's group. */
  readonly percent: number;
  /** Customers who stay in the shop's group. */
  readonly kept: readonly string[];
  /** Customers in a group of a campaign. */
  readonly observed: readonly string[];
}

const READ_RULES = `
SELECT hashtextextended(encode(t.control_key, 'hex'), 0)::text AS seed, t.control_percent AS percent,
       ARRAY(${keptIn('$2::timestamptz')}) AS kept, ARRAY(${observedControls('$2::timestamptz')}) AS observed
FROM tenants t WHERE t.id = $1`;

/**
 * Reads the rules of control groups once, to pass them as values: looking them up for each customer would take longer than the list itself.
 */
export async function readControlRules(db: TenantDb, now: Date): Promise<ControlRules> {
  const [rules] = await db.query<ControlRules>(READ_RULES, [now]);
  if (rules === undefined) throw new Error(`tenant ${db.tenantId} does not exist`);
  return rules;
}

/** SQL with the control group of a customer by rules that were read. The parameters are those of `ControlRules`, in order. */
export const controlGroupBy = (id: string, [seed, percent, kept, observed]: readonly [string, string, string, string]): string => `
  CASE WHEN (uuid_hash_extended(${id}, ${seed}::bigint) & 4294967295) % 100 < ${percent}::int OR ${id} = ANY (${kept}::uuid[]) THEN 'shop'
       WHEN ${id} = ANY (${observed}::uuid[]) THEN 'campaign' ELSE 'none' END`;
