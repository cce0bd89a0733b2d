import type { OrderDays } from './order-days.js';

const FIRST_CAPACITY = 1024;

/** Collects the order days of many customers, one after another, in memory that grows by doubling: 12 bytes a row and 4 a customer. */
export class OrderDaysBuilder {
  private offsets = new Uint32Array(FIRST_CAPACITY);
  private day = new Int32Array(FIRST_CAPACITY);
  private value = new Float64Array(FIRST_CAPACITY);
  private customers = 0;
  private rows = 0;

  /** Order days so far. */
  get size(): number {
    return this.rows;
  }

  /** Appends all customers of `history`; most often the single one that `orderDaysOf` gives. */
  add(history: OrderDays): void {
    const added = history.offsets.length - 1;
    this.reserve(this.customers + added + 1, this.rows + history.day.length);
    this.day.set(history.day, this.rows);
    this.value.set(history.value, this.rows);
    for (let i = 1; i <= added; i++) this.offsets[this.customers + i] = this.rows + history.offsets[i]!;
    this.customers += added;
    this.rows += history.day.length;
  }

  /** The columns so far, which share memory with the builder: add nothing afterwards. */
  build(): OrderDays {
    return {
      offsets: this.offsets.subarray(0, this.customers + 1),
      day: this.day.subarray(0, this.rows),
      value: this.value.subarray(0, this.rows),
    };
  }

  private reserve(positions: number, rows: number): void {
    if (positions > this.offsets.length) this.offsets = grown(this.offsets, new Uint32Array(doubled(this.offsets.length, positions)));
    if (rows <= this.day.length) return;
    const capacity = doubled(this.day.length, rows);
    this.day = grown(this.day, new Int32Array(capacity));
    this.value = grown(this.value, new Float64Array(capacity));
  }
}

const doubled = (capacity: number, needed: number): number => Math.max(needed, capacity * 2);

function grown<Column extends Uint32Array | Int32Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
