import { type CustomerId, FIRST_ID, localDay } from '#libs/core';
import { CLOCK, type TenantDb, uuidColumn } from '#libs/database';
import { NO_MOVES, totalsChange } from '#libs/scoring';
import { LATE_SINCE_DAY, readSettings, type StandingRow, standingOf } from '../../scoring/score/read-customers.sql.js';
import { recordChange } from '../../scoring/totals/daily-changes.sql.js';
import { eraseFromCampaigns } from './erase-from-campaigns.sql.js';
import { eraseFromProfiles } from './erase-from-profiles.sql.js';
import { removeProfiles } from './remove-profiles.sql.js';

// Needs deliveries_by_customer. The attempt with its time and result stays. The customer and the endpoint's answer, which may repeat
// the customer, do not.
const FORGET_IN_DELIVERIES = `
UPDATE deliveries SET customer_id = NULL, body = NULL, next_attempt_at = NULL, completed_at = coalesce(completed_at, clock.now),
  status = CASE WHEN status IN ('pending', 'failed') THEN 'dead_letter' ELSE status END,
  dead_letter_reason = CASE WHEN status IN ('pending', 'failed') THEN 'customer_erased' ELSE dead_letter_reason END,
  attempts_log = (SELECT coalesce(jsonb_agg(entry || '{"response_body": null}'), '[]') FROM jsonb_array_elements(attempts_log) AS entry)
FROM ${CLOCK} WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])`;

const REST = [
  'SELECT FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE',
  'DELETE FROM customer_names WHERE tenant_id = $1 AND external_id = ANY (ARRAY(SELECT external_id FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[])))',
  'DELETE FROM orders WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])',
  // Orders that have moved to another customer belong to that one.
  'UPDATE orders SET moved_from = NULL WHERE tenant_id = $1 AND moved_from = ANY ($2::uuid[])',
  // The outbox comes before the deliveries, because the relay turns rows of the outbox into deliveries.
  'DELETE FROM outbox WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])',
  'DELETE FROM score_history WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])',
  'DELETE FROM predictions WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])',
  'DELETE FROM data_requests WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])',
  'DELETE FROM rejected_events WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])',
  FORGET_IN_DELIVERIES,
  `UPDATE churn_job_parts SET customer_ids = ARRAY(SELECT id FROM unnest(customer_ids) WITH ORDINALITY AS c (id, place) WHERE id <> ALL ($2::uuid[]) ORDER BY place)
   WHERE tenant_id = $1 AND NOT done AND customer_ids && $2::uuid[]`,
  // A job that was cancelled keeps its place.
  `UPDATE churn_job_parts SET after_id = coalesce(
     (SELECT id FROM customers WHERE tenant_id = $1 AND id < after_id AND id <> ALL ($2::uuid[]) ORDER BY id DESC LIMIT 1), '${FIRST_ID}')
   WHERE tenant_id = $1 AND after_id = ANY ($2::uuid[])`,
];

/** Deletes the rows of the customers in tables without a foreign key, except their events. */
export async function deleteRowsOf(db: TenantDb, ids: readonly CustomerId[]): Promise<void> {
  for (const sql of REST) await db.query(sql, [uuidColumn(ids)]);
}

/** Removes the customers from data about several customers: campaigns, deliveries and pushed profiles. */
export async function eraseFromOthers(db: TenantDb, ids: readonly CustomerId[], externalIds: readonly string[]): Promise<void> {
  await eraseFromCampaigns(db, ids, externalIds);
  if (externalIds.length > 0) await removeProfiles(db, externalIds);
  await eraseFromProfiles(db, ids);
}

const DELETE_CUSTOMERS = `
DELETE FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
RETURNING score, label, lifecycle, ${LATE_SINCE_DAY}, expected_revenue, revenue_at_risk`;

/** @returns the parts of the customers in the totals: pass them to `takeFromTotals` last */
export const deleteCustomers = (db: TenantDb, ids: readonly CustomerId[]): Promise<StandingRow[]> =>
  db.query<StandingRow>(DELETE_CUSTOMERS, [uuidColumn(ids)]);

/** Takes deleted customers out of the totals from today on. It locks the totals, which other transactions wait for. */
export async function takeFromTotals(db: TenantDb, gone: readonly StandingRow[], now: Date): Promise<void> {
  const { timezone } = await readSettings(db);
  await recordChange(db, totalsChange(gone.map(standingOf), []), NO_MOVES, localDay(now, timezone));
}
