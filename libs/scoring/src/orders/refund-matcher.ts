/** A refund that names no order. */
export interface UnlinkedRefund {
  /** -Infinity: the time is unknown. The refund is then before every order. */
  readonly atMs: number;
  /** Ten-thousandths. */
  readonly amount: number;
  readonly foreign: boolean;
}

/** The properties that decide whether a refund cancels an order. */
export interface PlacedOrder {
  readonly placedAtMs: number;
  /** Ten-thousandths; null: unknown, and no refund cancels the order. */
  readonly net: number | null;
  readonly foreign: boolean;
}

interface Group<Order> {
  /** Placed and not cancelled, latest last. */
  open: Order[];
  /** Refunds still to come. More orders than these need not be remembered. */
  refunds: number;
}

/**
 * Finds the orders that unlinked refunds cancel, in one sweep through time: orders open as they are placed, each refund closes the latest
 * open order of exactly its amount. Memory grows with the refunds, not with the orders.
 */
export class RefundMatcher<Order> {
  private readonly refunds: readonly UnlinkedRefund[];
  private readonly groups = new Map<number, Group<Order>>();
  private next = 0;
  private readonly removed: Order[] = [];
  private readonly looseRefunds: number[] = [];

  /** @param refunds in any order */
  constructor(refunds: readonly UnlinkedRefund[]) {
    // Refunds of one instant and amount are alike.
    this.refunds = refunds.toSorted((one, other) => (one.atMs === other.atMs ? 0 : one.atMs - other.atMs));
    for (const { amount, foreign } of refunds) {
      const key = amountKey(amount, foreign);
      const group = this.groups.get(key);
      if (group === undefined) this.groups.set(key, { open: [], refunds: 1 });
      else group.refunds += 1;
    }
  }

  /** Takes the next order by time of placement. @param order given back when a refund cancels it */
  place(order: Order, { placedAtMs, net, foreign }: PlacedOrder): void {
    this.refundBefore(placedAtMs);
    const group = net === null ? undefined : this.groups.get(amountKey(net, foreign));
    if (group === undefined) return;
    group.open.push(order);
    if (group.open.length > 2 * group.refunds) group.open = group.refunds === 0 ? [] : group.open.slice(-group.refunds);
  }

  /** @returns the cancelled orders, and refunds in the tenant's currency that cancel none */
  finish(): { readonly removed: readonly Order[]; readonly looseRefunds: readonly number[] } {
    this.refundBefore(null);
    return { removed: this.removed, looseRefunds: this.looseRefunds };
  }

  /** Takes the refunds up to an order, or all. A refund of the very instant of an order comes after the order. */
  private refundBefore(placedAtMs: number | null): void {
    for (; this.next < this.refunds.length; this.next += 1) {
      const refund = this.refunds[this.next]!;
      if (placedAtMs !== null && refund.atMs >= placedAtMs) return;
      const group = this.groups.get(amountKey(refund.amount, refund.foreign))!;
      group.refunds -= 1;
      const match = group.open.pop();
      if (match !== undefined) this.removed.push(match);
      else if (!refund.foreign) this.looseRefunds.push(refund.amount);
    }
  }
}

/** Equal numbers in different currencies are different amounts. All are positive. */
const amountKey = (amount: number, foreign: boolean): number => (foreign ? -amount : amount);
