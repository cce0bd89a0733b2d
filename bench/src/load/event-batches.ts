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
  private readonly random: () => number;
  private readonly customers: readonly string[];
  private made = 0;

  constructor(private readonly plan: BatchPlan) {
    this.random = randomNumbers(plan.seed);
    this.customers = customerIds(plan.customers);
  }

  /** @param also customers of whom this batch holds an event, within its size. @returns JSON text of the body. */
  next(also: readonly string[] = []): string {
    const events = Array.from({ length: this.plan.eventsPerBatch }, (_, index) => this.event(also[index] ?? this.anyCustomer()));
    return `{"events":[${events.join(',')}]}`;
  }

  private event(customerId: string): string {
    this.made += 1;
    const occurredAt = new Date(this.plan.now.getTime() - Math.floor(this.random() * RECENT_MS)).toISOString();
    const value = Math.round((5 + 120 * this.random() ** 2) * 100) / 100;
    // Random first, so that ids arrive in no order; the count behind it keeps them unique.
    const id = `${hex(this.random())}${hex(this.random())}-${this.plan.seed}-${this.made}`;
    return (
      `{"event_id":"evt_${id}","customer_id":"${customerId}","event_type":"order_completed","occurred_at":"${occurredAt}",` +
      `"value":${value},"data":{"order_id":"ord_${id}","currency":"EUR"}}`
    );
  }

  private anyCustomer(): string {
    return this.customers[Math.floor(this.random() * this.customers.length)] as string;
  }
}

/** The ids of the first `count` customers, the same for every plan. @param family tells apart sets that share no customer. */
export function customerIds(count: number, family = 1): string[] {
  const random = randomNumbers(family);
  return Array.from({ length: count }, () => {
    const digits = hex(random()) + hex(random()) + hex(random()) + hex(random());
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
  });
}

const hex = (unit: number): string => Math.floor(unit * 2 ** 32).toString(16).padStart(HEX_DIGITS, '0'); // prettier-ignore

/** Uniform numbers in [0, 1): mulberry32 of Tommy Ettinger (2017, public domain). */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
