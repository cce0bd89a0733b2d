import type { Client } from 'pg';
import type { OrderFacts } from '#libs/scoring';

const FILL = `
INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, currency, refunded, refunded_at, fully_refunded, test)
SELECT $1, gen_random_uuid(), $2::uuid, now(), CASE WHEN cancelled THEN 3 ELSE 2 END, to_timestamp("placedAtMs" / 1000), amount / 10000,
       CASE WHEN "foreign" THEN 'USD' ELSE 'EUR' END, refunded / 10000, to_timestamp("refundedAtMs" / 1000), "fullyRefunded", test
FROM jsonb_to_recordset($3::jsonb) AS o ("placedAtMs" numeric, amount numeric, refunded numeric, "refundedAtMs" numeric,
     "fullyRefunded" boolean, cancelled boolean, test boolean, "foreign" boolean)`;

/** Stores orders of a customer behind the service's back, as if a worker had folded them. */
export async function fillWithOrders(owner: Client, tenantId: string, customerId: string, rows: readonly OrderFacts[]): Promise<void> {
  await owner.query(FILL, [tenantId, customerId, JSON.stringify(rows)]);
}
