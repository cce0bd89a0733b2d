import { randomBytes } from 'node:crypto';
import type { SimulatedApp } from './simulated-app.js';
import { type CommonOrder, type NewOrder, orderJson, type SimulatedOrder } from './simulated-order.js';

/** Returns a new secret in the platform's format. */
export const newToken = (prefix: string): string => `${prefix}_${randomBytes(24).toString('hex')}`;

/** A webhook subscription of a shop: topic and address. */
export interface Subscription {
  readonly id: number;
  readonly topic: string;
  readonly address: string;
}

interface Tokens {
  readonly access: string;
  readonly refresh: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const DAY_MS = 86_400_000;

/** A customer with the sums of all orders. */
export interface ShownCustomer {
  readonly id: bigint;
  readonly createdAt: Date;
  readonly orders: number;
  readonly spent: number;
  readonly currency: string;
  /** null when the app may not see it. */
  readonly last: SimulatedOrder | null;
}

/** A place in a list of orders. */
export interface Place {
  readonly at: Date;
  readonly id: bigint;
}

/** One shop of a simulated platform: its orders, and the tokens and webhook subscriptions of the app. */
export class SimulatedShop {
  readonly orders: SimulatedOrder[] = [];
  readonly subscriptions: Subscription[] = [];
  /** Codes to exchange for tokens. Each works once. */
  readonly codes = new Set<string>();
  tokens: Tokens | null = null;
  /** The app that is installed; null before the first one. */
  installedApp: SimulatedApp | null = null;
  /** The permissions of the last authorization. */
  scopes: readonly string[] = ['read_orders', 'read_customers'];
  /** Customers who have never ordered, such as subscribers of a newsletter. */
  withoutOrders = 0;
  private daysOf: { readonly orders: number; readonly days: ReadonlyMap<string, readonly bigint[]> } = { orders: 0, days: new Map() };
  private nextId = 820_982_911_946_154_508n;

  constructor(readonly domain: string) {}

  /** Adds an order placed at `at`; without a customer it is a guest's. Sends no webhook. */
  place(input: NewOrder): SimulatedOrder {
    const id = (this.nextId += 7n);
    const at = input.at ?? new Date();
    const order: SimulatedOrder = {
      ...input,
      id,
      number: 1001 + this.orders.length,
      currency: input.currency ?? 'EUR',
      createdAt: at,
      updatedAt: at,
      paid: input.paid ?? true,
      cancelledAt: null,
      refunds: [],
    };
    this.orders.push(order);
    return order;
  }

  /** Changes an order. Changes are at least one second apart, so that each has a different `updated_at`. */
  change(order: SimulatedOrder, change: Partial<CommonOrder>, at = new Date()): void {
    const soonest = Math.floor(order.updatedAt.getTime() / 1000) * 1000 + 1000;
    Object.assign(order, change, { updatedAt: new Date(Math.max(at.getTime(), soonest)) });
  }

  issueTokens(lifetimeMs: number | null): Tokens {
    this.tokens = {
      access: newToken('simat'),
      refresh: lifetimeMs === null ? null : newToken('simrt'),
      expiresAt: lifetimeMs === null ? Number.POSITIVE_INFINITY : Date.now() + lifetimeMs,
    };
    return this.tokens;
  }

  isAuthorized(accessToken: string | undefined): boolean {
    return this.tokens !== null && this.tokens.access === accessToken && this.tokens.expiresAt > Date.now();
  }

  subscribe(topic: string, address: string): Subscription {
    const subscription = { id: Number((this.nextId += 1n) % 1_000_000_000n), topic, address };
    this.subscriptions.push(subscription);
    return subscription;
  }

  unsubscribe(id: number): boolean {
    const at = this.subscriptions.findIndex((subscription) => subscription.id === id);
    if (at >= 0) this.subscriptions.splice(at, 1);
    return at >= 0;
  }

  /** Removes the app: its tokens become invalid and its webhooks end. */
  uninstall(): void {
    this.tokens = null;
    this.installedApp = null;
    this.subscriptions.length = 0;
  }

  /** Returns the orders that the scopes allow: those of the last 60 days, or all with `read_all_orders`. */
  visibleOrders(query: URLSearchParams): SimulatedOrder[] {
    const since = (name: string): number => Date.parse(query.get(name) ?? '') || 0;
    return this.orders
      .filter((order) => order.createdAt.getTime() >= Math.max(this.oldestVisible, since('created_at_min')))
      .filter((order) => order.updatedAt.getTime() >= since('updated_at_min'))
      .filter((order) => query.get('status') === 'any' || order.cancelledAt === null)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  countOrders(query: URLSearchParams): number {
    return this.visibleOrders(query).length;
  }

  /** Returns the visible orders behind a place, sorted by a time and then by id. */
  ordersBy(query: URLSearchParams, key: 'createdAt' | 'updatedAt', after: Place | null): Iterable<SimulatedOrder> {
    return this.visibleOrders(query)
      .filter((order) => after === null || isBehind({ at: order[key], id: order.id }, after))
      .toSorted((one, other) => (isBehind({ at: one[key], id: one.id }, { at: other[key], id: other.id }) ? 1 : -1));
  }

  /** Returns the number of customers with orders. */
  countCustomers(): number {
    return new Set(this.orders.flatMap(({ customer }) => customer ?? [])).size;
  }

  /** Returns the customers with orders and a higher id, sorted by id. */
  customersBeyond(beyond: bigint): Iterable<ShownCustomer> {
    const byCustomer = new Map<bigint, SimulatedOrder[]>();
    for (const order of this.orders) {
      const { customer } = order;
      if (customer !== undefined && customer > beyond) byCustomer.set(customer, [...(byCustomer.get(customer) ?? []), order]);
    }
    const sorted = [...byCustomer].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return sorted.map(([id, orders]) => this.shown(id, orders));
  }

  /** Returns the customers by the day of their last order, UTC, sorted by id. They include those whose orders the scopes hide. */
  lastOrderDays(): ReadonlyMap<string, readonly bigint[]> {
    if (this.daysOf.orders === this.orders.length) return this.daysOf.days;
    const last = new Map<bigint, Date>();
    for (const { customer, createdAt } of this.orders) {
      if (customer !== undefined && createdAt >= (last.get(customer) ?? createdAt)) last.set(customer, createdAt);
    }
    const days = new Map<string, bigint[]>();
    for (const [id, at] of last) {
      const day = at.toISOString().slice(0, 10);
      const others = days.get(day);
      if (others === undefined) days.set(day, [id]);
      else others.push(id);
    }
    this.daysOf = { orders: this.orders.length, days };
    return days;
  }

  private shown(id: bigint, orders: readonly SimulatedOrder[]): ShownCustomer {
    const sorted = orders.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
    const last = sorted.at(-1)!;
    return {
      id,
      createdAt: sorted[0]!.createdAt,
      orders: orders.length,
      spent: orders.reduce((sum, { total }) => sum + Number(total), 0),
      currency: last.currency,
      last: last.createdAt.getTime() >= this.oldestVisible ? last : null,
    };
  }

  protected get oldestVisible(): number {
    return this.scopes.includes('read_all_orders') ? 0 : Date.now() - 60 * DAY_MS;
  }

  json(order: SimulatedOrder): object {
    return orderJson(order);
  }
}

const isBehind = (one: Place, other: Place): boolean =>
  one.at.getTime() > other.at.getTime() || (one.at.getTime() === other.at.getTime() && one.id > other.id);
