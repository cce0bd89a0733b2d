import { CUSTOMERS, type CustomerName, isAboutOrder, type SentEvent } from './history.js';

/** The facts about a person that must follow from the events, as the documentation says (docs/scoring.md, "What each event does"). */
export interface ExpectedPerson {
  readonly orders: number;
  /** Two decimals. */
  readonly spent: string;
  readonly lastOrderAt: string | null;
}

interface Order {
  /** Null: the order has no identifier. */
  readonly number: number | null;
  /** False for one that is cancelled, a test, refunded in full or worth nothing. */
  readonly counts: boolean;
  readonly owner: CustomerName;
  readonly placedAt: number | null;
  /** Quarters of the currency; null: unknown. */
  readonly net: number | null;
  readonly isForeign: boolean;
  readonly refunded: number;
  readonly refundedAt: number;
}

/**
 * A shop as its events describe it, written from the documentation alone. It keeps all events that were received and not erased, and
 * derives the state from them each time.
 */
export class ExpectedShop {
  private events: SentEvent[] = [];
  private readonly aliases = new Map<CustomerName, CustomerName>();
  private readonly traits = new Map<CustomerName, number>();
  /** Customers who were erased, and who appear in nothing that was sent since. */
  readonly erased = new Set<CustomerName>();
  /** Customers who were erased at any time. */
  readonly onceErased = new Set<CustomerName>();
  /** Customers with an order that once was of an erased one. They may have been seen later than the order was placed. */
  readonly heirs = new Set<CustomerName>();
  /** Orders with events of a customer who was erased. */
  private readonly erasedOrders = new Set<number>();
  /**
   * Customers with an unclear outcome: an event about one of their orders, or about an order that two of them have named, arrived during an
   * erasure, or the order was erased with another customer.
   */
  private readonly unsure = new Set<CustomerName>();
  /** Customers with unclear traits: an erasure may have been under way when they were set. */
  private readonly unsureTraits = new Set<CustomerName>();

  /** @param whileErasing an erasure may be under way: it may find what has just come */
  receive(events: readonly SentEvent[], whileErasing: boolean): void {
    this.events.push(...events);
    for (const { customer, order } of events) {
      this.erased.delete(customer);
      if (!whileErasing || order === null) continue;
      if (this.erasedOrders.has(order)) this.unsure.add(customer);
      const named = new Set(this.events.filter((event) => event.order === order && isAboutOrder(event)).map((event) => event.customer));
      if (named.size > 1 && [...named].some((each) => this.onceErased.has(each))) for (const each of named) this.unsure.add(each);
    }
  }

  /** Tells whether the service knows the customer. */
  isKnown(customer: CustomerName): boolean {
    return this.events.some((event) => event.customer === customer);
  }

  personOf(customer: CustomerName): CustomerName {
    return this.aliases.get(customer) ?? customer;
  }

  canJoin(customer: CustomerName, alias: CustomerName): boolean {
    const joined = this.aliases.get(alias);
    return (joined === undefined || joined === customer) && (this.isKnown(customer) || this.isKnown(alias));
  }

  join(customer: CustomerName, alias: CustomerName): void {
    this.aliases.set(alias, customer);
    for (const named of [customer, alias]) this.erased.delete(named);
  }

  separate(customer: CustomerName, alias: CustomerName): boolean {
    return this.aliases.get(alias) === customer && this.aliases.delete(alias);
  }

  /** Forgets a person with all aliases. @returns the identifiers of the person */
  erase(customer: CustomerName): readonly CustomerName[] {
    const person = this.personOf(customer);
    const members = CUSTOMERS.filter((each) => this.personOf(each) === person);
    // An order that has moved to another customer belongs to that one, with all that is known of it.
    const owners = new Map(this.orders().map(({ number, owner }) => [number, owner]));
    // An order that is erased with its customer may go with all that others have said of it.
    for (const { customer: other, order } of this.events)
      if (order !== null && members.includes(owners.get(order) ?? other) && !members.includes(other)) this.unsure.add(other);
    this.events = this.events.flatMap((event) => {
      if (!members.includes(event.customer)) return [event];
      if (event.order === null || !isAboutOrder(event)) return [];
      this.erasedOrders.add(event.order);
      const owner = owners.get(event.order);
      if (owner === undefined || members.includes(owner)) return [];
      this.heirs.add(this.personOf(owner));
      return [{ ...event, customer: owner }];
    });
    for (const member of members) {
      this.aliases.delete(member);
      this.traits.delete(member);
      this.erased.add(member);
      this.onceErased.add(member);
      this.unsureTraits.add(member);
    }
    return members;
  }

  setTraits(customer: CustomerName, points: number): void {
    if (this.isKnown(customer)) this.traits.set(customer, points);
  }

  /** Returns the points of the customer; undefined where the documentation does not say. */
  traitsOf(customer: CustomerName): number | null | undefined {
    return this.unsureTraits.has(customer) || [...this.aliases.values()].includes(customer)
      ? undefined
      : (this.traits.get(customer) ?? null);
  }

  /** All events, each with the person as its customer. */
  get history(): readonly SentEvent[] {
    return this.events;
  }

  /** Returns each person with the expected facts; null for a person with an unclear outcome. */
  persons(): Map<CustomerName, ExpectedPerson | null> {
    const orders = this.orders();
    const persons = new Map<CustomerName, ExpectedPerson | null>();
    for (const name of CUSTOMERS.filter((each) => this.personOf(each) === each)) {
      const own = this.events.filter((event) => this.personOf(event.customer) === name);
      if (own.length === 0) continue;
      // A deletion hides a customer until a later order. Which orders are later is the subject of other tests.
      const isUnsure = own.some(({ type, customer }) => type === 'customer_deleted' || this.unsure.has(customer));
      persons.set(name, isUnsure ? null : withoutRefunds(orders.filter(({ owner }) => this.personOf(owner) === name)));
    }
    return persons;
  }

  private orders(): Order[] {
    const byOrder = new Map<string, SentEvent[]>();
    for (const event of this.events.filter(isAboutOrder)) {
      const isNothing =
        event.order === null && (event.type === 'order_cancelled' || (event.type === 'order_refunded' && event.value === null));
      const key = event.order === null ? event.id : `o-${event.order}`;
      if (!isNothing) byOrder.set(key, [...(byOrder.get(key) ?? []), event]);
    }
    return [...byOrder.values()].map(orderOf);
  }
}

const changedAt = ({ updatedAt, occurredAt }: SentEvent): number => Date.parse(updatedAt ?? occurredAt);
const isRefund = ({ type }: SentEvent): boolean => type === 'order_refunded';
const isPurchase = (event: SentEvent): boolean => !isRefund(event) && event.type !== 'order_cancelled';
const latest = (events: readonly SentEvent[]): SentEvent | undefined => events.toSorted((a, b) => changedAt(a) - changedAt(b)).at(-1);

/** Returns the order that its events describe. */
function orderOf(events: readonly SentEvent[]): Order {
  const states = events.filter((event) => !isRefund(event));
  // That an order was placed says least of all about it.
  const state = latest(states.filter(({ type }) => type !== 'order_created')) ?? latest(states);
  const isReal = state?.type !== 'order_cancelled' && !events.some((event) => event.test && event.order === 0);
  const purchases = events.filter(isPurchase);
  const priced = latest(purchases.filter(({ value }) => value !== null));
  const refunds = events.filter(isRefund);
  const statement = latest(events.filter((event) => (isRefund(event) && event.value === null) || statedTotal(event) !== null));
  const total = statement === undefined ? 0 : (statedTotal(statement) ?? 0);
  const refunded = Math.max(total, refunds.reduce((sum, { value }) => sum + (value ?? 0), 0)); // prettier-ignore
  const isGone = statement !== undefined && isRefund(statement) && statement.value === null;
  const amount = priced?.value ?? null;
  const net = amount === null ? null : amount - refunded;
  return {
    number: events[0]!.order,
    counts: isReal && (purchases.length === 0 || (!isGone && (net === null || net > 0))),
    owner: (state ?? events[0]!).customer,
    placedAt: purchases.length === 0 ? null : Math.min(...purchases.map(({ occurredAt }) => Date.parse(occurredAt))),
    net,
    isForeign: priced?.currency === 'USD',
    refunded,
    refundedAt: Math.max(...refunds.map(({ occurredAt }) => Date.parse(occurredAt))),
  };
}

const statedTotal = ({ order, refundedTotal }: SentEvent): number | null => (order === null ? null : refundedTotal);

/** Takes refunds that name no known order off the latest earlier order of exactly their amount, else off the money. */
function withoutRefunds(all: readonly Order[]): ExpectedPerson {
  const orders = all.filter(({ placedAt, counts }) => counts && placedAt !== null);
  let loose = 0;
  for (const refund of all
    .filter(({ counts, placedAt, refunded }) => counts && placedAt === null && refunded > 0)
    .toSorted((a, b) => a.refundedAt - b.refundedAt)) {
    const match = orders
      .filter(({ placedAt, net, isForeign }) => placedAt! <= refund.refundedAt && net === refund.refunded && !isForeign)
      .toSorted((a, b) => a.placedAt! - b.placedAt!)
      .at(-1);
    if (match === undefined) loose += refund.refunded;
    else orders.splice(orders.indexOf(match), 1);
  }
  const spent = orders.reduce((sum, { net, isForeign }) => sum + (isForeign ? 0 : (net ?? 0)), 0) - loose;
  const last = Math.max(...orders.map(({ placedAt }) => placedAt!));
  return { orders: orders.length, spent: spent.toFixed(2), lastOrderAt: orders.length === 0 ? null : new Date(last).toISOString() };
}
