import { type TenantDb } from '#libs/database';
import { recordAudit } from '#libs/tenants';

// Needs the primary key.
const NOTE = 'UPDATE storefront_connections SET currency = $3 WHERE tenant_id = $1 AND id = $2 AND currency IS NULL RETURNING id';
/** SQL condition: the tenant `$1` has no orders. Needs the primary keys. A tenant without orders has few other events. */
export const HAS_NO_ORDERS = `
NOT EXISTS (SELECT 1 FROM events WHERE tenant_id = $1 AND event_type LIKE 'order\\_%')
AND NOT EXISTS (SELECT 1 FROM orders WHERE tenant_id = $1)`;

// Runs once for a connection.
const TAKE_OVER = `UPDATE tenants SET currency = $2 WHERE id = $1 AND currency <> $2 AND ${HAS_NO_ORDERS} RETURNING id`;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * Records the currency of a connected shop, before its first orders are stored. A tenant without any orders takes it over, because sums of
 * money and scores count orders in the tenant's currency only.
 */
export async function noteShopCurrency(db: TenantDb, connectionId: string, currency: string, now: Date): Promise<void> {
  if (!CURRENCIES.has(currency) || (await db.query(NOTE, [connectionId, currency])).length === 0) return;
  if ((await db.query(TAKE_OVER, [currency])).length === 0) return;
  await recordAudit(db, { action: 'settings.changed', actor: { kind: 'system' }, details: { fields: ['currency'] } }, now);
}
