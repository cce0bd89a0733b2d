import { LIMITS, newId, newIds } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { CampaignEntity, CampaignSendEntity } from '#libs/entities';
import { type Choice, freezeAudience } from './audience.sql.js';
import type { CampaignRow } from './campaigns.sql.js';
import { readShopWindow } from './shop-window.sql.js';

/** The cause of a send. */
export type SendSource = 'manual' | 'schedule' | 'trigger';

export interface SendInput extends Choice {
  readonly source: SendSource;
  /** Idempotency key of the request and its body as text; null for sends that are never repeated. */
  readonly request: { readonly key: string; readonly body: string } | null;
}

/** A send with fixed recipients. */
export interface FrozenSend {
  readonly id: string;
  readonly recipients_count: number;
  readonly holdout_count: number;
  /** One id per part of up to 1,000 recipients, in order; none for the channel `download`. */
  readonly delivery_ids: readonly string[];
}

const INSERT = `
INSERT INTO campaign_sends (tenant_id, id, campaign_id, source, idempotency_key, request, name, window_days, holdout_percent, sent_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

/**
 * Fixes the recipients of the send. The deliveries follow from them, even if customers, campaign or processes change later. The caller
 * holds `lockCampaigns` and has checked the status of the campaign.
 */
export async function freezeSend(db: TenantDb, campaign: CampaignRow, input: SendInput, now: Date): Promise<FrozenSend> {
  const { source, request } = input;
  const id = newId();
  await db.query(INSERT, [
    id,
    campaign.id,
    source,
    request?.key ?? null,
    request?.body ?? null,
    campaign.name,
    campaign.window_days ?? (await readShopWindow(db)),
    campaign.holdout_percent,
    now,
  ]);
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
