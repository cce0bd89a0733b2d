import type { CustomerConditions, Lifecycle } from '#libs/core';
import { conditionParameters, conditionsSql, hasConditions, type TenantDb } from '#libs/database';
import type { CustomerSort } from '#libs/dto';
import { CUSTOMER_COLUMNS, type CustomerRow } from './customer-row.js';
import type { Selection } from './list-groups.js';
import { ASCENDING, DESCENDING, type Grouping, listSql } from './list-sql.js';
import { type PagePosition, withinBigint } from './page-cursor.js';
import { findRare, listRare, type RarePage, type Sifted } from './rare-conditions.sql.js';

export interface ListedRow extends CustomerRow {
  /** The value that orders the list: the index column, a whole number as text. */
  readonly position: string;
}

const BY_GROUP: Grouping = { column: 'list_group', type: 'smallint' };
const BY_LIFECYCLE: Grouping = { column: 'lifecycle', type: 'text' };

/** The column that each sort orders by. Its index is customers (tenant_id, list_group, column, id). */
const COLUMNS: Record<CustomerSort, string> = {
  churn_score_desc: 'score_order',
  churn_score_asc: 'score_order',
  last_activity_desc: 'activity_order',
  last_activity_asc: 'activity_order',
  monetary_desc: 'monetary_order',
  monetary_asc: 'monetary_order',
  created_desc: 'created_order',
  created_asc: 'created_order',
  revenue_at_risk_desc: 'revenue_order',
  // Before there is evidence. With it, see listByContactValue.
  contact_value_desc: 'revenue_order',
};

const BY_SCORE = 'score_order';
/** A sort by score finds the scores by the ends of its range, every other one by looking at them. */
const WITHIN_SCORES = 'AND c.score_order BETWEEN $9::int AND $10::int';
// The literal lifecycles let Postgres take the partial index.
const IN_GROUPS = `AND c.lifecycle IN ('slipping', 'lost') ${WITHIN_SCORES} AND c.list_group = ANY ($11::smallint[])`;

type Lifecycles = CustomerConditions['lifecycle'];

/** Tells whether all customers of these lifecycles are late; customers_by_lateness has them. */
export const areLate = (lifecycles: Lifecycles): lifecycles is readonly Lifecycle[] =>
  lifecycles != null && lifecycles.every((each) => each === 'slipping' || each === 'lost');

const statements = new Map<string, string>();

function statementFor(sort: CustomerSort, by: Grouping, isSifted: boolean): string {
  const key = `${sort} ${by.column} ${isSifted}`;
  const known = statements.get(key);
  if (known !== undefined) return known;
  const column = COLUMNS[sort];
  const [scores, first] = by === BY_LIFECYCLE ? [IN_GROUPS, 12] : column === BY_SCORE ? ['', 9] : [WITHIN_SCORES, 11];
  const sql = listSql(by, column, sort.endsWith('_asc'), isSifted ? `${scores} ${conditionsSql(first)}` : scores);
  statements.set(key, sql);
  return sql;
}

const SMALLEST: PagePosition = { value: '-9223372036854775808', id: '00000000-0000-0000-0000-000000000000' };
const LARGEST: PagePosition = { value: '9223372036854775807', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
/** A few rows per group: cheap to read, and a little more than a page when the groups share it evenly. */
const SMALLEST_HEAD = 8;
const HEADS_PER_PAGE = 6;
const FEW_GROUPS = 4;

/** The customers of a list, besides the selection by label and score. */
export type ListConditions = Pick<Sifted, 'conditions' | 'now'>;

/**
 * Lists the rows of a selection in the order of a sort.
 *
 * If one of the conditions leaves few customers and has an index, these are read and sorted. Otherwise the conditions are looked at row by
 * row in the order of the sort: a page of frequent customers costs what a page costs, and one whom hardly anybody meets reads all customers
 * of the selection. Customers who slip away or are lost, sorted by revenue at risk, have an index of their own: customers_by_lateness
 * (tenant_id, lifecycle, revenue_order, id).
 * @param after the end of the previous page; null for the first page
 * @param limit rows to read; one row more than the page shows whether another page follows
 */
export async function listCustomers(
  db: TenantDb,
  { sort, ...sifted }: { sort: CustomerSort } & Sifted,
  after: PagePosition | null,
  limit: number,
): Promise<ListedRow[]> {
  const { selection, conditions, now } = sifted;
  const isAscending = sort.endsWith('_asc');
  const isByScore = COLUMNS[sort] === BY_SCORE;
  const [smallest, largest] = isByScore ? scoreRange(selection) : [SMALLEST, LARGEST];
  const [first, end] = isAscending ? [largest, smallest] : [smallest, largest];
  const start = after === null ? first : furtherOf(storable(after), first, isAscending);
  const isSifted = hasConditions(conditions);
  const rare = isSifted ? await findRare(db, sifted) : null;
  if (rare !== null) return listRare<ListedRow>(db, rare, sifted, pageOf(COLUMNS[sort], isAscending, start, limit));
  const lifecycles = COLUMNS[sort] === 'revenue_order' && areLate(conditions.lifecycle) ? conditions.lifecycle : null;
  const groups = lifecycles === null ? selection.groups : [...new Set(lifecycles)];
  // With so few groups, looking ahead costs more than it saves; so it does where a group may have to be read to its end to find a few rows.
  const head = isSifted || groups.length <= FEW_GROUPS ? 0 : Math.max(SMALLEST_HEAD, Math.ceil(limit / HEADS_PER_PAGE));
  return db.query(statementFor(sort, lifecycles === null ? BY_GROUP : BY_LIFECYCLE, isSifted), [
    groups,
    start.value,
    start.id,
    limit,
    end.value,
    end.id,
    head,
    ...(isByScore ? [] : [-selection.maxScore, -selection.minScore]),
    ...(lifecycles === null ? [] : [selection.groups]),
    ...(isSifted ? conditionParameters(conditions, now) : []),
  ]);
}

function pageOf(column: string, isAscending: boolean, start: PagePosition, limit: number): RarePage {
  const { after, order } = isAscending ? ASCENDING : DESCENDING;
  return {
    columns: `${CUSTOMER_COLUMNS}, c.${column}::text AS position`,
    after: `(c.${column}, c.id) ${after} ($2::bigint, $3::uuid)`,
    order: `c.${column}${order}, c.id${order}`,
    start: [start.value, start.id],
    limit,
  };
}

/** Returns the position just before a range of scores, and its last position. */
const scoreRange = ({ minScore, maxScore }: Selection): [PagePosition, PagePosition] => [
  { value: String(-maxScore), id: SMALLEST.id },
  { value: String(-minScore), id: LARGEST.id },
];

/** The end of a page by the value of a contact may lie outside a bigint, and the evidence for such values may be gone on the next page. */
const storable = ({ value, id }: PagePosition): PagePosition => ({ value: String(withinBigint(BigInt(value))), id });

/** The filter may change between pages. The list then continues where both the cursor and the filter allow. */
function furtherOf(position: PagePosition, first: PagePosition, isAscending: boolean): PagePosition {
  const distance = BigInt(position.value) - BigInt(first.value);
  if (distance === 0n) return position;
  return distance > 0n !== isAscending ? position : first;
}
