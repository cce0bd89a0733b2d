import type { TenantDb } from '#libs/database';
import { lockCampaigns, readTenantTimezone, setNextRun } from './campaigns.sql.js';
import { nextRun } from './next-run.js';

// A tenant has few campaigns. A run that is already due stays due.
const FIND = `
SELECT id, schedule FROM campaigns WHERE tenant_id = $1 AND status = 'active' AND schedule IS NOT NULL AND next_run_at > $2`;

/** Calculates the next run of every schedule again, in the tenant's current time zone. */
export async function planRunsAnew(db: TenantDb, now: Date): Promise<void> {
  // Waits for transactions that plan runs in the previous time zone, and corrects their runs.
  await lockCampaigns(db);
  const timezone = await readTenantTimezone(db);
  for (const { id, schedule } of await db.query<{ id: string; schedule: string }>(FIND, [now])) {
    await setNextRun(db, id, nextRun(schedule, timezone, now));
  }
}
