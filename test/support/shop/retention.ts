import { FIRST_ID } from '#libs/core';
import { eventually } from '../waiting/eventually.js';
import type { ChurnSystem } from '../servers/churn-system.js';
import type { Shop } from './shop.js';

const MONTHS = 13;

/** Returns the instant before which a retention of 13 months removes everything today, in UTC. */
export function startOfRetention(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS, 1));
}

/** Decides the removal as a night of some hours ago did, and restarts the processes, so that both find out at once. */
export async function beginRemoval(system: ChurnSystem, shop: Shop): Promise<void> {
  await Promise.all([system.worker.kill(), system.api.kill()]);
  await system.owner.query(
    `UPDATE tenants SET retention_months = $2, retained_from = $3, removal_decided_at = now() - interval '2 hours', removal_after_id = $4 WHERE id = $1`,
    [shop.tenantId, MONTHS, startOfRetention(), FIRST_ID],
  );
  await Promise.all([system.worker.start(), system.api.start()]);
}

/** Removes what is older than 13 months. */
export async function removeOld(system: ChurnSystem, shop: Shop): Promise<void> {
  await beginRemoval(system, shop);
  await removalEnded(system, shop);
}

export const removalEnded = (system: ChurnSystem, { tenantId }: Shop): Promise<true> =>
  eventually('the removal of old data', async () => {
    const { rows } = await system.owner.query('SELECT FROM tenants WHERE id = $1 AND removal_after_id IS NULL', [tenantId]);
    return rows.length > 0 ? true : null;
  });
