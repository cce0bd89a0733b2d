import type { CustomerId } from '#libs/core';
import { EACH_IDENTIFIER, type TenantDb, uuidColumn } from '#libs/database';

/** A control group of fewer customers says less about a shop than contacted customers who are counted as if nobody had contacted them. */
const FEWEST_CONTROLS = 30;

/** Customers whom the sends of a campaign with one percentage chose, and that are delivered. */
interface Group {
  readonly campaign_id: string;
  readonly percent: number;
  /** Chosen customers for each one who was not contacted. */
  readonly stands_for: number;
}

/** The groups that tell what customers do whom nobody contacts. */
export type ControlledGroups = ReadonlyMap<string, { readonly campaign: number; readonly standsFor: number }>;

// Needs the primary keys of sends and parts and campaign_recipients_by_part, of which it reads index entries alone.
const READ_GROUPS = `
SELECT s.campaign_id, s.holdout_percent AS percent, count(*)::float8 / count(*) FILTER (WHERE r.holdout) AS stands_for
FROM campaign_sends s
JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = s.id AND p.state = 'delivered'
JOIN campaign_recipients r ON r.tenant_id = $1 AND r.send_id = p.send_id AND r.part = p.part
WHERE s.tenant_id = $1 GROUP BY 1, 2 HAVING count(*) FILTER (WHERE r.holdout) >= ${FEWEST_CONTROLS} ORDER BY 1, 2`;

const keyOf = ({ campaign_id: campaign, percent }: Pick<Group, 'campaign_id' | 'percent'>): string => `${campaign} ${percent}`;

/** Reads the groups of a tenant with enough customers who were not contacted. */
export async function readControlledGroups(db: TenantDb): Promise<ControlledGroups> {
  const groups = await db.query<Group>(READ_GROUPS);
  const campaigns = [...new Set(groups.map(({ campaign_id: id }) => id))];
  return new Map(
    groups.map((group) => [keyOf(group), { campaign: campaigns.indexOf(group.campaign_id), standsFor: group.stands_for }] as const),
  );
}

/** A customer whom a delivered send chose. Days are UTC day numbers. */
interface ChosenRow {
  readonly customer_id: CustomerId;
  readonly campaign_id: string;
  readonly percent: number;
  readonly holdout: boolean;
  readonly day: number;
  readonly window_days: number;
}

// Needs campaign_recipients_by_customer, and the primary keys of parts, sends and customer_aliases.
const READ_CHOSEN = `
SELECT i.asked_id AS customer_id, s.campaign_id, s.holdout_percent AS percent, r.holdout, s.window_days,
       (p.delivered_at AT TIME ZONE 'UTC')::date - date '1970-01-01' AS day
FROM ${EACH_IDENTIFIER} i
JOIN campaign_recipients r ON r.tenant_id = $1 AND r.customer_id = i.id
JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = r.send_id AND p.part = r.part AND p.state = 'delivered'
JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = r.send_id
ORDER BY 1, day`;

/** A choice of a customer by a campaign. See `Contact` of the scoring library. */
export interface Chosen {
  readonly day: number;
  readonly until: number;
  readonly standsFor: number;
  readonly campaign: number;
}

/** Reads the choices of some customers by the groups; customers without any are absent. */
export async function readChosen(
  db: TenantDb,
  ids: readonly CustomerId[],
  groups: ControlledGroups,
): Promise<ReadonlyMap<CustomerId, readonly Chosen[]>> {
  const chosen = new Map<CustomerId, Chosen[]>();
  for (const row of await db.prepared<ChosenRow>(READ_CHOSEN, [uuidColumn(ids)])) {
    const group = groups.get(keyOf(row));
    if (group === undefined) continue;
    const own = chosen.get(row.customer_id) ?? [];
    own.push({
      day: row.day,
      until: row.day + row.window_days,
      standsFor: row.holdout ? group.standsFor : 0,
      campaign: group.campaign,
    });
    chosen.set(row.customer_id, own);
  }
  return chosen;
}
