import type { TenantDb } from '#libs/database';

// Needs the primary key of storefront_connections. $4 keeps a busy shop from updating its row with every call.
const NOTE_WEBHOOK = `
UPDATE storefront_connections
SET last_webhook_at = $3, connected_at = coalesce(connected_at, $3), status = CASE WHEN status = 'pending' THEN 'connected' ELSE status END
WHERE tenant_id = $1 AND id = $2 AND status <> 'disconnected' AND (last_webhook_at IS NULL OR last_webhook_at < $4 OR status = 'pending')`;

/** Records a call of the shop. The first call completes a pending connection. @param since a recorded time newer than this stays. */
export async function noteWebhook(db: TenantDb, connectionId: string, now: Date, since: Date): Promise<void> {
  await db.query(NOTE_WEBHOOK, [connectionId, now, since]);
}
