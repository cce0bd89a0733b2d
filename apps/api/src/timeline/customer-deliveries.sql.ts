import { type CustomerId, type DeliveryStatus, firstIdOf, type OutboundEvent } from '#libs/core';
import { identifiersOf, type TenantDb } from '#libs/database';
import type { Bound } from './timeline-order.js';

export interface CustomerDelivery {
  readonly id: string;
  readonly event: OutboundEvent['event'];
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly last_status_code: number | null;
}

// The id carries the time of the event, so one order serves both. Needs deliveries_by_customer, read backwards. Deliveries of campaigns
// name no customer in this column.
const LIST_DELIVERIES = `
SELECT id, event, status, attempts, last_status_code FROM deliveries
WHERE tenant_id = $1 AND customer_id = ANY (${identifiersOf('$2::uuid')}) AND id < $3 ORDER BY id DESC LIMIT $4`;

/** Lists the webhook events about the customer, below a bound, latest first. */
export const listCustomerDeliveries = (db: TenantDb, id: CustomerId, { at, key }: Bound, rows: number): Promise<CustomerDelivery[]> =>
  db.query<CustomerDelivery>(LIST_DELIVERIES, [id, key ?? firstIdOf(at), rows]);
