import type { SparseRows } from './sparse-rows.js';

/**
 * Holds the numeric traits that a merchant gives customers, as changes by day. A value counts from the day on which it began, so that a
 * replay of the past knows no later one.
 */
export interface Traits extends SparseRows {
  /** The place of a name is its number in `trait`. */
  readonly names: readonly string[];
  readonly trait: Uint8Array;
  /** NaN: the trait was removed on that day. */
  readonly value: Float64Array;
}

/** One change of a trait of a customer. */
export interface TraitChange {
  readonly day: number;
  readonly trait: number;
  readonly value: number;
}

/** A trait as a group of predictors, like the groups of behaviour. */
export type TraitGroup = `trait:${string}`;

const PREFIX = 'trait:';
export const traitGroup = (name: string): TraitGroup => `${PREFIX}${name}`;
export const isTraitGroup = (group: string): group is TraitGroup => group.startsWith(PREFIX);
export const traitName = (group: TraitGroup): string => group.slice(PREFIX.length);

/** Returns the traits of one customer as columns of their own. @param changes in any order, at most one of a trait and day */
export function traitsOfOne(names: readonly string[], changes: readonly TraitChange[]): Traits {
  const sorted = changes.toSorted((one, other) => one.day - other.day || one.trait - other.trait);
  return {
    names,
    offsets: Uint32Array.of(0, sorted.length),
    day: new Int32Array(sorted.map(({ day }) => day)),
    trait: new Uint8Array(sorted.map(({ trait }) => trait)),
    value: new Float64Array(sorted.map(({ value }) => value)),
  };
}

/** Returns the value of a trait at the end of day `today`; NaN where the customer has none. @param name may be one that no customer has */
export function traitAt(traits: Traits | undefined, name: string, customer: number, today: number): number {
  if (traits === undefined) return Number.NaN;
  const number = traits.names.indexOf(name);
  for (let row = traits.offsets[customer + 1]! - 1; row >= traits.offsets[customer]!; row--) {
    if (traits.trait[row] === number && traits.day[row]! <= today) return traits.value[row]!;
  }
  return Number.NaN;
}
