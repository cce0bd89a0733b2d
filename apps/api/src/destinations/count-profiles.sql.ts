import { PSEUDONYM_PATTERN } from '#libs/order-import';
import type { TenantDb } from '#libs/database';
import type { DestinationProfilesDto } from './destination.dto.js';

// The worker sends values of customers who have a score and an identifier of the shop; a pseudonym says nothing to a vendor. The statement reads
// all customers of the tenant, so only the dialog that adds a destination asks for it.
const COUNT = `
SELECT count(*) FILTER (WHERE external_id !~ $2)::int AS matched_by_id, count(*) FILTER (WHERE external_id ~ $2)::int AS left_out
FROM customers WHERE tenant_id = $1 AND score IS NOT NULL`;

/** Counts the customers that a vendor with profiles gets values of. */
export async function countProfiles(db: TenantDb): Promise<DestinationProfilesDto> {
  const [counts] = await db.query<DestinationProfilesDto>(COUNT, [PSEUDONYM_PATTERN]);
  return counts ?? { matched_by_id: 0, left_out: 0 };
}
