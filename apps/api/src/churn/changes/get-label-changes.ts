import { Injectable } from '@nestjs/common';
import { AppError, Clock, FIRST_ID, MINUTE_MS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { LabelChangeDto, LabelChangePageDto, LabelChangesQuery } from '#libs/dto';
import { toChurnSummary } from '../../customers/customer-row.js';
import { decodeChangesCursor, encodeChangesCursor } from './changes-cursor.js';
import { type LabelChangeRow, listLabelChanges } from './label-changes.sql.js';

/** A score has its time before its transaction commits, by the clock of another process. No transaction takes as long as this. */
const OVERLAP_MS = 5 * MINUTE_MS;

/** Lists label changes of every cause, also those that trigger no webhooks, for merchants who mirror labels. */
@Injectable()
export class GetLabelChanges {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `invalid_query` for a cursor of another walk, and for a time in the future. */
  async page(tenantId: TenantId, query: LabelChangesQuery): Promise<LabelChangePageDto> {
    const now = this.clock.now();
    const since = sinceOf(query.since, now);
    const place =
      query.cursor === undefined ? { id: FIRST_ID, beganMs: now.getTime() } : decodeChangesCursor(tenantId, since, query.cursor, now);
    const { rows, after } = await this.database.transaction(tenantId, (db) => listLabelChanges(db, place.id, since, query.limit));
    return {
      data: rows.map(toChange),
      pagination: {
        next_cursor: after === null ? null : encodeChangesCursor(tenantId, since, { id: after, beganMs: place.beganMs }),
        has_more: after !== null,
      },
      next_since: new Date(Math.max(since.getTime(), place.beganMs - OVERLAP_MS)).toISOString(),
    };
  }
}

function sinceOf(text: string, now: Date): Date {
  const since = new Date(text);
  if (since <= now) return since;
  const message = `since is ${since.toISOString()}, which has not come: it must not be later than ${now.toISOString()}`;
  throw new AppError('invalid_query', message, [{ field: 'since', code: 'out_of_range', message }]);
}

const toChange = (row: LabelChangeRow): LabelChangeDto => ({
  external_id: row.external_id,
  churn: toChurnSummary(row),
  changed_at: row.label_since.toISOString(),
});
