import { type ContactRates, contactWeights } from '#libs/campaigns';
import { conditionParameters, conditionsSql, hasConditions, type TenantDb } from '#libs/database';
import { CUSTOMER_COLUMNS } from './customer-row.js';
import { contactBandOf } from './list-groups.js';
import type { ListedRow } from './list-customers.sql.js';
import { type PagePosition, withinBigint } from './page-cursor.js';
import { areLate, findRare, listRare, type Sifted } from './rare-conditions.sql.js';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

// Merges the cells, each read in index order: within a cell the value rises with the revenue at risk. Needs customers_by_contact
// (tenant_id, contact_cell, revenue_order, id). Adding 0 keeps the planner from the indexes by group, which would sort whole cells. A position is revenue_order times the weight of the cell, which may exceed bigint.
const listSql = (sift: string): string => `
SELECT ${CUSTOMER_COLUMNS}, (c.revenue_order::numeric * g.weight)::text AS position
FROM tenants t, unnest($2::smallint[], $3::bigint[], $4::bigint[], $5::uuid[]) AS g (cell, weight, start, start_id), LATERAL (
  SELECT * FROM customers c
  WHERE c.tenant_id = $1 AND c.contact_cell = g.cell AND (c.revenue_order, c.id) > (g.start, g.start_id)
    AND c.list_group + 0 = ANY ($7::int[]) AND c.score_order + 0 BETWEEN $8::int AND $9::int ${sift}
  ORDER BY c.revenue_order, c.id LIMIT $6) c
WHERE t.id = $1
ORDER BY c.revenue_order::numeric * g.weight, c.id LIMIT $6`;

// Needs customers_by_score.
const FILLED = `
SELECT g.chosen FROM unnest($2::smallint[]) AS g (chosen),
LATERAL (SELECT 1 FROM customers c WHERE c.tenant_id = $1 AND c.list_group = g.chosen LIMIT 1) c`;

const CELLS_PER_BAND = 9;

/** Returns the cells that can contain customers of the list. Reading the others would find nothing. */
async function cellsOf(db: TenantDb, { selection, conditions }: Sifted, cells: readonly number[]): Promise<number[]> {
  const filled = await db.query<{ chosen: number }>(FILLED, [selection.groups]);
  const bands = new Set(filled.map(({ chosen }) => contactBandOf(chosen)));
  // The first three cells of a band are not late.
  const isLate = areLate(conditions.lifecycle);
  return cells.filter((cell) => bands.has(Math.floor(cell / CELLS_PER_BAND)) && !(isLate && cell % CELLS_PER_BAND < 3));
}

const ALL = listSql('');
const SIFTED = listSql(conditionsSql(10));

/**
 * Lists the rows of a selection, the greatest value of a contact first. Customers of cells without an effect come last, by revenue at risk.
 * @param after the end of the previous page; null for the first page
 */
export async function listByContactValue(
  db: TenantDb,
  rates: ContactRates,
  sifted: Sifted,
  after: PagePosition | null,
  limit: number,
): Promise<ListedRow[]> {
  const { selection, conditions, now } = sifted;
  const weights = contactWeights(rates);
  const isSifted = hasConditions(conditions);
  const rare = isSifted ? await findRare(db, sifted) : null;
  if (rare !== null) {
    const order = `c.revenue_order::numeric * ('{${weights.join(',')}}'::bigint[])[c.contact_cell + 1]`;
    return listRare<ListedRow>(db, rare, sifted, {
      columns: `${CUSTOMER_COLUMNS}, (${order})::text AS position`,
      after: `(${order}, c.id) > ($2::numeric, $3::uuid)`,
      order: `${order}, c.id`,
      start: after === null ? ['-Infinity', LAST_ID] : [after.value, after.id],
      limit,
    });
  }
  const cells = await cellsOf(db, sifted, [...weights.keys()]);
  const starts = cells.map((cell) => startOf(after, BigInt(weights[cell] ?? 1)));
  return db.query<ListedRow>(isSifted ? SIFTED : ALL, [
    cells,
    cells.map((cell) => weights[cell]),
    starts.map(({ value }) => value),
    starts.map(({ id }) => id),
    limit,
    selection.groups,
    -selection.maxScore,
    -selection.minScore,
    ...(isSifted ? conditionParameters(conditions, now) : []),
  ]);
}

/** Returns the place in a cell behind a position of the list. */
function startOf(after: PagePosition | null, weight: bigint): PagePosition {
  if (after === null) return { value: '-9223372036854775808', id: LAST_ID };
  const position = BigInt(after.value);
  const value = position / weight;
  if (value * weight === position && withinBigint(value) === value) return { value: String(value), id: after.id };
  // Division rounds towards zero. The place is the whole number below.
  return { value: String(withinBigint(position < 0n ? value - 1n : value)), id: LAST_ID };
}
