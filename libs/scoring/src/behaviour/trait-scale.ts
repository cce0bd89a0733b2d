/** Values of a trait that divide the customers of the shop who have it into ten equal parts, ascending: eleven numbers. */
export interface TraitScale {
  readonly name: string;
  readonly knots: readonly number[];
}

const PARTS = 10;
export const KNOTS = PARTS + 1;

/** Returns the scale of a trait. @param values one or more, in any order, without NaN */
export function traitScaleOf(name: string, values: readonly number[]): TraitScale {
  const sorted = values.toSorted((one, other) => one - other);
  return { name, knots: Array.from({ length: KNOTS }, (_, k) => sorted[Math.round((k * (sorted.length - 1)) / PARTS)]!) };
}

/**
 * Returns the rank of a value among the customers of the shop, 0 to 1. So points and shares of one, even or with a long tail, are read alike,
 * and a value beyond all known ones counts as the farthest known one. A value that many share has their mean rank.
 */
export function rankIn({ knots }: TraitScale, value: number): number {
  let [below, upTo] = [0, 0];
  for (const knot of knots) {
    if (knot < value) below += 1;
    if (knot <= value) upTo += 1;
  }
  if (upTo > below) return (below + upTo - 1) / 2 / PARTS;
  if (below === 0) return 0;
  if (below === KNOTS) return 1;
  const [from, to] = [knots[below - 1]!, knots[below]!];
  return (below - 1 + (value - from) / (to - from)) / PARTS;
}

/** Returns what half of the customers who have the trait exceed. */
export const medianIn = ({ knots }: TraitScale): number => knots[PARTS / 2]!;
