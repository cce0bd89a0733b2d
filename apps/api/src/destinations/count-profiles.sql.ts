import { PSEUDONYM_PATTERN } from '#libs/order-import';
import type { TenantDb } from '#libs/database';
import type { DestinationProfilesDto } from './destination.dto.js';

// The worker sends the values of customers with a score, and leaves out those whom an import knows only by a pseudonym. Reads the
// customers of the tenant once, so it is asked for by a person who adds a destination, and by no page that polls.
const COUNT = `
SELECT count(*) FILTER (WHERE external_id !~ $2)::int AS matched_by_id, count(*) FILTER (WHERE external_id ~ $2)::int AS left_out
FROM customers WHERE tenant_id = $1 AND score IS NOT NULL`;

/** Counts the customers whose values a vendor with profiles gets. */
export async function countProfiles(db: TenantDb): Promise<DestinationProfilesDto> {
  const [counts] = await db.query<DestinationProfilesDto>(COUNT, [PSEUDONYM_PATTERN]);
  return counts ?? { matched_by_id: 0, left_out: 0 };
}
