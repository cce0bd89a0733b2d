import { contactedSpans, type Span } from '../orders/stand-ins.js';
import { customerCount, type OrderDays } from '../orders/order-days.js';

/** Customers are told apart by how many order days they have (1, 2, 3–4, 5–9, 10 or more) … */
const FEWEST_ORDERS = [1, 2, 3, 5, 10];
/** … and by the days since the last one. A bucket begins at each of these. */
const FEWEST_DAYS = [1, 2, 3, 5, 8, 11, 15, 22, 29, 43, 61, 91, 151, 271];

export const SILENCES = FEWEST_DAYS.length;
export const CELLS = FEWEST_ORDERS.length * SILENCES;

/**
 * The numbers of customers of each kind who could order again on each day, and of those who did. Memory depends on the number of days alone, not on the
 * number of customers.
 */
export interface OrderCounts {
  /** UTC day number of the first day. */
  readonly firstDay: number;
  readonly days: number;
  /** Customers by cell and day: `waiting[cell * days + (day - firstDay)]`. */
  readonly waiting: Int32Array;
  /** Those of them who ordered on the day. */
  readonly back: Int32Array;
  /** First orders of a day. */
  readonly joined: Int32Array;
}

/** Counts the customers of a shop by day. */
export class OrderCounter {
  /** One day more than are counted: differences end on the day after the last. */
  private readonly changes: Int32Array;
  private readonly back: Int32Array;
  private readonly joined: Int32Array;

  /** @param firstDay UTC day number @param lastDay the last complete day */
  constructor(
    private readonly firstDay: number,
    private readonly lastDay: number,
  ) {
    const days = lastDay - firstDay + 1;
    this.changes = new Int32Array(CELLS * (days + 1));
    this.back = new Int32Array(CELLS * days);
    this.joined = new Int32Array(days);
  }

  add(history: OrderDays): void {
    for (let customer = 0; customer < customerCount(history); customer++) {
      const [from, to] = [history.offsets[customer]!, history.offsets[customer + 1]!];
      const contacted = contactedSpans(history, customer);
      for (let row = from; row < to; row++) {
        const day = history.day[row]!;
        if (day > this.lastDay) break;
        if (row === from && day >= this.firstDay) this.joined[day - this.firstDay]! += 1;
        this.addSilence(row - from + 1, day, row + 1 < to ? history.day[row + 1]! : Infinity, contacted);
      }
    }
  }

  /** Returns the counts from the first day with an order on. */
  build(): OrderCounts {
    const [all, skipped] = [this.joined.length, this.daysBeforeFirst()];
    const days = all - skipped;
    const [waiting, back] = [new Int32Array(CELLS * days), new Int32Array(CELLS * days)];
    for (let cell = 0; cell < CELLS; cell++) {
      let customers = 0;
      for (let day = 0; day < all; day++) {
        customers += this.changes[cell * (all + 1) + day]!;
        if (day >= skipped) waiting[cell * days + day - skipped] = customers;
      }
      back.set(this.back.subarray(cell * all + skipped, (cell + 1) * all), cell * days);
    }
    return { firstDay: this.firstDay + skipped, days, waiting, back, joined: this.joined.slice(skipped) };
  }

  private daysBeforeFirst(): number {
    const days = this.joined.length;
    const hasOrder = (day: number): boolean => {
      if (this.joined[day]! > 0) return true;
      for (let cell = 0; cell < CELLS; cell++) if (this.back[cell * days + day]! > 0) return true;
      return false;
    };
    for (let day = 0; day < days; day++) if (hasOrder(day)) return day;
    return days;
  }

  /** Adds the days after an order until the next one, without those on which an order may be an answer to a contact. */
  private addSilence(orders: number, day: number, next: number, contacted: readonly Span[]): void {
    const days = this.joined.length;
    const kind = FEWEST_ORDERS.findLastIndex((fewest) => orders >= fewest) * SILENCES;
    const end = Math.min(next, this.lastDay);
    for (let bucket = 0; bucket < SILENCES; bucket++) {
      const from = Math.max(day + FEWEST_DAYS[bucket]!, this.firstDay);
      const to = Math.min(end, day + (FEWEST_DAYS[bucket + 1] ?? Infinity) - 1);
      if (from > end) return;
      if (to < from) continue;
      const at = (kind + bucket) * (days + 1) - this.firstDay;
      this.changes[at + from]! += 1;
      this.changes[at + to + 1]! -= 1;
      for (const span of contacted) {
        const [first, last] = [Math.max(from, span.first), Math.min(to, span.last)];
        if (first > last) continue;
        this.changes[at + first]! -= 1;
        this.changes[at + last + 1]! += 1;
      }
      const isAnswer = contacted.some(({ first, last }) => first <= next && next <= last);
      if (to === next && !isAnswer) this.back[(kind + bucket) * days + next - this.firstDay]! += 1;
    }
  }
}
