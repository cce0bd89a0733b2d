import type { FrozenSend } from '#libs/campaigns';
import { IsNull, type TenantDb } from '#libs/database';
import { WebhookSecretEntity } from '#libs/entities';

/** A send of an earlier request with the same key. */
export interface FormerSend extends FrozenSend {
  /** The body of the earlier request. */
  readonly request: string;
}

// Needs campaign_sends_by_key.
const FIND = `
SELECT id, recipients_count, holdout_count, delivery_ids, request FROM campaign_sends
WHERE tenant_id = $1 AND campaign_id = $2 AND idempotency_key = $3`;

export async function findSend(db: TenantDb, campaignId: string, key: string): Promise<FormerSend | null> {
  return (await db.query<FormerSend>(FIND, [campaignId, key]))[0] ?? null;
}

export const hasWebhookSecret = (db: TenantDb): Promise<boolean> => db.repository(WebhookSecretEntity).exists({ expiresAt: IsNull() });
