import { Injectable, type StreamableFile } from '@nestjs/common';
import { AppError, type CampaignArm, Clock, conflict, type CustomerId, isUuid, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { csvCell } from '#libs/order-import';
import { explainedTogether, ExplainScore, listChurn } from '#libs/customers';
import { Downloads } from '../http/transport/downloads.js';
import { findSendParts, readRecipients, type RecipientRow, type SendParts } from './campaign-sends.sql.js';

/** Spreadsheets read the file as UTF-8 only with a byte order mark. */
const HEAD = '\uFEFFexternal_id,score,label,lifecycle,to_win,currency,delivery,reason,marketing_consent,arm,arm_text\r\n';

/** The send to download; `arm` is the name of one arm, or null for all. */
interface AskedRecipients {
  readonly campaignId: string;
  readonly sendId: string;
  readonly arm: string | null;
}

/** Sends the recipients of a send as a CSV file with the first reason of each score, reading one part of up to a thousand at a time. */
@Injectable()
export class DownloadRecipients {
  constructor(
    private readonly database: Database,
    private readonly downloads: Downloads,
    private readonly explainScore: ExplainScore,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` when the tenant does not have this send of this campaign; `conflict` while the worker makes its deliveries; the errors of `Downloads`. */
  async open(tenantId: TenantId, { campaignId, sendId, arm }: AskedRecipients): Promise<StreamableFile> {
    const isPossible = isUuid(campaignId) && isUuid(sendId);
    const send = isPossible ? await this.database.transaction(tenantId, (db) => findSendParts(db, campaignId, sendId)) : null;
    if (send === null) throw notFound('send of the campaign');
    if (send.open > 0) throw conflict('the deliveries of this send are being made, so its recipients are not final: try again in a minute');
    const place = arm === null ? null : placeOf(send.arms, arm);
    return this.downloads.open(tenantId, this.partsOf(tenantId, send, place), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="recipients-${send.sent_at.toISOString().slice(0, 10)}.csv"`,
    });
  }

  private async *partsOf(tenantId: TenantId, send: SendParts, arm: number | null): AsyncGenerator<string> {
    yield HEAD;
    for (let part = 0; part < send.parts; part += 1) yield await this.read(tenantId, send, part, arm);
  }

  private async read(tenantId: TenantId, send: SendParts, part: number, arm: number | null): Promise<string> {
    const rows = await this.database.transaction(tenantId, (db) => readRecipients(db, send, part, arm));
    const reasons = new Map<CustomerId, string>();
    for (const some of explainedTogether(rows)) await this.addReasons(tenantId, some, reasons);
    return rows.map((row) => lineOf(row, reasons.get(row.id) ?? '', row.arm === null ? undefined : send.arms[row.arm])).join('');
  }

  private async addReasons(tenantId: TenantId, ids: readonly CustomerId[], reasons: Map<CustomerId, string>): Promise<void> {
    const now = this.clock.now();
    await this.database.transaction(tenantId, async (db) => {
      const rows = await listChurn(db, ids, now.toISOString().slice(0, 10));
      await this.explainScore.explainEach(db, rows, now, ({ id }, { scored }) => {
        const [first] = scored?.explanation ?? [];
        if (first !== undefined) reasons.set(id, first.text);
      });
    });
  }
}

/** @throws AppError `invalid_query` for the name of no arm */
function placeOf(arms: readonly CampaignArm[], name: string): number {
  const place = arms.findIndex((arm) => arm.name === name);
  const allowed = arms.length === 0 ? 'left out, because the campaign has no arms' : `one of ${arms.map((arm) => arm.name).join(', ')}`;
  if (place !== -1) return place;
  const message = `arm is ${JSON.stringify(name.slice(0, 80))}: it must be ${allowed}`;
  throw new AppError('invalid_query', message, [{ field: 'arm', code: 'not_allowed', message }]);
}

function lineOf({ state, ...row }: RecipientRow, reason: string, arm: CampaignArm | undefined): string {
  const delivery = state === 'delivered' ? 'contacted' : state === 'undelivered' ? 'not contacted' : 'not contacted yet';
  const cells = [
    row.external_id,
    row.score,
    row.label,
    row.lifecycle,
    row.to_win,
    row.currency,
    delivery,
    reason,
    row.marketing_consent,
    arm?.name,
    arm?.text,
  ];
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;
}
