import type { Lifecycle } from '#libs/core';
import { conditionParameters, conditionsSql, hasConditions, type TenantDb } from '#libs/database';
import type { CustomerSort } from '#libs/dto';
import { CUSTOMER_COLUMNS, type CustomerRow } from './customer-row.js';
import { partEndsBetween, type Selection } from './list-groups.js';
import { ASCENDING, DESCENDING, type Grouping, listSql, reachSql } from './list-sql.js';
import { type PagePosition, withinBigint } from './page-cursor.js';
import { areListed, findIndexed, findRare, HAS_LISTED_LIFECYCLE, listRare, type RarePage, type Sifted } from './rare-conditions.sql.js';

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
const IN_GROUPS = `AND ${HAS_LISTED_LIFECYCLE} ${WITHIN_SCORES} AND c.list_group = ANY ($11::smallint[])`;

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

/** Number of customers of each score group to read before the list is read in another way. */
const REACHES = [200, 1600] as const;

/** The customers of a list, besides the selection by label and score. */
export type ListConditions = Pick<Sifted, 'conditions' | 'now'>;

interface Asked {
  readonly sort: CustomerSort;
  readonly sifted: Sifted;
  /** The position before the first row. */
  readonly start: PagePosition;
  readonly limit: number;
}

/**
 * Lists the rows of a selection in the order of a sort.
 * Without conditions it reads the rows in the order of the sort. With conditions it takes the first of three ways that works:
 * - An index answers one of the conditions, and few customers meet it: reads and sorts these.
 * - Reads the next customers in the order of the sort, some thousands at most, or one part of the scores after the other. Frequent conditions fill a
 * page this way.
 * - Reads all entries of the selection in the order of the sort. The indexes carry the columns of most conditions, so it reads only rows of
 * customers who meet these. When an index answers one of the other conditions, it reads and sorts all customers who meet that one instead.
 * Customers to contact and lost ones, sorted by revenue at risk, have an index of their own: customers_by_lateness (tenant_id, lifecycle,
 * revenue_order, id).
 * @param after the end of the previous page; null for the first page
 * @param limit rows to read; one row more than the page shows whether another page follows
 */
export async function listCustomers(
  db: TenantDb,
  { sort, ...sifted }: { sort: CustomerSort } & Sifted,
  after: PagePosition | null,
  limit: number,
): Promise<ListedRow[]> {
  const isAscending = sort.endsWith('_asc');
  const [smallest, largest] = COLUMNS[sort] === BY_SCORE ? scoreRange(sifted.selection) : [SMALLEST, LARGEST];
  const [first, end] = isAscending ? [largest, smallest] : [smallest, largest];
  const start = after === null ? first : furtherOf(storable(after), first, isAscending);
  const asked: Asked = { sort, sifted, start, limit };
  if (!hasConditions(sifted.conditions)) return readInOrder(db, asked, end);
  const rare = await findRare(db, sifted);
  if (rare !== null) return listRare<ListedRow>(db, rare, sifted, pageOf(asked));
  if (latenessOf(asked) !== null) return readInOrder(db, asked, end);
  return readWithConditions(db, asked, end);
}

/** Looks at the next customers first. The statements see one state of the data, so no customer is listed twice or left out. */
async function readWithConditions(db: TenantDb, asked: Asked, end: PagePosition): Promise<ListedRow[]> {
  const { sort, sifted, limit } = asked;
  const rows: ListedRow[] = [];
  let rest = asked;
  const readOn = async (to: PagePosition): Promise<number> => {
    const more = await readInOrder(db, rest, to);
    rows.push(...more);
    rest = { ...asked, start: to, limit: limit - rows.length };
    return more.length;
  };
  const finder = findIndexed(sifted);
  if (COLUMNS[sort] === BY_SCORE) {
    for (const bound of partEndPositions(asked.start, end)) {
      const found = await readOn(bound);
      if (rest.limit === 0) return rows;
      // Those who meet the condition may all have scores far from here.
      if (found === 0 && finder !== null) break;
    }
  } else {
    for (const most of REACHES) {
      const reach = await findReach(db, rest, end, most);
      await readOn(reach ?? end);
      if (reach === null || rest.limit === 0) return rows;
    }
  }
  if (finder === null) await readOn(end);
  else rows.push(...(await listRare<ListedRow>(db, finder, sifted, pageOf(rest))));
  return rows;
}

/** Returns the lifecycles that customers_by_lateness lists in the order of the sort; null when it does not. */
const latenessOf = ({ sort, sifted: { conditions } }: Asked): readonly Lifecycle[] | null =>
  COLUMNS[sort] === 'revenue_order' && areListed(conditions.lifecycle) ? [...new Set(conditions.lifecycle)] : null;

/** Reads the rows up to a position in the order of the sort, looking at the conditions row by row. */
function readInOrder(db: TenantDb, asked: Asked, end: PagePosition): Promise<ListedRow[]> {
  const { sort, sifted, start, limit } = asked;
  const { selection, conditions, now } = sifted;
  const lifecycles = latenessOf(asked);
  const groups = lifecycles ?? selection.groups;
  const isSifted = hasConditions(conditions);
  // With so few groups, looking ahead costs more than it saves; with conditions the end is near, or a group may have to be read to its end to find a few rows.
  const head = isSifted || groups.length <= FEW_GROUPS ? 0 : Math.max(SMALLEST_HEAD, Math.ceil(limit / HEADS_PER_PAGE));
  return db.query(statementFor(sort, lifecycles === null ? BY_GROUP : BY_LIFECYCLE, isSifted), [
    groups,
    start.value,
    start.id,
    limit,
    end.value,
    end.id,
    head,
    ...(COLUMNS[sort] === BY_SCORE ? [] : [-selection.maxScore, -selection.minScore]),
    ...(lifecycles === null ? [] : [selection.groups]),
    ...(isSifted ? conditionParameters(conditions, now) : []),
  ]);
}

/** Returns the position that is about `most` customers of each group further; null when the end is nearer. */
async function findReach(db: TenantDb, { sort, sifted, start }: Asked, end: PagePosition, most: number): Promise<PagePosition | null> {
  const sql = reachSql(BY_GROUP, COLUMNS[sort], sort.endsWith('_asc'));
  const [reach] = await db.query<PagePosition>(sql, [sifted.selection.groups, start.value, start.id, end.value, end.id, most]);
  return reach ?? null;
}

function pageOf({ sort, start, limit }: Asked): RarePage {
  const column = COLUMNS[sort];
  const { after, order } = sort.endsWith('_asc') ? ASCENDING : DESCENDING;
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

/** Returns the positions at which parts of the scores end between two positions of a list by score. */
const partEndPositions = (start: PagePosition, end: PagePosition): PagePosition[] => {
  const [from, to] = [Number(start.value), Number(end.value)];
  const id = to < from ? SMALLEST.id : LARGEST.id;
  return partEndsBetween(from, to).map((value) => ({ value: String(value), id }));
};

/** The end of a page by the value of a contact may lie outside a bigint, and the evidence for such values may be gone on the next page. */
const storable = ({ value, id }: PagePosition): PagePosition => ({ value: String(withinBigint(BigInt(value))), id });

/** The filter may change between pages. The list then continues where both the cursor and the filter allow. */
function furtherOf(position: PagePosition, first: PagePosition, isAscending: boolean): PagePosition {
  const distance = BigInt(position.value) - BigInt(first.value);
  if (distance === 0n) return position;
  return distance > 0n !== isAscending ? position : first;
}
