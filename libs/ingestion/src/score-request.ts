import { type CustomerId, customerIdOf, type TenantId } from '#libs/core';
import { type EventRow, foldOrders, type OrderRow } from './fold-orders.js';

/** A customer of a batch, with the first and the last of its events there. Instants are milliseconds since 1970. */
export interface RequestedCustomer {
  readonly id: CustomerId;
  readonly externalId: string;
  readonly firstAt: number;
  readonly lastAt: number;
  /** The latest `customer_deleted` and `email_unsubscribed`; null: none. */
  readonly deletedAt: number | null;
  readonly unsubscribedAt: number | null;
}

/**
 * The work that a batch leaves to the worker: fold the orders into the stored ones, and score the customers. One row of `score_requests`.
 * It carries all that plain purchases need, so that the worker does not read the events again.
 */
export interface ScoreRequest {
  readonly customers: readonly RequestedCustomer[];
  /** Sorted by key, one for each order that the batch says something of. */
  readonly orders: readonly OrderRow[];
  /** Customers whose score changes though none of the events is theirs: an order moved from or to them. */
  readonly others: readonly CustomerId[];
  /** The days of orders that were folded while the request waited. The worker adds these days up again when it scores the customers. */
  readonly changedDays: readonly ChangedDay[];
}

/** A day on which an order of the customer was placed, or no longer is. */
export type ChangedDay = readonly [customer: CustomerId, utcDay: number];

/** @param ownerless the events about orders whose customer is unknown: they change the order, and make no customer. */
export function scoreRequestOf(rows: readonly EventRow[], ownerless: ReadonlySet<EventRow> = new Set()): ScoreRequest {
  const customers = new Map<CustomerId, { -readonly [Field in keyof RequestedCustomer]: RequestedCustomer[Field] }>();
  for (const row of rows) {
    if (ownerless.has(row)) continue;
    const { externalId, occurredAt, type } = row.event;
    const at = occurredAt.getTime();
    const known = customers.get(row.customerId);
    const customer = known ?? { id: row.customerId, externalId, firstAt: at, lastAt: at, deletedAt: null, unsubscribedAt: null };
    if (known === undefined) customers.set(row.customerId, customer);
    else if (at < known.firstAt) known.firstAt = at;
    else if (at > known.lastAt) known.lastAt = at;
    if (type === 'customer_deleted') customer.deletedAt = latestOf(customer.deletedAt, at);
    else if (type === 'email_unsubscribed') customer.unsubscribedAt = latestOf(customer.unsubscribedAt, at);
  }
  return { customers: [...customers.values()], orders: foldOrders(rows), others: [], changedDays: [] };
}

/** The later of two instants, of which null is none. */
export const latestOf = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.max(a, b));

/** Everybody whom the request names, owners of orders included, each once: by these ids others find the request. */
export function namedIn({ customers, orders, others, changedDays }: ScoreRequest): CustomerId[] {
  const ids = new Set<CustomerId>(others);
  for (const { id } of customers) ids.add(id);
  for (const [id] of changedDays) ids.add(id);
  for (const { customerId, otherOwners } of orders) for (const id of [customerId, ...otherOwners]) ids.add(id);
  return [...ids];
}

type CustomerTuple = readonly [
  externalId: string,
  firstAt: number,
  lastAt: number,
  rare?: readonly [deletedAt: number | null, unsubscribedAt: number | null],
];
/** The owner is the place of the customer in the request, or an id when it is none of them. */
type OrderTuple = readonly [
  orderKey: string,
  owner: number | CustomerId,
  stateAt: number | null,
  state: number,
  placedAt: number | null,
  amount: number | null,
  amountAt: number | null,
  currency: string | null,
  rare?: RareTuple,
];
/** Waiting requests outlive a deploy, and their tuples are read by position: append a fact at the end, with a default for its absence. */
type RareTuple = readonly [
  refunded: string,
  refundedTotal: string,
  refundedAt: number | null,
  fullyRefunded: boolean,
  test: boolean,
  otherOwners: readonly CustomerId[],
];

interface Content {
  readonly customers: readonly CustomerTuple[];
  readonly orders: readonly OrderTuple[];
  readonly others: readonly CustomerId[];
  readonly changedDays?: readonly ChangedDay[];
}

/** The text of the column `content`: JSON of tuples, since the names of the fields would be most of it. */
export function toContent({ customers, orders, others, changedDays }: ScoreRequest): string {
  const places = new Map(customers.map(({ id }, place) => [id, place]));
  const content: Content = {
    customers: customers.map(toCustomerTuple),
    orders: orders.map((order) => toTuple(order, places.get(order.customerId) ?? order.customerId)),
    others,
    ...(changedDays.length > 0 && { changedDays }),
  };
  return JSON.stringify(content);
}

const toCustomerTuple = ({ externalId, firstAt, lastAt, deletedAt, unsubscribedAt }: RequestedCustomer): CustomerTuple =>
  deletedAt === null && unsubscribedAt === null
    ? [externalId, firstAt, lastAt]
    : [externalId, firstAt, lastAt, [deletedAt, unsubscribedAt]];

function toTuple(order: OrderRow, owner: number | CustomerId): OrderTuple {
  // JSON has no minus infinity.
  const stateAt = order.stateAt === -Infinity ? null : order.stateAt;
  const usual = [order.orderKey, owner, stateAt, order.state, order.placedAt, order.amount, order.amountAt, order.currency] as const;
  if (!isRare(order)) return usual;
  const { refunded, refundedTotal, refundedAt, fullyRefunded, test, otherOwners } = order;
  return [...usual, [String(refunded), String(refundedTotal), refundedAt, fullyRefunded, test, otherOwners]];
}

/** Tells whether the order fills one of the rare columns. */
export const isRare = ({ refunded, refundedTotal, refundedAt, fullyRefunded, test, otherOwners }: OrderRow): boolean =>
  refunded !== 0n || refundedTotal !== 0n || refundedAt !== null || fullyRefunded || test || otherOwners.length > 0;

/** The request that `toContent` has written. */
export function fromContent(tenantId: TenantId, text: string): ScoreRequest {
  const content = JSON.parse(text) as Content;
  const customers = content.customers.map(([externalId, firstAt, lastAt, [deletedAt, unsubscribedAt] = [null, null]]) => ({
    id: customerIdOf(tenantId, externalId),
    externalId,
    firstAt,
    lastAt,
    deletedAt,
    unsubscribedAt,
  }));
  const ownerOf = (owner: number | CustomerId): CustomerId => (typeof owner === 'number' ? customers[owner]!.id : owner);
  const { others, changedDays = [] } = content;
  return { customers, orders: content.orders.map((tuple) => fromTuple(tuple, ownerOf(tuple[1]))), others, changedDays };
}

function fromTuple([orderKey, , stateAt, state, placedAt, amount, amountAt, currency, rare]: OrderTuple, customerId: CustomerId): OrderRow {
  const [refunded, refundedTotal, refundedAt, fullyRefunded, test, otherOwners] = rare ?? ['0', '0', null, false, false, []];
  return {
    orderKey,
    customerId,
    otherOwners,
    stateAt: stateAt ?? -Infinity,
    state,
    placedAt,
    amount,
    amountAt,
    currency,
    refunded: BigInt(refunded),
    refundedTotal: BigInt(refundedTotal),
    refundedAt,
    fullyRefunded,
    test,
  };
}
