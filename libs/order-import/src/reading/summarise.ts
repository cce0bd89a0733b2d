import type { CsvRow } from '../csv/csv-rows.js';
import { partsOf } from '../numbers/number-series.js';
import { isRefundedOrder, type OutgoingEvent } from '../outgoing-event.js';
import { plainStatus, type StatusKind } from '../statuses/order-status.js';
import { isHistory, WITHOUT_ORDERS } from '../orders/customer-history.js';
import { OrderReader } from '../orders/order-reader.js';
import { stateIn } from '../rows/order-state.js';
import type { ReadingPlan } from '../rows/plan.js';
import type { RowOutcome } from '../rows/row-reader.js';
import type { FileSummary, StatusUse } from './understanding.js';

/** The customer with the most orders. */
export interface LargestCustomer {
  /** `identityKey` of the customer. */
  readonly key: string;
  readonly orders: number;
  /** Orders of the next one. */
  readonly next: number;
}

export interface Summarised {
  readonly summary: FileSummary;
  readonly statuses: readonly StatusUse[];
  readonly largest: LargestCustomer | null;
  /** The letters in the numbers of orders that count, of those that were asked for. */
  readonly orderSeries: ReadonlySet<string>;
}

/** Statuses listed. A column with more is not one of statuses. */
const MOST_STATUSES = 100;
/** Begins the keys of people who are known by an address or name, and not by an id of the shop. */
const PERSON = '\0';

export interface SummaryRequest {
  readonly currency: string | null;
  readonly timeZone: string;
  /** The series of order numbers to look for. */
  readonly series?: readonly string[];
}

/** Reads all rows as the plan says and counts what they give; nothing leaves the machine. */
export async function summarise(
  plan: ReadingPlan,
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
  { currency, timeZone, series = [] }: SummaryRequest,
): Promise<Summarised> {
  const reader = new OrderReader(plan, {
    currency,
    timeZone,
    eventTypes: null,
    pseudonym: (kind, text) => `${PERSON}${kind}:${text.toLowerCase()}`,
  });
  const counter = new SummaryCounter(series, plan);
  const statuses = new StatusCounter(plan);
  for await (const row of rows) {
    counter.add(reader.read(row));
    statuses.add(row);
  }
  return { summary: counter.summary(), statuses: statuses.uses(), largest: counter.largest(), orderSeries: counter.orderSeries };
}

/** One in three orders, and fifty times as many as any other customer, cannot come from one person. */
const LARGEST_SHARE = 0.3;
const LARGEST_TIMES = 50;

/** Returns whether the customer with the most orders cannot be one person. */
export function isImplausible({ summary, largest }: Summarised): boolean {
  const all = summary.orders + summary.cancelled;
  return largest !== null && largest.orders >= all * LARGEST_SHARE && largest.orders >= LARGEST_TIMES * Math.max(1, largest.next);
}

class StatusCounter {
  private readonly seen = new Map<string, { status: string; rows: number; kind: StatusKind; isKnown: boolean }>();

  constructor(private readonly plan: ReadingPlan) {}

  add({ fields }: CsvRow): void {
    for (const { said, kind, isKnown } of stateIn(this.plan, fields).statements) {
      const key = plainStatus(said);
      const seen = this.seen.get(key);
      if (seen !== undefined) {
        seen.rows += 1;
        seen.isKnown &&= isKnown;
      } else if (this.seen.size < MOST_STATUSES) this.seen.set(key, { status: said, rows: 1, kind, isKnown });
    }
  }

  uses(): StatusUse[] {
    return [...this.seen.values()].toSorted((one, other) => other.rows - one.rows);
  }
}

class SummaryCounter {
  private readonly counts = { rows: 0, orders: 0, cancelled: 0, refunds: 0, withoutAmount: 0, wrong: 0 };
  private firstAt: string | null = null;
  private lastAt: string | null = null;
  private readonly amounts = new Map<string, number>();
  private readonly leftOut = new Map<string, number>();
  private readonly customers = new Map<string, number>();
  private readonly returning = new Set<string>();
  readonly orderSeries = new Set<string>();

  private readonly consents = { yes: 0, no: 0 };
  /** The latest statement of each customer's orders on marketing. */
  private readonly accepting = new Map<string, { readonly at: string; readonly yes: boolean }>();
  private readonly histories = { customers: 0, orders: 0, withoutOrders: 0, withoutLastDay: 0 };
  private namedHistories = 0;

  constructor(
    private readonly series: readonly string[],
    private readonly plan: ReadingPlan,
  ) {}

  add(outcome: RowOutcome): void {
    this.counts.rows += 1;
    const { isCustomerList, sums } = this.plan.layout;
    if (outcome.kind === 'wrong') this.counts.wrong += 1;
    else if (outcome.kind === 'left_out') this.leftOut.set(outcome.why, (this.leftOut.get(outcome.why) ?? 0) + 1);
    else if (sums !== undefined) this.countHistory(outcome.events);
    else if (isCustomerList === true) this.consents[outcome.events[0]?.data?.accepts_marketing === true ? 'yes' : 'no'] += 1;
    else this.count(outcome.events);
  }

  /** Counts a customer. The events are the same summary for each of the identifiers, and the consent. */
  private countHistory(events: readonly OutgoingEvent[]): void {
    const history = events.find(({ event_id: id }) => isHistory(id));
    if (history === undefined) {
      this.histories.withoutOrders += 1;
      return;
    }
    this.histories.customers += 1;
    this.histories.orders += history.data?.orders ?? 0;
    if (history.data?.last_order_at === undefined) this.histories.withoutLastDay += 1;
    if (history.customer_id.startsWith(`${PERSON}name:`)) this.namedHistories += 1;
    if (history.data?.spent === undefined) this.counts.withoutAmount += 1;
    else this.addAmount(history, history.data.spent);
  }

  private count(events: readonly OutgoingEvent[]): void {
    for (const event of events) {
      const isOrder = event.event_type === 'order_completed' || event.data?.placed_at !== undefined;
      this.customers.set(event.customer_id, (this.customers.get(event.customer_id) ?? 0) + (isOrder ? 1 : 0));
      if (event.event_type === 'order_refunded') this.returning.add(event.customer_id);
      this.noteConsent(event);
      if (event.event_type === 'order_refunded' || (event.data?.refunded_total ?? 0) > 0) this.counts.refunds += 1;
      if (event.event_type === 'order_cancelled') this.counts.cancelled += 1;
      if (event.event_type === 'order_completed') this.countOrder(event);
      else if (event.event_type === 'order_refunded') this.addAmount(event, -(event.value ?? 0));
    }
  }

  private noteConsent({ customer_id: customer, occurred_at: occurredAt, data }: OutgoingEvent): void {
    const { accepts_marketing: yes, accepts_marketing_updated_at: at = occurredAt } = data ?? {};
    if (yes === undefined || at < (this.accepting.get(customer)?.at ?? '')) return;
    this.accepting.set(customer, { at, yes });
  }

  /** Counts an order, unless it was refunded in full. */
  private countOrder(event: OutgoingEvent): void {
    const { value } = event;
    if (isRefundedOrder(event)) return;
    this.counts.orders += 1;
    if (this.series.length > 0) this.lookAtNumber(event.data?.order_id ?? '');
    const at = event.data?.placed_at ?? event.occurred_at;
    if (this.firstAt === null || at < this.firstAt) this.firstAt = at;
    if (this.lastAt === null || at > this.lastAt) this.lastAt = at;
    if (value === undefined) this.counts.withoutAmount += 1;
    else this.addAmount(event, value - (event.data?.refunded_total ?? 0));
  }

  private lookAtNumber(number: string): void {
    for (const name of partsOf(number)?.series ?? []) if (this.series.includes(name)) this.orderSeries.add(name);
  }

  private addAmount({ data }: OutgoingEvent, amount: number): void {
    const currency = data?.currency ?? '';
    this.amounts.set(currency, Math.round(((this.amounts.get(currency) ?? 0) + amount) * 10_000) / 10_000);
  }

  summary(): FileSummary {
    const { amounts, leftOut, customers, firstAt, lastAt } = this;
    const namedOnly = [...customers.keys()].filter((key) => key.startsWith(`${PERSON}name:`)).length;
    const returnsOnly = [...this.returning].filter((key) => customers.get(key) === 0).length;
    const { yes, no } = this.consents;
    const { observation, layout } = this.plan;
    const withoutOrders = this.histories.withoutOrders + (leftOut.get(WITHOUT_ORDERS) ?? 0);
    const histories =
      layout.sums === undefined
        ? null
        : { ...this.histories, withoutOrders, until: observation?.until.toISOString() ?? '', day: observation?.day ?? '' };
    if (histories !== null)
      return {
        ...this.counts,
        customers: histories.customers,
        consents: null,
        accepting: null,
        histories,
        firstAt,
        lastAt,
        amounts,
        leftOut,
        namedOnly: this.namedHistories,
        returnsOnly: 0,
      };
    const people =
      layout.isCustomerList === true ? { customers: yes + no, consents: { yes, no } } : { customers: customers.size, consents: null };
    const yesOfOrders = [...this.accepting.values()].filter((said) => said.yes).length;
    const accepting = this.accepting.size === 0 ? null : { yes: yesOfOrders, no: this.accepting.size - yesOfOrders };
    return { ...this.counts, ...people, accepting, histories: null, firstAt, lastAt, amounts, leftOut, namedOnly, returnsOnly };
  }

  largest(): LargestCustomer | null {
    let largest: [key: string, orders: number] | null = null;
    let next = 0;
    for (const [key, orders] of this.customers) {
      if (largest === null || orders > largest[1]) [next, largest] = [largest?.[1] ?? 0, [key, orders]];
      else if (orders > next) next = orders;
    }
    if (largest === null) return null;
    const [key, orders] = largest;
    return { key: key.startsWith(PERSON) ? key.slice(PERSON.length) : `id:${key.toLowerCase()}`, orders, next };
  }
}
