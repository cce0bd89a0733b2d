import { contactPlaceBy, type ContactRates, contactWeights } from '#libs/campaigns';
import { conditionParameters, conditionsSql, type ListedConditions, type TenantDb } from '#libs/database';
import type { CustomerSort } from '#libs/dto';
import { CUSTOMER_COLUMNS, type CustomerRow } from '#libs/customers';
import type { Selection } from './list-groups.js';
import { type PagePosition, withinBigint } from './page-cursor.js';
import { isBySpend, type Section, sectionParameters, sectionSql, type ToWinRules } from './to-win-order.js';

export interface ListedRow extends CustomerRow {
  /** The value that orders the list, a whole number as text. */
  readonly position: string;
}

/** The customers of a list, and their order. */
export interface ListedCustomers {
  readonly sort: CustomerSort;
  readonly selection: Selection;
  readonly conditions: ListedConditions;
  /** The instant that days ago are counted from. */
  readonly now: Date;
  /** Effect of a contact in each cell. The sort `contact_value_desc` uses it. Null: control groups have not shown an effect yet. */
  readonly rates?: ContactRates | null;
  /** Keeps one section of the sort `to_win_desc`. */
  readonly section?: { readonly name: Section; readonly rules: ToWinRules };
}

/**
 * The column that each sort orders by. It holds the negated value, so a descending sort reads its index forwards. Score, last activity,
 * revenue at risk and creation have an index; a list by another value sorts all customers who meet its conditions.
 */
const COLUMNS: Record<CustomerSort, string> = {
  churn_score_desc: 'c.score_order',
  churn_score_asc: 'c.score_order',
  last_activity_desc: 'c.activity_order',
  last_activity_asc: 'c.activity_order',
  monetary_desc: 'c.monetary_order',
  monetary_asc: 'c.monetary_order',
  created_desc: 'c.created_order',
  created_asc: 'c.created_order',
  revenue_at_risk_desc: 'c.revenue_order',
  contact_value_desc: 'c.revenue_order',
  to_win_desc: 'c.revenue_order',
};

/** The value of a contact rises with the revenue at risk within a cell. A product of two bigints may exceed a bigint. */
const byContactValue = (rates: ContactRates): string =>
  `c.revenue_order::numeric * ('{${contactWeights(rates).join(',')}}'::bigint[])[${contactPlaceBy('c', rates)} + 1]`;

/** The index of creation has no group: a walk through all customers keeps its order when one of them gets the first score. */
const isByCreation = (sort: CustomerSort): boolean => sort === 'created_asc' || sort === 'created_desc';

const FIRST_CONDITION = 9;
const AFTER_CONDITIONS = FIRST_CONDITION + conditionParameters({}, new Date(0)).length;

function statementFor({ sort, rates, section }: ListedCustomers): string {
  const column = section !== undefined && isBySpend(section.name) ? COLUMNS.monetary_desc : COLUMNS[sort];
  const [position, type] = sort === 'contact_value_desc' && rates != null ? [byContactValue(rates), 'numeric'] : [column, 'bigint'];
  const [after, order] = sort.endsWith('_asc') ? ['<', ' DESC'] : ['>', ''];
  const inGroups = isByCreation(sort) ? 'c.list_group = ANY ($5::smallint[])' : 'c.list_group = ($5::smallint[])[1]';
  return `
SELECT ${CUSTOMER_COLUMNS}, c.position::text AS position
FROM tenants t, (
  SELECT c.*, ${position} AS position FROM customers c
  WHERE c.tenant_id = $1 AND ${inGroups} AND ($2::${type} IS NULL OR (${position}, c.id) ${after} ($2::${type}, $3::uuid))
    AND c.score_order BETWEEN $6 AND $7 AND ($8::text[] IS NULL OR c.label = ANY ($8)) ${conditionsSql(FIRST_CONDITION)}${section === undefined ? '' : sectionSql(section.name, AFTER_CONDITIONS)}
  ORDER BY ${position}${order}, c.id${order} LIMIT $4) c
WHERE t.id = $1 ORDER BY c.position${order}, c.id${order}`;
}

/**
 * Lists the rows of a selection in the order of a sort. The values are constants when Postgres plans: it takes the index of the order for
 * frequent conditions, and reads and sorts the customers who meet a rare one.
 * @param after the end of the previous page; null for the first page
 * @param limit rows to read; one row more than the page shows whether another page follows
 */
export function listCustomers(db: TenantDb, listed: ListedCustomers, after: PagePosition | null, limit: number): Promise<ListedRow[]> {
  const { selection, conditions, now, rates, section } = listed;
  return db.query<ListedRow>(statementFor(listed), [
    // The evidence for the values of contacts may be gone on the next page.
    after === null || rates != null ? (after?.value ?? null) : String(withinBigint(BigInt(after.value))),
    after?.id ?? null,
    limit,
    selection.groups,
    -selection.maxScore,
    -selection.minScore,
    selection.labels,
    ...conditionParameters(conditions, now),
    ...(section === undefined ? [] : sectionParameters(section.name, section.rules)),
  ]);
}
