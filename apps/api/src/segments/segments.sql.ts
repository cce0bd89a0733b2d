import { type CustomerId, DELETED_GROUP, type SegmentFilter } from '#libs/core';
import { conditionParameters, readControlRules, conditionsSql, customerOf, type TenantDb } from '#libs/database';

export interface SegmentRow {
  readonly id: string;
  readonly name: string;
  readonly filter: SegmentFilter | null;
  readonly updated_at: Date;
}

// Needs the primary key. A tenant has 50 rows at most.
const LIST = 'SELECT id, name, filter, updated_at FROM segments WHERE tenant_id = $1 ORDER BY name, id';
const LOCK = 'SELECT id, name, filter, updated_at FROM segments WHERE tenant_id = $1 AND id = $2 FOR UPDATE';

export const listSegments = (db: TenantDb): Promise<SegmentRow[]> => db.query<SegmentRow>(LIST);

export const lockSegment = async (db: TenantDb, id: string): Promise<SegmentRow | null> =>
  (await db.query<SegmentRow>(LOCK, [id]))[0] ?? null;

const PER_SEGMENT = 3 + conditionParameters({}, new Date(0)).length;

// Customers without a score have the score_order 1, which is outside every range.
const countColumn = (index: number): string => {
  const first = 2 + index * PER_SEGMENT;
  return `count(*) FILTER (WHERE ($${first}::text[] IS NULL OR c.label = ANY ($${first})) AND ($${first + 1}::int IS NULL OR c.score_order <= -$${first + 1}) AND ($${first + 2}::int IS NULL OR c.score_order BETWEEN -$${first + 2} AND 0) ${conditionsSql(first + 3)})::int`;
};

/** 0.57 × 10 000 is 5699.999999999999 as a double. */
const units = (score: number | null | undefined, round: (value: number) => number): number | null =>
  score == null ? null : round(Number((score * 10_000).toFixed(6)));

/**
 * Counts the customers of each filter in one pass over the customers. The values are constants when Postgres plans, so conditions that are
 * not given cost nothing.
 */
export async function countCustomers(db: TenantDb, filters: readonly SegmentFilter[], now: Date): Promise<readonly number[]> {
  const rules = filters.some((filter) => filter.control_group != null) ? await readControlRules(db, now) : null;
  const sql = `SELECT ARRAY[${filters.map((_, index) => countColumn(index)).join(',\n')}] AS counts FROM customers c WHERE c.tenant_id = $1 AND c.list_group > ${DELETED_GROUP}`;
  const values = filters.flatMap((filter) => [
    filter.labels,
    units(filter.min_score, Math.ceil),
    units(filter.max_score, Math.floor),
    ...conditionParameters(
      { ...filter, controls: rules === null || filter.control_group == null ? null : { groups: filter.control_group, ...rules } },
      now,
    ),
  ]);
  const [row] = await db.query<{ counts: readonly number[] }>(sql, values);
  return row?.counts ?? [];
}

// Needs the primary keys of segment_customers and customers. OFFSET 0 keeps the look-up of aliases apart, so that customers are found by index.
const COUNT_LISTED = `
SELECT m.segment_id AS id, count(DISTINCT c.id)::int AS customers FROM segment_customers m
CROSS JOIN LATERAL (SELECT ${customerOf('m.customer_id')} AS id OFFSET 0) named
JOIN customers c ON c.tenant_id = $1 AND c.id = named.id AND c.list_group > ${DELETED_GROUP}
WHERE m.tenant_id = $1 GROUP BY 1`;

/** Counts the customers of the segments that list them. */
export const countListed = async (db: TenantDb): Promise<ReadonlyMap<string, number>> =>
  new Map((await db.query<{ id: string; customers: number }>(COUNT_LISTED)).map(({ id, customers }) => [id, customers]));

// Needs the primary key of customers. KEY SHARE, as the foreign key takes it: an erasure at the same time waits, or comes first.
const ADD = `
INSERT INTO segment_customers (tenant_id, segment_id, customer_id)
SELECT $1, $2, id FROM (
  SELECT id FROM customers WHERE tenant_id = $1 AND id = ANY ($3::uuid[]) ORDER BY id FOR KEY SHARE) c
RETURNING 1`;

/** Adds those of the customers that exist. */
export async function addCustomers(db: TenantDb, segmentId: string, ids: readonly CustomerId[]): Promise<void> {
  await db.query(ADD, [segmentId, ids]);
}

// Reads all campaigns of the tenant, a few hundred at most besides archived ones.
const USERS = `SELECT name FROM campaigns WHERE tenant_id = $1 AND status <> 'archived' AND audience ->> 'segment' = $2 ORDER BY name LIMIT 5`;

/** Returns the names of campaigns with this segment, five at most. */
export const campaignsOf = async (db: TenantDb, id: string): Promise<string[]> =>
  (await db.query<{ name: string }>(USERS, [id])).map(({ name }) => name);
