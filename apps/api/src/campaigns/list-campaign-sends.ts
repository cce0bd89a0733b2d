import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { PageQuery } from '#libs/dto';
import { CAMPAIGN_CURSOR } from './campaign-cursor.js';
import type { SendingDto, SendingPageDto } from './campaign-sends.dto.js';
import { listCampaignSends, type SendRow } from './campaign-sends.sql.js';
import { requireCampaign } from './manage-campaigns.js';

/** Pages through the sends of a campaign. */
@Injectable()
export class ListCampaignSends {
  constructor(private readonly database: Database) {}

  /** @throws AppError `not_found` when the tenant does not have this campaign, `invalid_query` for a cursor that is not of this tenant. */
  async page(tenantId: TenantId, id: string, { cursor, limit }: PageQuery): Promise<SendingPageDto> {
    const beforeId = cursor === undefined ? null : CAMPAIGN_CURSOR.decode(tenantId, cursor);
    const rows = await this.database.transaction(tenantId, async (db) =>
      listCampaignSends(db, (await requireCampaign(db, id)).id, beforeId, limit + 1),
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    return {
      data: page.map(toSending),
      pagination: { next_cursor: hasMore && last !== undefined ? CAMPAIGN_CURSOR.encode(tenantId, last.id) : null, has_more: hasMore },
    };
  }
}

export const toSending = (row: SendRow): SendingDto => ({
  id: row.id,
  sent_at: row.sent_at.toISOString(),
  source: row.source,
  recipients: row.recipients,
  recipients_delivered: row.recipients_delivered,
  recipients_undelivered: row.recipients_undelivered,
  holdout: row.holdout,
});
