import { SeededRandom } from '#libs/scoring';

/** The shop to generate orders for, and the number of events per batch. */
export interface BatchPlan {
  /** The same seed gives the same batches. */
  readonly seed: number;
  readonly customers: number;
  readonly eventsPerBatch: number;
  readonly now: Date;
}

const RECENT_MS = 3_600_000;
const HEX_DIGITS = 8;

/**
 * Generates bodies for `POST /events` like those of a shop: completed orders of the last hour with unique ids, in random
 * order of ids and customers. Customer ids are UUIDs, so that the yardstick can store them unchanged.
 */
export class EventBatches {
  private readonly random: SeededRandom;
  private readonly customers: readonly string[];
  private made = 0;

  constructor(private readonly plan: BatchPlan) {
    this.random = new SeededRandom(plan.seed);
    this.customers = customerIds(plan.customers);
  }

  /** @param also customers who get an event in this batch, within its size. @returns the body as JSON text. */
  next(also: readonly string[] = []): string {
    const events = Array.from({ length: this.plan.eventsPerBatch }, (_, index) => this.event(also[index] ?? this.anyCustomer()));
    return `{"events":[${events.join(',')}]}`;
  }

  private event(customerId: string): string {
    this.made += 1;
    const occurredAt = new Date(this.plan.now.getTime() - Math.floor(this.random.unit() * RECENT_MS)).toISOString();
    const value = Math.round((5 + 120 * this.random.unit() ** 2) * 100) / 100;
    // The random part comes first, so that ids arrive unordered. The counter after it keeps them unique.
    const id = `${hex(this.random.unit())}${hex(this.random.unit())}-${this.plan.seed}-${this.made}`;
    return (
      `{"event_id":"evt_${id}","customer_id":"${customerId}","event_type":"order_completed","occurred_at":"${occurredAt}",` +
      `"value":${value},"data":{"order_id":"ord_${id}","currency":"EUR"}}`
    );
  }

  /** Some customers order much more often than others: a quarter of them has half of the orders, and one in a hundred a tenth. */
  private anyCustomer(): string {
    return this.customers[Math.floor(this.random.unit() ** 2 * this.customers.length)] as string;
  }
}

/** Returns the ids of the first `count` customers, the same for every plan. @param family selects one of several disjoint sets. */
export function customerIds(count: number, family = 1): string[] {
  const random = new SeededRandom(family);
  return Array.from({ length: count }, () => {
    const digits = hex(random.unit()) + hex(random.unit()) + hex(random.unit()) + hex(random.unit());
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
  });
}

const hex = (unit: number): string => Math.floor(unit * 2 ** 32).toString(16).padStart(HEX_DIGITS, '0'); // prettier-ignore
