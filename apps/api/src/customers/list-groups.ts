import { type Label, SCORED_GROUP, UNSCORED_GROUP } from '#libs/core';

export interface CustomerFilter {
  readonly labels: readonly Label[] | null;
  /** From 0 to 1, both included. */
  readonly minScore: number | null;
  readonly maxScore: number | null;
}

/** The customers that a filter on label and score selects. */
export interface Selection {
  /** Values of `customers.list_group`. */
  readonly groups: readonly number[];
  /** Null for all labels. Stored labels count, which may be older than the tenant's current bands. */
  readonly labels: readonly Label[] | null;
  /** Bounds in ten-thousandths, both included, as scores are stored with four decimals. A customer without a score has -1. */
  readonly minScore: number;
  readonly maxScore: number;
}

const TEN_THOUSANDTHS = 10_000;

/** Selects all customers without a score. */
export const UNSCORED: Selection = { groups: [UNSCORED_GROUP], labels: null, minScore: -1, maxScore: TEN_THOUSANDTHS };

/** Selects all customers with a score. */
export const SCORED: Selection = { ...UNSCORED, groups: [SCORED_GROUP] };

/** Selects all customers, with and without a score. */
export const ALL: Selection = { ...UNSCORED, groups: [SCORED_GROUP, UNSCORED_GROUP] };

/** Returns the selection of a filter among customers with a score. */
export const selectScored = ({ labels, minScore, maxScore }: CustomerFilter): Selection => ({
  groups: [SCORED_GROUP],
  labels,
  minScore: Math.ceil(withoutNoise((minScore ?? 0) * TEN_THOUSANDTHS)),
  maxScore: Math.floor(withoutNoise((maxScore ?? 1) * TEN_THOUSANDTHS)),
});

/** Returns whether the list includes customers without a score. They match no filter on label or score. */
export const includesUnscored = ({ labels, minScore, maxScore }: CustomerFilter): boolean =>
  labels === null && minScore === null && maxScore === null;

/** Removes the rounding noise of doubles: 0.57 × 10 000 gives 5699.999999999999. */
const withoutNoise = (value: number): number => Number(value.toFixed(6));
