import { MoreThan, type TenantDb } from '#libs/database';
import { CampaignEntity } from '#libs/entities';
import { lockCampaigns, readTenantTimezone, setNextRun } from './campaigns.sql.js';
import { nextRun } from './next-run.js';

/** Calculates the next run of every schedule again, in the tenant's current time zone. */
export async function planRunsAnew(db: TenantDb, now: Date): Promise<void> {
  // Waits for transactions that plan runs in the previous time zone, and corrects their runs.
  await lockCampaigns(db);
  const timezone = await readTenantTimezone(db);
  // A tenant has few campaigns. A run that is already due stays due.
  for (const { id, schedule } of await db.repository(CampaignEntity).find({ status: 'active', nextRunAt: MoreThan(now) })) {
    if (schedule !== null) await setNextRun(db, id, nextRun(schedule, timezone, now));
  }
}
