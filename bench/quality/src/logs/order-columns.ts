import { countedOrders, NO_ORDERS, orderDaysOf, type OrderDays, SparseRowsBuilder } from '#libs/scoring';

const FIRST_CAPACITY = 4096;
/** Amounts are counted in ten-thousandths, as the service stores them. */
const PER_UNIT = 10_000;

/** The orders of a log as they are read, in any order, in 20 bytes each. */
export class OrderColumns {
  private readonly numberOf = new Map<string, number>();
  private customer = new Uint32Array(FIRST_CAPACITY);
  private atMs = new Float64Array(FIRST_CAPACITY);
  private amount = new Float64Array(FIRST_CAPACITY);
  private rows = 0;

  /** @param value in the log's currency; null when unknown */
  add(customerId: string, atMs: number, value: number | null): void {
    if (this.rows === this.customer.length) this.grow();
    const number = this.numberOf.get(customerId) ?? this.numberOf.size;
    this.numberOf.set(customerId, number);
    this.customer[this.rows] = number;
    this.atMs[this.rows] = atMs;
    this.amount[this.rows] = value === null ? Number.NaN : Math.round(value * PER_UNIT);
    this.rows += 1;
  }

  get orders(): number {
    return this.rows;
  }

  /** Order days as the service makes them: the same code decides which orders count. Customers without one that counts are left out. */
  toOrderDays(): OrderDays {
    const { starts, sorted } = this.byCustomer();
    const builder = new SparseRowsBuilder(NO_ORDERS);
    for (let customer = 0; customer < this.numberOf.size; customer++) {
      const rows = sorted.subarray(starts[customer], starts[customer + 1]);
      const { orders } = countedOrders(Array.from(rows, (row) => this.toFacts(row)));
      if (orders.length > 0) builder.add(orderDaysOf(orders));
    }
    return builder.build();
  }

  private toFacts(row: number): Parameters<typeof countedOrders>[0][number] {
    const amount = this.amount[row]!;
    return {
      placedAtMs: this.atMs[row]!,
      amount: Number.isNaN(amount) ? null : amount,
      refunded: 0,
      refundedAtMs: null,
      fullyRefunded: false,
      cancelled: false,
      test: false,
      foreign: false,
    };
  }

  /** Rows by customer, by counting. */
  private byCustomer(): { starts: Uint32Array; sorted: Uint32Array } {
    const starts = new Uint32Array(this.numberOf.size + 1);
    for (let row = 0; row < this.rows; row++) starts[this.customer[row]! + 1]! += 1;
    for (let customer = 1; customer < starts.length; customer++) starts[customer]! += starts[customer - 1]!;
    const next = starts.slice();
    const sorted = new Uint32Array(this.rows);
    for (let row = 0; row < this.rows; row++) {
      const customer = this.customer[row]!;
      sorted[next[customer]!] = row;
      next[customer]! += 1;
    }
    return { starts, sorted };
  }

  private grow(): void {
    const size = this.customer.length * 2;
    const [customer, atMs, amount] = [new Uint32Array(size), new Float64Array(size), new Float64Array(size)];
    customer.set(this.customer);
    atMs.set(this.atMs);
    amount.set(this.amount);
    [this.customer, this.atMs, this.amount] = [customer, atMs, amount];
  }
}
