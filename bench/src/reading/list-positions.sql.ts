import type { CustomerConditions } from '#libs/core';
import { conditionParameters, conditionsSql } from '#libs/database';
import type { CustomerSort } from '#libs/dto';
import type { Client } from 'pg';
import type { PageEnd, Selection } from './built-list.js';

const NO_ID = '00000000-0000-0000-0000-000000000000';

const COLUMNS = {
  churn_score: 'score_order',
  last_activity: 'activity_order',
  monetary: 'monetary_order',
  created: 'created_order',
  revenue_at_risk: 'revenue_order',
} as const;

const columnOf = (sort: CustomerSort): string => COLUMNS[sort.replace(/_(asc|desc)$/, '') as keyof typeof COLUMNS];

/** Returns positions at the relative `depths` (0 to 1) of a filtered list; empty when the filter matches no customer. */
export async function positionsAt(
  owner: Client,
  tenantId: string,
  { sort, selection, conditions }: { sort: CustomerSort; selection: Selection; conditions: CustomerConditions },
  depths: readonly number[],
): Promise<PageEnd[]> {
  const { groups, labels, minScore, maxScore } = selection;
  const shares = depths.map((depth) => (sort.endsWith('_asc') ? 1 - depth : depth));
  const sql = `
SELECT unnest(percentile_disc($5::float8[]) WITHIN GROUP (ORDER BY ${columnOf(sort)}))::text AS value FROM customers c
WHERE tenant_id = $1 AND list_group = ANY ($2::smallint[]) AND score_order BETWEEN $3 AND $4 AND ($6::text[] IS NULL OR label = ANY ($6)) ${conditionsSql(7)}`;
  const { rows } = await owner.query<{ value: string | null }>(sql, [
    tenantId,
    groups,
    -maxScore,
    -minScore,
    shares,
    labels,
    ...conditionParameters(conditions, new Date()),
  ]);
  return rows.flatMap(({ value }) => (value === null ? [] : [{ isScored: true, value, id: NO_ID }]));
}
