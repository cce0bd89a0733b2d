/**
 * The numeric traits that a merchant gives customers, as changes by day, in compressed sparse rows as `OrderDays`: customer i owns the rows
 * `offsets[i]` to `offsets[i + 1]`, in the order of days. A value counts from the day on which it began, so that a replay of the past knows
 * no later one.
 */
export interface Traits {
  /** The place of a name is its number in `trait`. */
  readonly names: readonly string[];
  readonly offsets: Uint32Array;
  /** UTC day numbers, ascending within a customer. */
  readonly day: Int32Array;
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

/** A trait as a group of predictors beside the groups of behaviour. */
export type TraitGroup = `trait:${string}`;

const PREFIX = 'trait:';
export const traitGroup = (name: string): TraitGroup => `${PREFIX}${name}`;
export const isTraitGroup = (group: string): group is TraitGroup => group.startsWith(PREFIX);
export const traitName = (group: TraitGroup): string => group.slice(PREFIX.length);

const FIRST_CAPACITY = 1024;

/** Collects the traits of many customers, one after another: 13 bytes a change and 4 a customer, in memory that grows by doubling. */
export class TraitsBuilder {
  private offsets = new Uint32Array(FIRST_CAPACITY);
  private day = new Int32Array(FIRST_CAPACITY);
  private trait = new Uint8Array(FIRST_CAPACITY);
  private value = new Float64Array(FIRST_CAPACITY);
  private customers = 0;
  private rows = 0;

  constructor(private readonly names: readonly string[]) {}

  /** Changes so far. */
  get size(): number {
    return this.rows;
  }

  /** Appends a customer. @param changes in any order, at most one of a trait and day */
  add(changes: readonly TraitChange[]): void {
    this.reserve(this.customers + 2, this.rows + changes.length);
    for (const { day, trait, value } of changes.toSorted((one, other) => one.day - other.day || one.trait - other.trait)) {
      this.day[this.rows] = day;
      this.trait[this.rows] = trait;
      this.value[this.rows] = value;
      this.rows += 1;
    }
    this.customers += 1;
    this.offsets[this.customers] = this.rows;
  }

  /** Copies the columns so far. */
  build(): Traits {
    return {
      names: this.names,
      offsets: this.offsets.slice(0, this.customers + 1),
      day: this.day.slice(0, this.rows),
      trait: this.trait.slice(0, this.rows),
      value: this.value.slice(0, this.rows),
    };
  }

  private reserve(positions: number, rows: number): void {
    if (positions > this.offsets.length) {
      const offsets = new Uint32Array(Math.max(positions, this.offsets.length * 2));
      offsets.set(this.offsets);
      this.offsets = offsets;
    }
    if (rows <= this.day.length) return;
    const capacity = Math.max(rows, this.day.length * 2);
    const [day, trait, value] = [new Int32Array(capacity), new Uint8Array(capacity), new Float64Array(capacity)];
    day.set(this.day);
    trait.set(this.trait);
    value.set(this.value);
    [this.day, this.trait, this.value] = [day, trait, value];
  }
}

/** Returns the traits of one customer as columns of their own. */
export function traitsOfOne(names: readonly string[], changes: readonly TraitChange[]): Traits {
  const builder = new TraitsBuilder(names);
  builder.add(changes);
  return builder.build();
}

/** Returns the traits of the named customers alone, in the order given. */
export function traitsOf(traits: Traits, customers: Uint32Array): Traits {
  const offsets = new Uint32Array(customers.length + 1);
  for (const [i, customer] of customers.entries()) {
    offsets[i + 1] = offsets[i]! + traits.offsets[customer + 1]! - traits.offsets[customer]!;
  }
  const rows = offsets.at(-1)!;
  const some = { names: traits.names, offsets, day: new Int32Array(rows), trait: new Uint8Array(rows), value: new Float64Array(rows) };
  for (const [i, customer] of customers.entries()) {
    const [from, to] = [traits.offsets[customer]!, traits.offsets[customer + 1]!];
    some.day.set(traits.day.subarray(from, to), offsets[i]);
    some.trait.set(traits.trait.subarray(from, to), offsets[i]);
    some.value.set(traits.value.subarray(from, to), offsets[i]);
  }
  return some;
}

/** Returns the value of a trait at the end of day `today`; NaN where it has none. @param name also one that nobody has */
export function traitAt(traits: Traits | undefined, name: string, customer: number, today: number): number {
  if (traits === undefined) return Number.NaN;
  const number = traits.names.indexOf(name);
  for (let row = traits.offsets[customer + 1]! - 1; row >= traits.offsets[customer]!; row--) {
    if (traits.trait[row] === number && traits.day[row]! <= today) return traits.value[row]!;
  }
  return Number.NaN;
}
