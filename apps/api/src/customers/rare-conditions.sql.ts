import { CONTACT_LIFECYCLES, type CustomerConditions, type Lifecycle } from '#libs/core';
import {
  conditionParameters,
  conditionsSql,
  consentOf,
  type ControlCondition,
  controlGroupBy,
  type ListedConditions,
  type TenantDb,
} from '#libs/database';
import type { Selection } from './list-groups.js';

/** Number of customers that are read and sorted in about the time of a page of frequent ones. */
const FEW = 5000;
/** A segment lists at most 10,000. */
const FEW_LISTED = 10_000;
const LARGEST = '9223372036854775807';
const MICROSECONDS_PER_MS = 1000n;

/** The customers of a list, in any order. */
export interface Sifted {
  readonly selection: Selection;
  readonly conditions: ListedConditions;
  /** The instant that days ago are counted from. */
  readonly now: Date;
}

type Lifecycles = CustomerConditions['lifecycle'];

const LISTED_LIFECYCLES: readonly Lifecycle[] = [...CONTACT_LIFECYCLES, 'lost'];

/** Returns whether all customers of these lifecycles are late with a score from `SLIPPING_SCORE`. */
export const areLate = (lifecycles: Lifecycles): boolean =>
  lifecycles != null && lifecycles.every((each) => each === 'slipping' || each === 'lost');

/** The condition of customers_by_lateness. The literal lifecycles let Postgres take the partial index. */
export const HAS_LISTED_LIFECYCLE = `c.lifecycle IN (${LISTED_LIFECYCLES.map((each) => `'${each}'`).join(', ')})`;

/** Returns whether customers_by_lateness has all customers of these lifecycles. */
export const areListed = (lifecycles: Lifecycles): lifecycles is readonly Lifecycle[] =>
  lifecycles != null && lifecycles.every((each) => LISTED_LIFECYCLES.includes(each));

/** A condition that one index answers alone: SQL about the customers `c` with parameters from `first` on. */
interface Finder {
  readonly sql: (first: number) => string;
  readonly values: readonly unknown[];
}

interface IndexedFinder extends Finder {
  /** True when all customers that it finds are read after reading in the order of the sort has not filled the page. */
  readonly servesLast: boolean;
}

const isLate = (first: number): string => `c.late_since BETWEEN $${first}::date AND $${first + 1}::date`;

const inGroups = (column: string, first: number): string =>
  `c.list_group = ANY ($${first}::smallint[]) AND c.${column} BETWEEN $${first + 1}::bigint AND $${first + 2}::bigint`;

const isListed = (first: number): string => `${HAS_LISTED_LIFECYCLE} AND c.lifecycle = ANY ($${first}::text[])`;

/** The conditions on columns in the index of each sort. Reading in its order reads only rows of customers who meet them. */
const CARRIED = ['lifecycle', 'late_since_from', 'late_since_to', 'last_order_from', 'last_order_to', 'orders_min', 'orders_max'] as const;

const hasCarried = (conditions: ListedConditions): boolean => CARRIED.some((name) => conditions[name] != null);

const inControlGroup = (first: number): string =>
  `${controlGroupBy('c.id', [`$${first}`, `$${first + 1}`, `$${first + 2}`, `$${first + 3}`])} = ANY ($${first + 4}::text[])`;

const hasConsent = (first: number): string => `${consentOf('c')} = ANY ($${first}::text[])`;

const controlValues = ({ seed, percent, kept, observed, groups }: ControlCondition): unknown[] => [seed, percent, kept, observed, groups];

// Need indexes customers_by_entry, customers_by_late, customers_by_monetary, customers_by_activity and customers_by_lateness. The values are
// constants when Postgres plans. The last activity of a customer is never before the last order.
function findersOf({ selection, conditions, now }: Sifted): IndexedFinder[] {
  const [, , entered, lateFrom, lateTo, orderFrom, , , , spendMin, spendMax] = conditionParameters(conditions, now);
  const finders: IndexedFinder[] = [];
  if (entered !== null)
    finders.push({ sql: (first) => `c.high_risk_since >= $${first}::timestamptz`, values: [entered], servesLast: true });
  if (lateFrom !== null || lateTo !== null) {
    finders.push({ sql: isLate, values: [lateFrom ?? '-infinity', lateTo ?? 'infinity'], servesLast: false });
  }
  if (spendMin !== null || spendMax !== null) {
    const values = [
      selection.groups,
      spendMax === null ? `-${LARGEST}` : -Number(spendMax),
      spendMin === null ? LARGEST : -Number(spendMin),
    ];
    finders.push({ sql: (first) => inGroups('monetary_order', first), values, servesLast: !hasCarried(conditions) });
  }
  if (orderFrom instanceof Date) {
    const values = [selection.groups, `-${LARGEST}`, String(-BigInt(orderFrom.getTime()) * MICROSECONDS_PER_MS)];
    finders.push({ sql: (first) => inGroups('activity_order', first), values, servesLast: false });
  }
  if (areListed(conditions.lifecycle)) finders.push({ sql: isListed, values: [conditions.lifecycle], servesLast: false });
  const { controls, marketing_consent: consents } = conditions;
  // No index, but one look at each customer of a small shop is less than a statement for each part of the scores.
  if (consents != null) finders.push({ sql: hasConsent, values: [consents], servesLast: false });
  if (controls != null) finders.push({ sql: inControlGroup, values: controlValues(controls), servesLast: false });
  return finders;
}

const countSql = (finder: Finder): string =>
  `SELECT count(*)::int AS found FROM (SELECT 1 FROM customers c WHERE c.tenant_id = $1 AND ${finder.sql(3)} LIMIT $2) c`;

/** Returns a condition that leaves few customers to read; null when none does, or none has an index. */
export async function findRare(db: TenantDb, sifted: Sifted): Promise<Finder | null> {
  const { controls } = sifted.conditions;
  const among = sifted.conditions.among ?? (controls?.groups.every((group) => group === 'campaign') === true ? controls.observed : null);
  if (among !== null && among.length <= FEW_LISTED) return { sql: (first) => `c.id = ANY ($${first}::uuid[])`, values: [among] };
  for (const finder of findersOf(sifted)) {
    const [row] = await db.query<{ found: number }>(countSql(finder), [FEW + 1, ...finder.values]);
    if (row !== undefined && row.found <= FEW) return finder;
  }
  return null;
}

/** Returns a condition that finds the rest of a page sooner than the order of its sort; null when none does. */
export const findIndexed = (sifted: Sifted): Finder | null => findersOf(sifted).find(({ servesLast }) => servesLast) ?? null;

/** The rows of a page that are read, in their order. */
export interface RarePage {
  readonly columns: string;
  /** Follows WHERE: the beginning of the page, with $2 and $3. */
  readonly after: string;
  readonly order: string;
  readonly start: readonly [value: string, id: string];
  readonly limit: number;
}

/** Lists a page by reading all customers that `finder` finds, and sorting those who meet all conditions. */
export function listRare<Row>(db: TenantDb, finder: Finder, sifted: Sifted, page: RarePage): Promise<Row[]> {
  const { selection, conditions, now } = sifted;
  const firstCondition = 8;
  const firstFound = firstCondition + conditionParameters(conditions, now).length;
  // OFFSET 0 keeps the planner from the index of the order, which may have to be read to its end.
  const sql = `
SELECT ${page.columns} FROM (SELECT * FROM customers c WHERE c.tenant_id = $1 AND ${finder.sql(firstFound)} OFFSET 0) c, tenants t
WHERE t.id = $1 AND ${page.after} AND c.list_group = ANY ($5::smallint[]) AND c.score_order BETWEEN $6::int AND $7::int ${conditionsSql(firstCondition)}
ORDER BY ${page.order} LIMIT $4`;
  return db.query<Row>(sql, [
    ...page.start,
    page.limit,
    selection.groups,
    -selection.maxScore,
    -selection.minScore,
    ...conditionParameters(conditions, now),
    ...finder.values,
  ]);
}
