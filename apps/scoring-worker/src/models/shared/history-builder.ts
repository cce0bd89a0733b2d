import { contactsOfOne, NO_EARLIER, NO_ORDERS, type OrderDays, placedAtMost, SparseRowsBuilder } from '#libs/scoring';

const NO_CONTACTS = contactsOfOne([]);

/** Collects the order days, the earlier orders and the contacts of many customers, one after another. */
export class HistoryBuilder {
  private readonly orders = new SparseRowsBuilder(NO_ORDERS);
  private readonly earlier = new SparseRowsBuilder(NO_EARLIER);
  private readonly contacts = new SparseRowsBuilder(NO_CONTACTS);
  private placed = 0;

  /** Counts the order days so far, with those that earlier orders will get, and the contacts. */
  get size(): number {
    return this.orders.size + this.placed + this.contacts.size;
  }

  /** Adds a customer. */
  add(days: OrderDays): void {
    const earlier = days.earlier ?? NO_EARLIER;
    this.orders.add(days);
    this.earlier.add(earlier);
    this.contacts.add(days.contacts ?? NO_CONTACTS);
    this.placed += placedAtMost(earlier);
  }

  /** Returns the history so far, which shares memory with the builder: add nothing afterwards. */
  build(): OrderDays {
    return {
      ...this.orders.build(),
      ...(this.earlier.size > 0 && { earlier: this.earlier.build() }),
      ...(this.contacts.size > 0 && { contacts: this.contacts.build() }),
    };
  }
}
