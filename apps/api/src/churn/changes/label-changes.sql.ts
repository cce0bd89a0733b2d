import { type Label, LAST_ID } from '#libs/core';
import type { TenantDb } from '#libs/database';

export interface LabelChangeRow {
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

export interface LabelChanges {
  readonly rows: readonly LabelChangeRow[];
  /** Id of the last customer that was looked at; null after the last customer of the tenant. */
  readonly after: string | null;
}

/** Lists customers whose label has changed since `since`, by id. Ids never change, so a walk over all pages misses no customer. @param after the last id of the page before */
export async function listLabelChanges(db: TenantDb, after: string, since: Date, limit: number): Promise<LabelChanges> {
  const [end] = await db.query<{ id: string }>(END, [after]);
  const rows = await db.query<LabelChangeRow>(CHANGES, [after, end?.id ?? LAST_ID, since, limit]);
  const last = rows.at(-1);
  return { rows, after: rows.length === limit && last !== undefined ? last.id : (end?.id ?? null) };
}
