import type { CustomerId } from '#libs/core';
import { identifiersOf, type TenantDb } from '#libs/database';
import { REFUNDED } from '#libs/orders';
import type { Bound } from './timeline-order.js';

/** A refund of an order that was never reported. The entry of a known order shows its refunds. */
export interface LoneRefund {
  readonly order_key: string;
  readonly refunded_at: Date;
  /** Null when the whole order was refunded and its amount was never reported. */
  readonly amount: string | null;
  readonly currency: string;
  readonly test: boolean;
}

// Needs index orders_by_customer, which finds the orders without a placement. A customer has few of them, so sorting is cheap.
const LIST_REFUNDS = `
SELECT o.order_key, o.refunded_at, CASE WHEN ${REFUNDED} > 0 THEN round(${REFUNDED}, 2)::text END AS amount,
       coalesce(o.currency, t.currency) AS currency, o.test
FROM orders o JOIN tenants t ON t.id = o.tenant_id
WHERE o.tenant_id = $1 AND o.customer_id = ANY (${identifiersOf('$2::uuid')}) AND o.placed_at IS NULL
  AND (${REFUNDED} > 0 OR o.fully_refunded) AND (o.refunded_at, o.order_key) < ($3, $4::text COLLATE "C")
ORDER BY o.refunded_at DESC, o.order_key DESC LIMIT $5`;

/** Lists the customer's refunds of unknown orders, below a bound, latest first. */
export const listLoneRefunds = (db: TenantDb, id: CustomerId, { at, key }: Bound, rows: number): Promise<LoneRefund[]> =>
  db.query<LoneRefund>(LIST_REFUNDS, [id, at, key ?? '', rows]);
