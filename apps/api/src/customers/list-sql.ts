import { CUSTOMER_COLUMNS } from './customer-row.js';

/** A column with an index that begins with it, and the order within. A filter selects some of its values, and the query merges them. */
export interface Grouping {
  readonly column: 'list_group' | 'lifecycle';
  readonly type: 'smallint' | 'text';
}

/** The signs of an order. */
export interface Direction {
  readonly after: string;
  readonly until: string;
  readonly order: string;
}

// Each *_order column is the negated value, so a descending sort reads its index forwards.
export const DESCENDING: Direction = { after: '>', until: '<=', order: '' };
export const ASCENDING: Direction = { after: '<', until: '>=', order: ' DESC' };

/** Selects the first $5 rows of one group within (start, end]. `sift` removes rows outside the score filter at the edges of a group. */
const rowsOfGroup =
  (group: Grouping, column: string, { after, order }: Direction, sift: string) =>
  (columns: string, end: string, limit: string): string => `
  SELECT ${columns} FROM customers c
  WHERE c.tenant_id = $1 AND c.${group.column} = g.chosen AND (c.${column}, c.id) ${after} ($3::bigint, $4::uuid) ${end} ${sift}
  ORDER BY c.${column}${order}, c.id${order} LIMIT ${limit}`;

// Merges the groups ($2), each read in index order. The first few rows ($8) of each group give a position where the page ends
// for certain, so no group is read far beyond it. The rows read are a small multiple of the page, at any depth.
// Bounds come from plain columns, because row-level security would keep coalesce() out of the index conditions.
export function listSql(group: Grouping, column: string, isAscending: boolean, sift: string): string {
  const direction = isAscending ? ASCENDING : DESCENDING;
  const chosen = `unnest($2::${group.type}[]) AS g (chosen)`;
  const rows = rowsOfGroup(group, column, direction, sift);
  const { until, order } = direction;
  return `
WITH head AS MATERIALIZED (
  SELECT h.position, h.id FROM ${chosen}, LATERAL (${rows(`c.${column}::bigint AS position, c.id`, `AND (c.${column}, c.id) ${until} ($6::bigint, $7::uuid)`, '$8')}) h),
bound AS MATERIALIZED (
  SELECT position, id FROM (
    (SELECT position, id FROM head ORDER BY position${order}, id${order} OFFSET $5 - 1 LIMIT 1) UNION ALL SELECT $6::bigint, $7::uuid) b
  ORDER BY position${order}, id${order} LIMIT 1)
SELECT ${CUSTOMER_COLUMNS}, c.${column}::text AS position
FROM tenants t, ${chosen}, LATERAL (${rows('*', `AND (c.${column}, c.id) ${until} ((SELECT position FROM bound), (SELECT id FROM bound))`, '$5')}) c
WHERE t.id = $1
ORDER BY c.${column}${order}, c.id${order} LIMIT $5`;
}

/**
 * Returns SQL that finds a position up to which each group has at most $7 + 1 customers, between the start ($3, $4) and the end ($5, $6). It
 * finds none when the end is such a position.
 */
export function reachSql(group: Grouping, column: string, isAscending: boolean): string {
  const direction = isAscending ? ASCENDING : DESCENDING;
  const { until, order } = direction;
  const rows = rowsOfGroup(group, column, direction, '');
  return `
SELECT h.position::text AS value, h.id FROM unnest($2::${group.type}[]) AS g (chosen),
LATERAL (${rows(`c.${column} AS position, c.id`, `AND (c.${column}, c.id) ${until} ($5::bigint, $6::uuid)`, '1 OFFSET $7')}) h
ORDER BY h.position${order}, h.id${order} LIMIT 1`;
}
