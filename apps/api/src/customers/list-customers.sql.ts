import { conditionParameters, conditionsSql, hasConditions, type TenantDb } from '#libs/database';
import type { CustomerSort } from '#libs/dto';
import { CUSTOMER_COLUMNS, type CustomerRow } from './customer-row.js';
import type { Selection } from './list-groups.js';
import { ASCENDING, DESCENDING, type Grouping, listSql, siftedSql } from './list-sql.js';
import type { PagePosition } from './page-cursor.js';
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
};

const BY_SCORE = 'score_order';
/** A sort by score finds the scores by the ends of its range, every other one by looking at them. */
const WITHIN_SCORES = 'AND c.score_order BETWEEN $9::int AND $10::int';
const IN_GROUPS = `${WITHIN_SCORES} AND c.list_group = ANY ($11::smallint[])`;

/** A page of a list, or some rows that may not meet all conditions. */
type Form = 'page' | 'sifted rows';

const statements = new Map<string, string>();

function statementFor(sort: CustomerSort, form: Form): string {
  const known = statements.get(`${sort} ${form}`);
  if (known !== undefined) return known;
  const column = COLUMNS[sort];
  const [sift, first] = column === BY_SCORE ? ['', 9] : [WITHIN_SCORES, 11];
  const isAscending = sort.endsWith('_asc');
  const sql =
    form === 'page'
      ? listSql(BY_GROUP, column, isAscending, sift)
      : siftedSql(BY_GROUP, column, isAscending, { sift, conditions: conditionsSql(first) });
  statements.set(`${sort} ${form}`, sql);
  return sql;
}

const LIST_LIFECYCLES = listSql(BY_LIFECYCLE, 'revenue_order', false, `${IN_GROUPS} ${conditionsSql(12)}`);

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
 * If one of the conditions leaves few customers and has an index, these are read and sorted. Otherwise the list is read in its order, and
 * whoever does not meet the conditions is left out: a page of frequent customers costs little more than one without conditions, and one
 * whom hardly anybody meets reads all customers of the selection. Lifecycles sorted by revenue at risk have an index of their own:
 * customers_by_lifecycle (tenant_id, lifecycle, revenue_order, id).
 * @param after the end of the previous page; null for the first page
 * @param limit rows to read; one row more than the page shows whether another page follows
 */
export async function listCustomers(
  db: TenantDb,
  { sort, ...sifted }: { sort: CustomerSort } & Sifted,
  after: PagePosition | null,
  limit: number,
): Promise<ListedRow[]> {
  const { selection, conditions } = sifted;
  const isAscending = sort.endsWith('_asc');
  const [smallest, largest] = COLUMNS[sort] === BY_SCORE ? scoreRange(selection) : [SMALLEST, LARGEST];
  const [first, end] = isAscending ? [largest, smallest] : [smallest, largest];
  const start = after === null ? first : furtherOf(after, first, isAscending);
  const range = { sort, start, end };
  if (!hasConditions(conditions)) return db.query(statementFor(sort, 'page'), parametersOf(range, selection, limit));
  const rare = await findRare(db, sifted);
  if (rare !== null) return listRare<ListedRow>(db, rare, sifted, pageOf(COLUMNS[sort], isAscending, start, limit));
  return sort === 'revenue_at_risk_desc' && conditions.lifecycle != null
    ? listLifecycles(db, range, sifted, limit)
    : listSifted(db, range, sifted, limit);
}

/** The part of a list that is still to be read. */
interface Range {
  readonly sort: CustomerSort;
  readonly start: PagePosition;
  readonly end: PagePosition;
}

function parametersOf({ sort, start, end }: Range, selection: Selection, limit: number): unknown[] {
  // With so few groups, looking ahead costs more than it saves.
  const head = selection.groups.length <= FEW_GROUPS ? 0 : Math.max(SMALLEST_HEAD, Math.ceil(limit / HEADS_PER_PAGE));
  const scores = COLUMNS[sort] === BY_SCORE ? [] : [-selection.maxScore, -selection.minScore];
  return [selection.groups, start.value, start.id, limit, end.value, end.id, head, ...scores];
}

function listLifecycles(db: TenantDb, { start, end }: Range, { selection, conditions, now }: Sifted, limit: number): Promise<ListedRow[]> {
  const { groups, minScore, maxScore } = selection;
  const page = [[...new Set(conditions.lifecycle)], start.value, start.id, limit, end.value, end.id, 0];
  return db.query(LIST_LIFECYCLES, [...page, -maxScore, -minScore, groups, ...conditionParameters(conditions, now)]);
}

const FIRST_ROWS = 400;
const MOST_ROWS = 6400;

/** Reads more and more rows at a time, until enough of them meet the conditions. */
async function listSifted(db: TenantDb, range: Range, { selection, conditions, now }: Sifted, limit: number): Promise<ListedRow[]> {
  const found: ListedRow[] = [];
  let { start } = range;
  for (let size = Math.max(FIRST_ROWS, limit); ; size = Math.min(2 * size, MOST_ROWS)) {
    const parameters = [...parametersOf({ ...range, start }, selection, size), ...conditionParameters(conditions, now)];
    const rows = await db.query<ListedRow & { meets: boolean; is_full: boolean }>(statementFor(range.sort, 'sifted rows'), parameters);
    found.push(...rows.filter(({ meets }) => meets));
    const last = rows.at(-1);
    if (found.length >= limit || last?.is_full !== true) return found.slice(0, limit);
    start = { value: last.position, id: last.id };
  }
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

/** The filter may change between pages. The list then continues where both the cursor and the filter allow. */
function furtherOf(position: PagePosition, first: PagePosition, isAscending: boolean): PagePosition {
  const distance = BigInt(position.value) - BigInt(first.value);
  if (distance === 0n) return position;
  return distance > 0n !== isAscending ? position : first;
}
