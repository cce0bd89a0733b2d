import { Injectable } from '@nestjs/common';
import { AppError, Clock, FIRST_ID, type Label, LAST_ID, MINUTE_MS, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import type { LabelChangeDto, LabelChangePageDto, LabelChangesQuery } from '#libs/dto';
import { toChurnSummary } from '#libs/customers';
import { decodeChangesCursor, encodeChangesCursor } from './changes-cursor.js';

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

interface LabelChangeRow {
  readonly id: string;
  readonly external_id: string;
  readonly score: string | null;
  readonly label: Label | null;
  readonly calculated_at: Date | null;
  readonly model_version: string | null;
  readonly label_since: Date;
}

/** Customers that one request looks at. Scoring writes `label_since` often, so an index on it would cost more than these looks. */
const MOST_LOOKED_AT = 10_000;

// Needs the primary key of customers.
const END = `SELECT id FROM customers WHERE tenant_id = $1 AND id > $2 ORDER BY id OFFSET ${MOST_LOOKED_AT - 1} LIMIT 1`;
const CHANGES = `
SELECT id, external_id, score, label, calculated_at, model_version, label_since FROM customers
WHERE tenant_id = $1 AND id > $2 AND id <= $3 AND label_since >= $4 ORDER BY id LIMIT $5`;

interface LabelChanges {
  readonly rows: readonly LabelChangeRow[];
  /** Id of the last customer that was looked at; null after the last customer of the tenant. */
  readonly after: string | null;
}

/**
 * Lists by id the customers with a label that changed at or after `since`. Ids never change, so a walk over all pages finds each customer.
 * @param after the last id of the previous page
 */
async function listLabelChanges(db: TenantDb, after: string, since: Date, limit: number): Promise<LabelChanges> {
  const [end] = await db.query<{ id: string }>(END, [after]);
  const rows = await db.query<LabelChangeRow>(CHANGES, [after, end?.id ?? LAST_ID, since, limit]);
  const last = rows.at(-1);
  return { rows, after: rows.length === limit && last !== undefined ? last.id : (end?.id ?? null) };
}
