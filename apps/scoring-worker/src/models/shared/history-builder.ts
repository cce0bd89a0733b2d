import { NO_EARLIER, NO_ORDERS, type OrderDays, placedAtMost, SparseRowsBuilder } from '#libs/scoring';

/** Collects the order days and the earlier orders of many customers, one after another. */
export class HistoryBuilder {
  private readonly orders = new SparseRowsBuilder(NO_ORDERS);
  private readonly earlier = new SparseRowsBuilder(NO_EARLIER);
  private placed = 0;

  /** Counts the order days so far, with those that earlier orders will get. */
  get size(): number {
    return this.orders.size + this.placed;
  }

  /** Adds a customer. */
  add(days: OrderDays): void {
    const earlier = days.earlier ?? NO_EARLIER;
    this.orders.add(days);
    this.earlier.add(earlier);
    this.placed += placedAtMost(earlier);
  }

  /** Returns the history so far, which shares memory with the builder: add nothing afterwards. */
  build(): OrderDays {
    return { ...this.orders.build(), ...(this.earlier.size > 0 && { earlier: this.earlier.build() }) };
  }
}
