import type { Contact, CustomerId } from '#libs/core';
import { EACH_IDENTIFIER, type TenantDb, uuidColumn } from '#libs/database';

/** A smaller control group says less about a shop than the contacted customers do, when they are counted as customers without a contact. */
const FEWEST_CONTROLS = 30;

/** Numbers of customers that the delivered sends of a campaign with one percentage chose. */
interface Counted {
  readonly campaign_id: string;
  readonly percent: number;
  readonly contacted: number;
  /** The control group of the campaign. */
  readonly held: number;
  /** Customers of the shop's own control group. */
  readonly kept: number;
}

/** Numbers of chosen customers that one customer without a contact represents, that customer included. */
interface Group {
  /** A number of the campaign, or that of the shop's own control group. */
  readonly draw: number;
  readonly held: number;
  readonly kept: number;
}

/** The groups that show what customers do without a contact. */
export type ControlledGroups = ReadonlyMap<string, Group>;

// Needs the primary keys of sends and parts and campaign_recipients_by_part. A customer in the control group of another campaign stands for
// contacted customers there.
const READ_GROUPS = `
SELECT s.campaign_id, s.holdout_percent AS percent, count(*) FILTER (WHERE NOT r.holdout)::int AS contacted,
       count(*) FILTER (WHERE r.holdout AND r.spared IS NULL)::int AS held, count(*) FILTER (WHERE r.spared = 'tenant_control')::int AS kept
FROM campaign_sends s
JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = s.id AND p.state = 'delivered'
JOIN campaign_recipients r ON r.tenant_id = $1 AND r.send_id = p.send_id AND r.part = p.part
WHERE s.tenant_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`;

const keyOf = ({ campaign_id: campaign, percent }: Pick<Counted, 'campaign_id' | 'percent'>): string => `${campaign} ${percent}`;

/** All campaigns draw the control group of the shop together. */
const SHOP_DRAW = 0;

/**
 * Returns how many customers those without a contact represent. The control group of the campaign stands for its contacted customers. Where it is
 * small, that of the shop does.
 * @returns null when both are small
 */
function groupOf({ contacted, held, kept }: Counted, draw: number): Group | null {
  if (held >= FEWEST_CONTROLS) return { draw, held: (contacted + held) / held, kept: 1 };
  if (kept >= FEWEST_CONTROLS) return { draw: SHOP_DRAW, held: 1, kept: (contacted + kept) / kept };
  return null;
}

/** Reads the groups of a tenant with enough customers who were not contacted. */
export async function readControlledGroups(db: TenantDb): Promise<ControlledGroups> {
  const counted = await db.query<Counted>(READ_GROUPS);
  const campaigns = [...new Set(counted.map(({ campaign_id: id }) => id))];
  return new Map(
    counted.flatMap((each) => {
      const group = groupOf(each, 1 + campaigns.indexOf(each.campaign_id));
      return group === null ? [] : [[keyOf(each), group] as const];
    }),
  );
}

/** A choice of a customer by a delivered send. Days are UTC day numbers. */
interface ContactRow {
  readonly customer_id: CustomerId;
  readonly campaign_id: string;
  readonly percent: number;
  readonly holdout: boolean;
  readonly spared: string | null;
  readonly day: number;
  readonly window_days: number;
}

/** Most choices to read of one identifier, the newest ones: four years of weekly campaigns. Daily ones must not fill the memory. */
const MOST_CONTACTS = 200;

// Needs campaign_recipients_by_customer, and the primary keys of parts, sends and customer_aliases.
const READ_CONTACTS = `
SELECT i.asked_id AS customer_id, s.campaign_id, s.holdout_percent AS percent, r.holdout, r.spared, s.window_days,
       (p.delivered_at AT TIME ZONE 'UTC')::date - date '1970-01-01' AS day
FROM ${EACH_IDENTIFIER} i
CROSS JOIN LATERAL (
  SELECT send_id, part, holdout, spared FROM campaign_recipients WHERE tenant_id = $1 AND customer_id = i.id
  ORDER BY sent_at DESC LIMIT ${MOST_CONTACTS}
) r
JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = r.send_id AND p.part = r.part AND p.state = 'delivered'
JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = r.send_id
ORDER BY 1, day`;

/** Reads the contacts of some customers, as far as the groups say for how many they stand. Customers without any are absent. */
export async function readContacts(
  db: TenantDb,
  ids: readonly CustomerId[],
  groups: ControlledGroups,
): Promise<ReadonlyMap<CustomerId, readonly Contact[]>> {
  const contacts = new Map<CustomerId, Contact[]>();
  for (const row of await db.prepared<ContactRow>(READ_CONTACTS, [uuidColumn(ids)])) {
    const group = groups.get(keyOf(row));
    if (group === undefined) continue;
    const own = contacts.get(row.customer_id) ?? [];
    own.push({ day: row.day, until: row.day + row.window_days, standsFor: standsForOf(row, group), draw: group.draw });
    contacts.set(row.customer_id, own);
  }
  return contacts;
}

function standsForOf({ holdout, spared }: ContactRow, { held, kept }: Group): number {
  if (!holdout) return 0;
  if (spared === null) return held;
  return spared === 'tenant_control' ? kept : 1;
}
