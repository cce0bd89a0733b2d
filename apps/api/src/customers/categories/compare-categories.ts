import { differenceOfRates, intervalOfRate, type Returned, SMALLEST_GROUP } from '#libs/campaigns';
import type { CategoriesDto, CategoryDto } from './category-returns.dto.js';

interface FirstOrders {
  readonly first_orders: number;
  readonly returned: number;
  readonly rate: number | null;
  readonly ci95: [number, number] | null;
}

/** Counts of a category, as a worker stores them. */
interface StoredCategory extends Returned {
  readonly category: string;
  readonly customers: number;
}

export interface StoredReturns {
  readonly counted_at: Date;
  readonly window_days: number;
  readonly everyone: Returned;
  readonly categories: readonly StoredCategory[];
}

/** Categories that are compared with the others. */
const MOST_COMPARED = 20;
/**
 * The 1 − 0.025 / 20 quantile of the normal distribution. Of twenty categories without any effect, chance names one in at most 5 % of shops
 * (the Bonferroni correction).
 */
const Z_OF_TWENTY = 3.0233414397391534;

/** Percent are rounded again where they are shown. Fewer digits would round 45.46 up to 46. */
const PARTS = 1_000_000;
const rounded = (share: number): number => Math.round(share * PARTS) / PARTS;

/** Returns the share of customers who came back. It is null for groups that are too small. */
function firstOrders(group: Returned): FirstOrders {
  const { n, returned } = group;
  if (n < SMALLEST_GROUP) return { first_orders: n, returned, rate: null, ci95: null };
  const [low, high] = intervalOfRate(group);
  return { first_orders: n, returned, rate: rounded(returned / n), ci95: [rounded(low), rounded(high)] };
}

/** Compares the return rate after first orders with the category to the rate after all other first orders. */
function comparedWithOthers(group: Returned, everyone: Returned): CategoryDto['compared'] {
  const others = { n: everyone.n - group.n, returned: everyone.returned - group.returned };
  if (group.n < SMALLEST_GROUP || others.n < SMALLEST_GROUP) return null;
  const difference = differenceOfRates(group, others, Z_OF_TWENTY);
  if (difference === null) return null;
  const [low, high] = difference.ci95;
  return low > 0 ? 'more' : high < 0 ? 'less' : 'unclear';
}

/** @param stored null before the first count */
export function compareCategories(stored: StoredReturns | null): CategoriesDto {
  if (stored === null) return { counted_at: null, window_days: null, all: null, data: [] };
  const { counted_at: countedAt, window_days: windowDays, everyone, categories } = stored;
  const largest = categories.toSorted((a, b) => b.n - a.n).slice(0, MOST_COMPARED);
  const compared = new Set(largest.map(({ category }) => category));
  return {
    counted_at: countedAt.toISOString(),
    window_days: windowDays,
    all: firstOrders(everyone),
    data: categories.map((each) => ({
      category: each.category,
      customers: each.customers,
      ...firstOrders(each),
      compared: compared.has(each.category) ? comparedWithOthers(each, everyone) : null,
    })),
  };
}
