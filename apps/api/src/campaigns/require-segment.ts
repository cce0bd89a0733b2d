import { type CampaignAudience, invalid } from '#libs/core';
import { readSegment, type TenantDb } from '#libs/database';

/** @throws AppError `validation_error` for a segment that the tenant does not have. */
export async function requireSegment(db: TenantDb, audience: Partial<CampaignAudience> | undefined): Promise<void> {
  const id = audience?.segment;
  if (id == null || (await readSegment(db, id)) !== null) return;
  const message = `audience.segment is ${JSON.stringify(id)}: it must be the id of one of your segments`;
  throw invalid('audience.segment', 'unknown_segment', message);
}
