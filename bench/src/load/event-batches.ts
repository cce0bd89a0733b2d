import { SeededRandom } from '#libs/scoring';

/** Which shop's orders to make up, and how many events make a batch. */
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
 * Bodies for `POST /events` as a shop would send them: completed orders of the last hour, each with an id of its own, in random
 * order of ids and of customers. Customer ids are UUIDs, so that the yardstick can store them as they come.
 */
export class EventBatches {
  private readonly random: SeededRandom;
  private readonly customers: readonly string[];
  private made = 0;

  constructor(private readonly plan: BatchPlan) {
    this.random = new SeededRandom(plan.seed);
    this.customers = customerIds(plan.customers);
  }

  /** @param also customers of whom this batch holds an event, within its size. @returns JSON text of the body. */
  next(also: readonly string[] = []): string {
    const events = Array.from({ length: this.plan.eventsPerBatch }, (_, index) => this.event(also[index] ?? this.anyCustomer()));
    return `{"events":[${events.join(',')}]}`;
  }

  private event(customerId: string): string {
    this.made += 1;
    const occurredAt = new Date(this.plan.now.getTime() - Math.floor(this.random.unit() * RECENT_MS)).toISOString();
    const value = Math.round((5 + 120 * this.random.unit() ** 2) * 100) / 100;
    // Random first, so that ids arrive in no order; the count behind it keeps them unique.
    const id = `${hex(this.random.unit())}${hex(this.random.unit())}-${this.plan.seed}-${this.made}`;
    return (
      `{"event_id":"evt_${id}","customer_id":"${customerId}","event_type":"order_completed","occurred_at":"${occurredAt}",` +
      `"value":${value},"data":{"order_id":"ord_${id}","currency":"EUR"}}`
    );
  }

  private anyCustomer(): string {
    return this.customers[Math.floor(this.random.unit() * this.customers.length)] as string;
  }
}

/** The ids of the first `count` customers, the same for every plan. @param family tells apart sets that share no customer. */
export function customerIds(count: number, family = 1): string[] {
  const random = new SeededRandom(family);
  return Array.from({ length: count }, () => {
    const digits = hex(random.unit()) + hex(random.unit()) + hex(random.unit()) + hex(random.unit());
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
  });
}

const hex = (unit: number): string => Math.floor(unit * 2 ** 32).toString(16).padStart(HEX_DIGITS, '0'); // prettier-ignore
