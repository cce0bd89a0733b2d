import { LIMITS, newId, newIds } from '#libs/core';
import { horizonOfVersion, type TenantDb } from '#libs/database';
import { CampaignEntity, CampaignSendEntity } from '#libs/entities';
import { type Choice, freezeAudience } from './audience.sql.js';
import type { CampaignRow } from './campaigns.sql.js';

/** The cause of a send. */
export type SendSource = 'manual' | 'schedule' | 'trigger';

export interface SendInput extends Choice {
  readonly source: SendSource;
  /** Idempotency key of the request and its body as text; null for sends that are never repeated. */
  readonly request: { readonly key: string; readonly body: string } | null;
}

/** A send whose recipients are fixed. */
export interface FrozenSend {
  readonly id: string;
  readonly recipients_count: number;
  readonly holdout_count: number;
  /** One id per part of up to 1,000 recipients, in order; none for the channel `download`. */
  readonly delivery_ids: readonly string[];
}

/** Default horizon for a shop with no setting, no model and no score. */
const WINDOW_DAYS = 90;

// The days within which a recipient must order to count as returned: the tenant's horizon now. Needs models_one_active and customers_by_score.
const INSERT = `
INSERT INTO campaign_sends (tenant_id, id, campaign_id, source, idempotency_key, request, name, window_days, sent_at)
SELECT t.id, $2, $3, $4, $5, $6, $7, coalesce(t.horizon_days,
  (SELECT horizon_days FROM models WHERE tenant_id = $1 AND status = 'active'),
  (SELECT ${horizonOfVersion('model_version')} FROM customers WHERE tenant_id = $1 AND list_group >= 0 ORDER BY list_group LIMIT 1), ${WINDOW_DAYS}), $8
FROM tenants t WHERE t.id = $1`;

/**
 * Fixes the recipients of the send. The deliveries follow from them, whatever happens to customers, campaign or processes later. The
 * caller holds `lockCampaigns` and has checked the status of the campaign.
 */
export async function freezeSend(db: TenantDb, campaign: CampaignRow, input: SendInput, now: Date): Promise<FrozenSend> {
  const { source, request } = input;
  const id = newId();
  await db.query(INSERT, [
    id, campaign.id, source, request?.key ?? null, request?.body ?? null, campaign.name, now,
  ]); // prettier-ignore
  const parts = await freezeAudience(db, campaign, input, id, now);
  const recipients = parts.reduce((sum, part) => sum + part.recipients_count, 0);
  const send = {
    id,
    recipients_count: recipients,
    holdout_count: parts.reduce((sum, part) => sum + part.holdout_count, 0),
    delivery_ids: campaign.channel === 'download' ? [] : newIds(Math.ceil(recipients / LIMITS.campaign.recipientsPerDelivery)),
  };
  await db
    .repository(CampaignSendEntity)
    .update({ id }, { recipientsCount: send.recipients_count, holdoutCount: send.holdout_count, deliveryIds: send.delivery_ids });
  await db.repository(CampaignEntity).update({ id: campaign.id }, { lastSentAt: now });
  return send;
}
