import { LABELS, type Label } from '#libs/core';

export interface CustomerFilter {
  readonly labels: readonly Label[] | null;
  /** From 0 to 1, both included. */
  readonly minScore: number | null;
  readonly maxScore: number | null;
}

/** The part of the indexes that a filter selects. */
export interface Selection {
  /** Values of `customers.list_group`: every label with every part of the score range that the filter touches. */
  readonly groups: readonly number[];
  /** Bounds in ten-thousandths, both included, as scores are stored with four decimals. */
  readonly minScore: number;
  readonly maxScore: number;
}

const TEN_THOUSANDTHS = 10_000;
const GROUPS_PER_LABEL = 64;

/** The lower bounds of the score ranges in ten-thousandths, the same as in the generated column `list_group`. */
const PART_BEGINNINGS = [
  5, 10, 20, 50, 100, 200, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5500, 6000, 6500, 7000, 7500, 8000, 8500, 9000, 9250,
  9500, 9600, 9700, 9800, 9850, 9900, 9925, 9950, 9965, 9980, 9990, 9995, 9998, 9999,
] as const;

/** Returns the values of `customers.score_order` between two others at which parts end, in the order in which a list by score reaches them. */
export function partEndsBetween(from: number, to: number): number[] {
  if (to < from) return PART_BEGINNINGS.map((beginning) => 1 - beginning).filter((bound) => bound < from && bound > to);
  return PART_BEGINNINGS.map((beginning) => -beginning)
    .toReversed()
    .filter((bound) => bound > from && bound < to);
}

/** The order of labels in `list_group`. */
const LABEL_RANKS = { low: 0, medium: 1, high: 2, critical: 3 } satisfies Record<Label, number>;

/** The group of customers without a score. */
export const UNSCORED: Selection = { groups: [-1], minScore: -1, maxScore: TEN_THOUSANDTHS };

/** All customers in one order, with and without a score. */
export const selectAll = (): Selection => {
  const scored = selectScored({ labels: null, minScore: null, maxScore: null });
  return { ...UNSCORED, groups: [...scored.groups, ...UNSCORED.groups] };
};

/** Returns the selection of a filter among customers with a score. Stored labels count, which may be older than the tenant's current bands. */
export function selectScored({ labels, minScore, maxScore }: CustomerFilter): Selection {
  const min = Math.ceil(withoutNoise((minScore ?? 0) * TEN_THOUSANDTHS));
  const max = Math.floor(withoutNoise((maxScore ?? 1) * TEN_THOUSANDTHS));
  const groups: number[] = [];
  for (const label of new Set(labels ?? LABELS)) {
    for (let part = partOf(min); part <= partOf(max); part += 1) groups.push(LABEL_RANKS[label] * GROUPS_PER_LABEL + part);
  }
  return { groups, minScore: min, maxScore: max };
}

/** Lower bounds of the score bands of `customers.contact_cell` behind the first. All of them begin a part. */
const CONTACT_BANDS = [4000, 7000, 9000] as const;

/** Returns the score band of `customers.contact_cell` that a group belongs to. */
export function contactBandOf(group: number): number {
  const beginning = PART_BEGINNINGS[(group % GROUPS_PER_LABEL) - 1] ?? 0;
  return CONTACT_BANDS.filter((bound) => bound <= beginning).length;
}

/** Returns whether the list includes customers without a score. They match no filter on label or score. */
export const includesUnscored = ({ labels, minScore, maxScore }: CustomerFilter): boolean =>
  labels === null && minScore === null && maxScore === null;

const partOf = (score: number): number => PART_BEGINNINGS.filter((beginning) => beginning <= score).length;

/** Removes the rounding noise of doubles: 0.57 × 10 000 gives 5699.999999999999. */
const withoutNoise = (value: number): number => Number(value.toFixed(6));
