import { Injectable, type StreamableFile } from '@nestjs/common';
import { conflict, isUuid, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { csvCell } from '#libs/order-import';
import { Downloads } from '../http/transport/downloads.js';
import { findSendParts, readRecipients, type RecipientRow, type SendParts } from './campaign-sends.sql.js';

/** Spreadsheets read the file as UTF-8 only with a byte order mark. */
const HEAD = '\uFEFFexternal_id,score,label,lifecycle,revenue_at_risk,currency,delivery\r\n';

/** Sends the recipients of a send as a CSV file, reading one part of up to a thousand at a time. */
@Injectable()
export class DownloadRecipients {
  constructor(
    private readonly database: Database,
    private readonly downloads: Downloads,
  ) {}

  /** @throws AppError `not_found` when the tenant does not have this send of this campaign; `conflict` while the worker makes its deliveries; the errors of `Downloads`. */
  async open(tenantId: TenantId, campaignId: string, sendId: string): Promise<StreamableFile> {
    const isPossible = isUuid(campaignId) && isUuid(sendId);
    const send = isPossible ? await this.database.transaction(tenantId, (db) => findSendParts(db, campaignId, sendId)) : null;
    if (send === null) throw notFound('send of the campaign');
    if (send.open > 0) throw conflict('the deliveries of this send are being made, so its recipients are not final: try again in a minute');
    return this.downloads.open(tenantId, this.partsOf(tenantId, send), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="recipients-${send.sent_at.toISOString().slice(0, 10)}.csv"`,
    });
  }

  private async *partsOf(tenantId: TenantId, send: SendParts): AsyncGenerator<string> {
    yield HEAD + (await this.read(tenantId, send, 0));
    for (let part = 1; part < send.parts; part += 1) yield await this.read(tenantId, send, part);
  }

  private async read(tenantId: TenantId, send: SendParts, part: number): Promise<string> {
    const rows = await this.database.transaction(tenantId, (db) => readRecipients(db, send, part));
    return rows.map(lineOf).join('');
  }
}

function lineOf({ state, ...row }: RecipientRow): string {
  const delivery = state === 'delivered' || state === 'undelivered' ? state : 'under_way';
  const cells = [row.external_id, row.score, row.label, row.lifecycle, row.revenue_at_risk, row.currency, delivery];
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;
}
