import { type CustomerId, thinnedHistory } from '#libs/core';
import { EACH_IDENTIFIER, identifiersOf, packedColumns, readDoubles, readIntegers, type TenantDb, uuidColumn } from '#libs/database';
import type { TraitChange } from '#libs/scoring';
import { MOST_ROWS, readByCustomer } from './by-customer.js';

// Needs the primary key. A tenant has 20 names at most.
const READ_NAMES = 'SELECT name FROM traits WHERE tenant_id = $1 AND freed_at IS NULL ORDER BY name';

/** Reads the names of the tenant's traits, ascending. */
export const readTraitNames = async (db: TenantDb): Promise<string[]> =>
  (await db.query<{ name: string }>(READ_NAMES)).map(({ name }) => name);

const CHANGES = packedColumns({ customer: readIntegers, trait: readIntegers, day: readIntegers, value: readDoubles });

// Needs the primary keys of customer_traits, traits and customer_aliases. Of the changes, only the last one by $4 and those after it. Of changes
// of one day the customer's own counts, because it was sent after the join, and then that of the alias with the lowest id.
const READ = `
SELECT ${CHANGES.select} FROM (
  SELECT c.place::int AS customer, array_position($3::text[], t.name) - 1 AS trait, e.day, e.value
  FROM ${EACH_IDENTIFIER} c
  JOIN customer_traits v ON v.tenant_id = $1 AND v.customer_id = c.id
  JOIN traits t ON t.tenant_id = $1 AND t.id = v.trait_id AND t.freed_at IS NULL AND t.name = ANY ($3::text[]) AND (t.created_at <= $5) IS NOT FALSE
  CROSS JOIN LATERAL unnest(v.from_days, v.numbers) WITH ORDINALITY AS e (day, value, i)
  WHERE coalesce(v.from_days[(e.i + 1)::int], $4::int + 1) > $4
    AND (c.id = c.asked_id OR NOT EXISTS (
      SELECT 1 FROM customer_traits o
      WHERE o.tenant_id = $1 AND o.customer_id = ANY (${identifiersOf('c.asked_id')}) AND o.trait_id = v.trait_id AND e.day = ANY (o.from_days)
        AND (o.customer_id = c.asked_id OR o.customer_id < v.customer_id))) LIMIT ${MOST_ROWS + 1}) a`;

/** The traits to read. */
export interface TraitQuery {
  readonly names: readonly string[];
  /** UTC day number of the first day on which the values are asked; null: all changes. */
  readonly firstDay: number | null;
  /** Ignores traits that were created later: they are different traits that reuse a freed name. Null: all traits. */
  readonly until: Date | null;
}

const BEFORE_ALL = -(2 ** 30);

/** Reads the changes of traits of customers; `trait` is the place in the names. Customers without any are absent. */
export async function readTraits(
  db: TenantDb,
  ids: readonly CustomerId[],
  { names, firstDay, until }: TraitQuery,
): Promise<Map<CustomerId, readonly TraitChange[]>> {
  if (names.length === 0) return new Map();
  return readByCustomer(
    ids,
    async (some) => CHANGES.read(await db.prepared(READ, [uuidColumn(some), names, firstDay ?? BEFORE_ALL, until])),
    ({ day, trait, value }, at): TraitChange => ({ day: day[at]!, trait: trait[at]!, value: value[at] ?? Number.NaN }),
  );
}

/**
 * Thins the changes as storing does, so that customers keep equally detailed histories even when their traits were not written for a while.
 */
export function thinnedChanges(changes: readonly TraitChange[], today: number): TraitChange[] {
  return [...new Set(changes.map(({ trait }) => trait))].flatMap((trait) => {
    const sorted = changes.filter((each) => each.trait === trait).toSorted((one, other) => one.day - other.day);
    const history = { days: sorted.map(({ day }) => day), values: sorted.map(({ value }) => value) };
    const { days, values } = thinnedHistory(history, today);
    return days.map((day, i) => ({ day, trait, value: values[i] ?? Number.NaN }));
  });
}
