import { type CustomerId, PROFILES_REMOVED, PROFILES_UPDATED, type ProfilesUpdated } from '#libs/core';
import { type TenantDb, uuidColumn } from '#libs/database';

const NAMES_ONE = 'EXISTS (SELECT 1 FROM unnest($2::uuid[]) AS c (id) WHERE strpos(body, c.id::text) > 0)';
// Needs the indexes deliveries_due and deliveries_dead: a delivery that has arrived has no body. Few destinations keep profiles, and few
// deliveries of theirs wait.
const FIND = `
SELECT id FROM deliveries
WHERE tenant_id = $1 AND status IN ('pending', 'failed') AND event = '${PROFILES_UPDATED}' AND ${NAMES_ONE}
UNION ALL
SELECT id FROM deliveries
WHERE tenant_id = $1 AND status = 'dead_letter' AND event = '${PROFILES_UPDATED}' AND ${NAMES_ONE}`;

// Needs the primary key. The relay may have added customers since, so the body is read again under a lock.
const LOCK = 'SELECT body FROM deliveries WHERE tenant_id = $1 AND id = $2 FOR UPDATE';
const REWRITE = 'UPDATE deliveries SET body = $3 WHERE tenant_id = $1 AND id = $2';

/** Takes the customers out of the updates of profiles that wait or were given up. */
export async function eraseFromProfiles(db: TenantDb, ids: readonly CustomerId[]): Promise<void> {
  const gone = new Set<string>(ids);
  for (const { id: deliveryId } of await db.query<{ id: string }>(FIND, [uuidColumn(ids)])) {
    const [delivery] = await db.query<{ body: string | null }>(LOCK, [deliveryId]);
    if (delivery?.body == null) continue;
    const update = JSON.parse(delivery.body) as ProfilesUpdated;
    const rest = update.customer_ids.filter((each) => !gone.has(each));
    await db.query(REWRITE, [deliveryId, JSON.stringify({ customer_ids: rest, event: update.event })]);
  }
}

// Needs deliveries_by_destination.
const FORGET_IN_LOGS = `
UPDATE deliveries SET attempts_log = replace(attempts_log::text, $2::uuid::text, 'erased')::jsonb
WHERE tenant_id = $1 AND destination_id IN (SELECT id FROM destinations WHERE tenant_id = $1 AND kind <> 'webhook')
  AND destination_id <> tenant_id AND event IN ('${PROFILES_UPDATED}', '${PROFILES_REMOVED}')
  AND strpos(attempts_log::text, $2::uuid::text) > 0`;

/** Takes the id of the customer out of what vendors have answered. It reads all deliveries to vendors, so call it before anything is locked that others wait for. */
export async function eraseFromLogs(db: TenantDb, id: CustomerId): Promise<void> {
  await db.query(FORGET_IN_LOGS, [id]);
}
