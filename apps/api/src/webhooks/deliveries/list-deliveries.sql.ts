import type { DeliveryStatus } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { DeliveryAttemptDto, DeliveryEvent } from './webhook-delivery.dto.js';

/** A delivery with the fields that people see. */
export interface DeliveryRow {
  readonly id: string;
  readonly event: DeliveryEvent;
  readonly status: DeliveryStatus;
  readonly url: string;
  readonly customer_id: string | null;
  readonly campaign_id: string | null;
  readonly destination_id: string | null;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly next_attempt_at: Date | null;
  readonly last_attempt_at: Date | null;
  readonly last_status_code: number | null;
  readonly last_error: string | null;
  readonly duration_ms: number | null;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly dead_letter_reason: string | null;
}

export interface DeliveryDetailRow extends DeliveryRow {
  readonly body: string | null;
  readonly attempts_log: DeliveryAttemptDto[];
}

/** The filters of a list. Null means no filter. */
export interface DeliveryFilter {
  readonly statuses: readonly DeliveryStatus[] | null;
  readonly events: readonly DeliveryEvent[] | null;
  /** Internal id. */
  readonly customerId: string | null;
  readonly campaignId: string | null;
  readonly destinationId: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
  /** Lists deliveries older than this one. */
  readonly beforeId: string | null;
}

const COLUMNS = `
d.id, d.event, d.status, r.url, c.external_id AS customer_id, d.campaign_id, d.destination_id, d.attempts, d.max_attempts, d.next_attempt_at, d.last_attempt_at,
d.last_status_code, d.last_error, d.duration_ms, d.created_at, d.completed_at, d.dead_letter_reason`;

const SOURCE = `
FROM deliveries d JOIN endpoint_health r ON r.tenant_id = $1 AND r.id = d.endpoint_id
LEFT JOIN customers c ON c.tenant_id = $1 AND c.id = d.customer_id`;

// Ids grow with time. Needs the primary key, read backwards, and the indexes deliveries_by_customer, deliveries_by_campaign,
// deliveries_dead and deliveries_due for the filters in their names. Planned with the values, so that an absent filter costs nothing.
const listWhere = (condition: string): string => `
SELECT ${COLUMNS} ${SOURCE}
WHERE d.tenant_id = $1 AND ($2::text[] IS NULL OR d.status = ANY ($2)) AND ($3::text[] IS NULL OR d.event = ANY ($3))
  AND ($4::uuid IS NULL OR d.customer_id = $4) AND ($5::uuid IS NULL OR d.campaign_id = $5)
  AND ($6::timestamptz IS NULL OR d.created_at >= $6) AND ($7::timestamptz IS NULL OR d.created_at < $7)
  AND ($8::uuid IS NULL OR d.id < $8) AND ($9::uuid IS NULL OR d.destination_id = $9) ${condition}
ORDER BY d.id DESC LIMIT $10`;
const LIST = listWhere('');
// Index deliveries_by_destination has the deliveries to all destinations but the first.
const LIST_OF_ANOTHER = listWhere('AND d.destination_id <> d.tenant_id');

/** Lists the newest deliveries that match the filter. */
export const listDeliveries = (db: TenantDb, filter: DeliveryFilter, rows: number): Promise<DeliveryRow[]> =>
  db.query<DeliveryRow>(filter.destinationId === null || filter.destinationId === db.tenantId ? LIST : LIST_OF_ANOTHER, [
    filter.statuses,
    filter.events,
    filter.customerId,
    filter.campaignId,
    filter.from,
    filter.to,
    filter.beforeId,
    filter.destinationId,
    rows,
  ]);

const FIND = `SELECT ${COLUMNS}, d.body, d.attempts_log ${SOURCE} WHERE d.tenant_id = $1 AND d.id = $2`;

export async function findDelivery(db: TenantDb, id: string): Promise<DeliveryDetailRow | null> {
  return (await db.query<DeliveryDetailRow>(FIND, [id]))[0] ?? null;
}
