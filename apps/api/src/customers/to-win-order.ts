import { type ControlRules, controlGroupBy, readControlRules, refusesMarketing, type TenantDb } from '#libs/database';
import type { PageEnd } from './page-cursor.js';

/**
 * The stretches of the list by what there is to win, in this order. Within a stretch customers are sorted by what the row shows: the amount to
 * win, or what they have spent where the day of the last order is not known.
 */
const STRETCHES = ['usual', 'unusual', 'unknown_day', 'kept_out', 'kept_out_unknown_day'] as const;
export type Stretch = (typeof STRETCHES)[number];

/** The facts that decide the stretch of a customer. */
export interface ToWinRules {
  readonly controls: ControlRules;
  /** The highest amount of an order that is usual in the shop, in hundredths; null before a model with amounts. */
  readonly usualMost: number | null;
}

// Needs models_one_active.
const READ_USUAL = "SELECT (parameters #>> '{spend,cap}')::float8 * 100 AS usual FROM models WHERE tenant_id = $1 AND status = 'active'";

export async function readToWinRules(db: TenantDb, now: Date): Promise<ToWinRules> {
  const [model] = await db.query<{ usual: number | null }>(READ_USUAL);
  return { controls: await readControlRules(db, now), usualMost: model?.usual ?? null };
}

/** SQL condition that keeps the customers `c` of one stretch. @param first position of its parameters, those of `stretchParameters` */
export function stretchSql(first: number): string {
  const [stretch, usual, ...rules] = Array.from({ length: 6 }, (_, index) => `$${first + index}`);
  return `
  AND CASE WHEN ${refusesMarketing('c')} OR ${controlGroupBy('c.id', rules as [string, string, string, string])} <> 'none'
             THEN CASE WHEN c.last_order_at IS NULL THEN 'kept_out_unknown_day' ELSE 'kept_out' END
           WHEN c.last_order_at IS NULL THEN 'unknown_day'
           WHEN c.orders_count <= 1 AND -c.monetary_order > ${usual}::float8 THEN 'unusual' ELSE 'usual' END = ${stretch}::text`;
}

export const stretchParameters = (stretch: Stretch, { controls, usualMost }: ToWinRules): unknown[] => [
  stretch,
  usualMost,
  controls.seed,
  controls.percent,
  controls.kept,
  controls.observed,
];

/** Returns true for a stretch that is sorted by what its customers have spent. */
export const isBySpend = (stretch: Stretch): boolean => stretch === 'unknown_day' || stretch === 'kept_out_unknown_day';

/** More than the largest position in a stretch. A cursor holds the position plus this many times the number of the stretch. */
const APART = 10n ** 20n;

/** Returns the position that a cursor holds. */
export const positionIn = (stretch: Stretch, position: string): string =>
  String(BigInt(position) + APART * BigInt(STRETCHES.indexOf(stretch)));

/** Returns the stretches from the end of a page on, and the end within the first of them. @param after null for the first page */
export function stretchesAfter(after: PageEnd | null): readonly { readonly stretch: Stretch; readonly after: PageEnd | null }[] {
  if (after === null) return STRETCHES.map((stretch) => ({ stretch, after: null }));
  const value = BigInt(after.value);
  // Positions are negative or at most as large as a bigint, which is less than half the distance.
  const place = Math.min(Number((value + APART / 2n) / APART), STRETCHES.length - 1);
  return STRETCHES.slice(place).map((stretch, index) => ({
    stretch,
    after: index === 0 ? { ...after, value: String(value - APART * BigInt(place)) } : null,
  }));
}
