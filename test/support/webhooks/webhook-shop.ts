import { patient } from '../waiting/limits.js';
import { randomUUID } from 'node:crypto';
import type { ChurnSystem } from '../servers/churn-system.js';
import { daysAgo, order } from '../shop/builders.js';
import type { OwnerConnection } from '../servers/lasting-owner.js';
import type { Shop } from '../shop/shop.js';

/** Settings that allow endpoints on this machine and make waits short. */
export const deliverySettings = (speed = 1): Record<string, string> => ({
  WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8',
  TEST_DELIVERY_SPEED: String(speed),
  SWEEP_INTERVAL_MS: '200',
});

/** Sets the address that the shop's webhooks go to, as its settings do. */
export async function setEndpoint(
  system: { readonly owner: OwnerConnection },
  shop: Shop,
  url: string | null,
  settings: { enabled?: boolean; eventTypes?: string[] } = {},
): Promise<void> {
  await system.owner.query(
    `INSERT INTO destinations (tenant_id, id, url, enabled, event_types) VALUES ($1, $1, $2, $3, $4)
     ON CONFLICT (tenant_id, id) DO UPDATE SET url = $2, enabled = $3, event_types = $4, disabled_reason = NULL`,
    [shop.tenantId, url, settings.enabled ?? true, settings.eventTypes ?? null],
  );
}

/** A shop with a secret that sends its webhooks to the address. */
export async function webhookShop(system: ChurnSystem, url: string | null): Promise<{ shop: Shop; secret: string }> {
  const shop = await system.shop();
  const secret = await system.webhookSecret(shop);
  await setEndpoint(system, shop, url);
  return { shop, secret };
}

/** Orders every ten days that ended long ago, and a visit of last week: the first score of a customer with these reports high risk. */
export const lapsed = (customerId: string): object[] => [
  ...Array.from({ length: 6 }, (_, i) => order({ customer_id: customerId, occurred_at: daysAgo(150 + 10 * i) })),
  order({ customer_id: customerId, event_type: 'page_viewed', value: undefined, occurred_at: daysAgo(7) }),
];

/** An order of yesterday, and its cancellation: one makes the customer safe, the other takes that back. */
export function returnAndLapse(customerId: string): { readonly back: object; readonly gone: object } {
  const data = { order_id: randomUUID() };
  return {
    back: order({ customer_id: customerId, event_type: 'order_created', occurred_at: daysAgo(1), data }),
    gone: order({ customer_id: customerId, event_type: 'order_cancelled', occurred_at: daysAgo(0), data }),
  };
}

/** A delivery as stored. */
export interface DeliveryRow {
  readonly id: string;
  readonly event: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly last_status_code: number | null;
  readonly dead_letter_reason: string | null;
  readonly sequence: string | null;
  readonly body: string | null;
  readonly next_attempt_at: Date | null;
  readonly attempts_log: readonly { readonly attempt: number; readonly error: string | null; readonly response_body: string | null }[];
}

/** The shop's deliveries by id. */
export const deliveriesOf = async (shop: Shop): Promise<DeliveryRow[]> =>
  (await shop.rows<DeliveryRow>('deliveries')).toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Waits until the shop has that many deliveries and all of them satisfy the condition. */
export async function untilDeliveries(
  shop: Shop,
  count: number,
  condition: (row: DeliveryRow) => boolean,
  timeoutMs = 15_000,
): Promise<DeliveryRow[]> {
  const deadline = Date.now() + patient(timeoutMs);
  for (;;) {
    const rows = await deliveriesOf(shop);
    if (rows.length >= count && rows.every(condition)) return rows;
    if (Date.now() > deadline)
      throw new Error(`not so within ${timeoutMs} ms: ${JSON.stringify(rows.map((row) => ({ ...row, body: undefined })))}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
