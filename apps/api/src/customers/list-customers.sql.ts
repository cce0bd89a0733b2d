import type { TenantDb } from '#libs/database';
import type { CustomerSort } from '#libs/dto';
import { CUSTOMER_COLUMNS, type CustomerRow } from './customer-row.js';
import type { Selection } from './list-groups.js';
import type { PagePosition } from './page-cursor.js';

export interface ListedRow extends CustomerRow {
  /** The value that orders the list: the index column, a whole number as text. */
  readonly position: string;
}

interface Direction {
  readonly after: string;
  readonly until: string;
  readonly order: string;
}

// Each *_order column is the negated value, so a descending sort reads its index forwards.
const DESCENDING: Direction = { after: '>', until: '<=', order: '' };
const ASCENDING: Direction = { after: '<', until: '>=', order: ' DESC' };

/** Selects the first $5 rows of one group within (start, end]. `sift` removes rows outside the score filter at the edges of a group. */
const rowsOfGroup =
  (column: string, { after, order }: Direction, sift: string) =>
  (columns: string, end: string, limit: string): string => `
  SELECT ${columns} FROM customers c
  WHERE c.tenant_id = $1 AND c.list_group = g.list_group AND (c.${column}, c.id) ${after} ($3::bigint, $4::uuid) ${end} ${sift}
  ORDER BY c.${column}${order}, c.id${order} LIMIT ${limit}`;

// Merges the groups ($2), each read in index order. The first few rows ($8) of each group give a position where the page ends
// for certain, so no group is read far beyond it. The rows read are a small multiple of the page, at any depth.
// Bounds come from plain columns, because row-level security would keep coalesce() out of the index conditions.
const list = (column: string, direction: Direction, sift: string): string => {
  const rows = rowsOfGroup(column, direction, sift);
  const { until, order } = direction;
  return `
WITH head AS MATERIALIZED (
  SELECT h.position, h.id FROM unnest($2::smallint[]) AS g (list_group), LATERAL (${rows(`c.${column}::bigint AS position, c.id`, `AND (c.${column}, c.id) ${until} ($6::bigint, $7::uuid)`, '$8')}) h),
bound AS MATERIALIZED (
  SELECT position, id FROM (
    (SELECT position, id FROM head ORDER BY position${order}, id${order} OFFSET $5 - 1 LIMIT 1) UNION ALL SELECT $6::bigint, $7::uuid) b
  ORDER BY position${order}, id${order} LIMIT 1)
SELECT ${CUSTOMER_COLUMNS}, c.${column}::text AS position
FROM tenants t, unnest($2::smallint[]) AS g (list_group), LATERAL (${rows('*', `AND (c.${column}, c.id) ${until} ((SELECT position FROM bound), (SELECT id FROM bound))`, '$5')}) c
WHERE t.id = $1
ORDER BY c.${column}${order}, c.id${order} LIMIT $5`;
};

const SIFT = 'AND c.score_order BETWEEN $9::int AND $10::int';

// Needs index customers_by_score (tenant_id, list_group, score_order, id). The score filter sets the start and end of the range.
const BY_SCORE_DESC = list('score_order', DESCENDING, '');
const BY_SCORE_ASC = list('score_order', ASCENDING, '');
// Needs index customers_by_activity (tenant_id, list_group, activity_order, id, score_order).
const BY_ACTIVITY_DESC = list('activity_order', DESCENDING, SIFT);
const BY_ACTIVITY_ASC = list('activity_order', ASCENDING, SIFT);
// Needs index customers_by_monetary (tenant_id, list_group, monetary_order, id, score_order).
const BY_MONETARY_DESC = list('monetary_order', DESCENDING, SIFT);
const BY_MONETARY_ASC = list('monetary_order', ASCENDING, SIFT);
// Needs index customers_by_created (tenant_id, list_group, created_order, id, score_order).
const BY_CREATED_DESC = list('created_order', DESCENDING, SIFT);
const BY_CREATED_ASC = list('created_order', ASCENDING, SIFT);
// Needs index customers_by_revenue (tenant_id, list_group, revenue_order, id, score_order).
const BY_REVENUE_DESC = list('revenue_order', DESCENDING, SIFT);

interface Statement {
  readonly sql: string;
  readonly isAscending: boolean;
  readonly isByScore: boolean;
}

const STATEMENTS: Record<CustomerSort, Statement> = {
  churn_score_desc: { sql: BY_SCORE_DESC, isAscending: false, isByScore: true },
  churn_score_asc: { sql: BY_SCORE_ASC, isAscending: true, isByScore: true },
  last_activity_desc: { sql: BY_ACTIVITY_DESC, isAscending: false, isByScore: false },
  last_activity_asc: { sql: BY_ACTIVITY_ASC, isAscending: true, isByScore: false },
  monetary_desc: { sql: BY_MONETARY_DESC, isAscending: false, isByScore: false },
  monetary_asc: { sql: BY_MONETARY_ASC, isAscending: true, isByScore: false },
  created_desc: { sql: BY_CREATED_DESC, isAscending: false, isByScore: false },
  created_asc: { sql: BY_CREATED_ASC, isAscending: true, isByScore: false },
  revenue_at_risk_desc: { sql: BY_REVENUE_DESC, isAscending: false, isByScore: false },
};

const SMALLEST: PagePosition = { value: '-9223372036854775808', id: '00000000-0000-0000-0000-000000000000' };
const LARGEST: PagePosition = { value: '9223372036854775807', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
/** A few rows per group: cheap to read, and a little more than a page when the groups share it evenly. */
const SMALLEST_HEAD = 8;
const HEADS_PER_PAGE = 6;
const FEW_GROUPS = 4;

/**
 * Lists the rows of a selection in the order of a sort.
 * @param after the end of the previous page; null for the first page
 * @param limit rows to read; one row more than the page shows whether another page follows
 */
export function listCustomers(
  db: TenantDb,
  sort: CustomerSort,
  selection: Selection,
  after: PagePosition | null,
  limit: number,
): Promise<ListedRow[]> {
  const { sql, isAscending, isByScore } = STATEMENTS[sort];
  const [smallest, largest] = isByScore ? scoreRange(selection) : [SMALLEST, LARGEST];
  const [first, end] = isAscending ? [largest, smallest] : [smallest, largest];
  const start = after === null ? first : furtherOf(after, first, isAscending);
  // With so few groups, looking ahead costs more than it saves.
  const head = selection.groups.length <= FEW_GROUPS ? 0 : Math.max(SMALLEST_HEAD, Math.ceil(limit / HEADS_PER_PAGE));
  const sift = isByScore ? [] : [-selection.maxScore, -selection.minScore];
  return db.query(sql, [selection.groups, start.value, start.id, limit, end.value, end.id, head, ...sift]);
}

/** Returns the position just before a range of scores, and its last position. */
const scoreRange = ({ minScore, maxScore }: Selection): [PagePosition, PagePosition] => [
  { value: String(-maxScore), id: SMALLEST.id },
  { value: String(-minScore), id: LARGEST.id },
];

/** The filter may change between pages. The list then continues where both the cursor and the filter allow. */
function furtherOf(position: PagePosition, first: PagePosition, isAscending: boolean): PagePosition {
  const distance = BigInt(position.value) - BigInt(first.value);
  if (distance === 0n) return position;
  return distance > 0n !== isAscending ? position : first;
}
