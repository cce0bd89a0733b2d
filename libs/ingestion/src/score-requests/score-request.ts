import { type CustomerId, customerIdOf, type TenantId } from '#libs/core';
import { type OrderRow, toOrderRow } from '#libs/orders';
import type { EventRow } from '../validation/validate-event.js';

/** A customer of a batch, with the first and the last of its events there. Instants are milliseconds since 1970. */
export interface RequestedCustomer {
  readonly id: CustomerId;
  readonly externalId: string;
  readonly firstAt: number;
  readonly lastAt: number;
  /** The latest `customer_deleted` and `email_unsubscribed`; null: none. */
  readonly deletedAt: number | null;
  readonly unsubscribedAt: number | null;
  /** The latest events that say that the customer accepts marketing, and that they do not; null: none. */
  readonly consentedAt: number | null;
  readonly refusedAt: number | null;
}

/** State of a customer when the batch contains no deletion, no unsubscription and no consent of that customer. */
const NOTHING_SAID = { deletedAt: null, unsubscribedAt: null, consentedAt: null, refusedAt: null } as const;

/**
 * The work that a batch leaves to the worker: fold the orders into the stored ones, and score the customers. One row of `score_requests`.
 * It carries all that plain purchases need, so that the worker does not read the events again.
 */
export interface ScoreRequest {
  readonly customers: readonly RequestedCustomer[];
  /** The facts that events of the batch state about orders. The worker merges those of one order, which it has to do between batches anyway. */
  readonly orders: readonly OrderRow[];
  /** Customers with a changed score and no event in the batch: an order moved from or to them. */
  readonly others: readonly CustomerId[];
  /** Customers with a statement of consent that an import has replaced. Their remaining events decide the consent. */
  readonly restated: readonly CustomerId[];
}

/** @param ofPlaceholders the events of placeholder customers: they change the order, and make no customer. */
export function scoreRequestOf(rows: readonly EventRow[], ofPlaceholders: ReadonlySet<EventRow> = new Set()): ScoreRequest {
  const customers = new Map<CustomerId, { -readonly [Field in keyof RequestedCustomer]: RequestedCustomer[Field] }>();
  for (const row of rows) {
    if (ofPlaceholders.has(row)) continue;
    const { externalId, occurredAt, type } = row.event;
    const at = occurredAt.getTime();
    const known = customers.get(row.customerId);
    const customer = known ?? { id: row.customerId, externalId, firstAt: at, lastAt: at, ...NOTHING_SAID };
    if (known === undefined) customers.set(row.customerId, customer);
    else if (at < known.firstAt) known.firstAt = at;
    else if (at > known.lastAt) known.lastAt = at;
    if (type === 'customer_deleted') customer.deletedAt = latestOf(customer.deletedAt, at);
    else if (type === 'email_unsubscribed') customer.unsubscribedAt = latestOf(customer.unsubscribedAt, at);
    const { consent } = row.event;
    if (consent?.accepts === true) customer.consentedAt = latestOf(customer.consentedAt, consent.at.getTime());
    else if (consent?.accepts === false) customer.refusedAt = latestOf(customer.refusedAt, consent.at.getTime());
  }
  return {
    customers: [...customers.values()],
    orders: rows.map(toOrderRow).filter((order) => order !== null),
    others: [],
    restated: [],
  };
}

/** Returns the later of two instants. Null is earlier than any. */
export const latestOf = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.max(a, b));

/** Returns all customers that the request names, owners of orders included, each once. Other code finds the request by these ids. */
export function namedIn({ customers, orders, others, restated }: ScoreRequest): CustomerId[] {
  const ids = new Set<CustomerId>([...others, ...restated]);
  for (const { id } of customers) ids.add(id);
  for (const { customerId } of orders) ids.add(customerId);
  return [...ids];
}

/** The index of the owner among the customers of the request, or the id of an owner who is not among them. */
type Owner = number | CustomerId;

/** An order that is not a plain purchase, without the default facts at the end. */
type OrderTuple = readonly [
  orderKey: string,
  owner: Owner,
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
  refundStateAt: number | null,
  placedMovedAt?: number | null,
];

/**
 * The JSON of a request: a column for each field, since a tuple for each customer and order takes twice as long to print. Most requests are
 * small, so the columns have no names, and the rare ones at the end are left out when all are empty. Instants of customers and plain purchases
 * count from `from`, and amounts in ten-thousandths: short whole numbers are the cheapest to print.
 */
type Content = readonly [
  from: number,
  externalIds: readonly string[],
  firstAt: readonly number[],
  lastAt: readonly number[],
  plain: PlainColumns,
  ...rare: RareColumns | [],
];
type LeftTuple = readonly [
  place: number,
  deletedAt: number | null,
  unsubscribedAt: number | null,
  consentedAt?: number | null,
  refusedAt?: number | null,
];
type RareColumns = readonly [
  /** Customers who were deleted, have unsubscribed or stated their consent in this batch; `place` is their index in `externalIds`. */
  left: readonly LeftTuple[],
  orders: readonly OrderTuple[],
  others: readonly CustomerId[],
  restated?: readonly CustomerId[],
];

/** Plain purchases: one event placed the order and gave its amount. */
type PlainColumns = readonly [
  keys: string[],
  owners: Owner[],
  placedAt: number[],
  states: number[],
  units: number[],
  currencies: (string | null)[],
];

/** The text of the column `content`. */
export function toContent({ customers, orders, others, restated }: ScoreRequest): string {
  const from = customers[0]?.firstAt ?? 0;
  const places = new Map<CustomerId, number>();
  const [externalIds, firstAt, lastAt]: [string[], number[], number[]] = [[], [], []];
  const left: LeftTuple[] = [];
  for (const customer of customers) {
    const { deletedAt, unsubscribedAt, consentedAt, refusedAt } = customer;
    const said = consentedAt === null && refusedAt === null ? ([] as const) : ([consentedAt, refusedAt] as const);
    if (deletedAt !== null || unsubscribedAt !== null || said.length > 0) left.push([places.size, deletedAt, unsubscribedAt, ...said]);
    places.set(customer.id, places.size);
    externalIds.push(customer.externalId);
    firstAt.push(customer.firstAt - from);
    lastAt.push(customer.lastAt - from);
  }
  const plain: PlainColumns = [[], [], [], [], [], []];
  const tuples: OrderTuple[] = [];
  for (const order of orders) {
    const owner = places.get(order.customerId) ?? order.customerId;
    if (isPlain(order)) addPlain(plain, order, owner, from);
    else tuples.push(toTuple(order, owner));
  }
  const rare: RareColumns = [left, tuples, others, ...(restated.length === 0 ? ([] as const) : ([restated] as const))];
  const content: Content = [from, externalIds, firstAt, lastAt, plain, ...(rare.some((column) => (column?.length ?? 0) > 0) ? rare : NONE)];
  return JSON.stringify(content);
}

const NONE: [] = [];

/** Up to here ten-thousandths are exact. */
const LARGEST_PLAIN = 1e9;

const unitsIn = (amount: number): number => Math.round(amount * 1e4);

type PlainOrder = OrderRow & { readonly placedAt: number; readonly amount: number };

const isPlain = (order: OrderRow): order is PlainOrder =>
  order.amount !== null &&
  order.placedAt === order.stateAt &&
  order.amountAt === order.stateAt &&
  order.amount <= LARGEST_PLAIN &&
  unitsIn(order.amount) / 1e4 === order.amount &&
  !isRare(order);

function addPlain([keys, owners, placed, states, units, currencies]: PlainColumns, order: PlainOrder, owner: Owner, from: number): void {
  keys.push(order.orderKey);
  owners.push(owner);
  placed.push(order.placedAt - from);
  states.push(order.state);
  units.push(unitsIn(order.amount));
  currencies.push(order.currency);
}

function toTuple(order: OrderRow, owner: Owner): OrderTuple {
  // JSON has no minus infinity.
  const stateAt = order.stateAt === -Infinity ? null : order.stateAt;
  const usual = [order.orderKey, owner, stateAt, order.state, order.placedAt, order.amount, order.amountAt, order.currency] as const;
  if (!isRare(order)) return usual;
  const { refunded, refundedTotal, refundedAt, fullyRefunded, test, refundStateAt, placedMovedAt } = order;
  return [...usual, [String(refunded), String(refundedTotal), refundedAt, fullyRefunded, test, refundStateAt, placedMovedAt]];
}

/** Tells whether the order fills one of the rare columns. */
export const isRare = ({ placedMovedAt, refunded, refundedAt, refundStateAt, test, otherOwners }: OrderRow): boolean =>
  placedMovedAt !== null || refunded !== 0n || refundedAt !== null || refundStateAt !== null || test || otherOwners.length > 0;

/** The request that `toContent` has written. */
export function fromContent(tenantId: TenantId, text: string): ScoreRequest {
  const [from, externalIds, firstAt, lastAt, plain, left = [], orders = [], others = [], restated = []] = JSON.parse(text) as Content;
  const [keys, owners, placedAt, states, units, currencies] = plain;
  const leftBy = new Map(
    left.map(([place, deletedAt, unsubscribedAt, consentedAt = null, refusedAt = null]) => [
      place,
      { deletedAt, unsubscribedAt, consentedAt, refusedAt },
    ]),
  );
  const customers = externalIds.map((externalId, place) => ({
    id: customerIdOf(tenantId, externalId),
    externalId,
    firstAt: from + firstAt[place]!,
    lastAt: from + lastAt[place]!,
    ...(leftBy.get(place) ?? NOTHING_SAID),
  }));
  const ownerOf = (owner: Owner): CustomerId => (typeof owner === 'number' ? customers[owner]!.id : owner);
  const purchases = keys.map((orderKey, i) => {
    const at = from + placedAt[i]!;
    return fromTuple([orderKey, 0, at, states[i]!, at, units[i]! / 1e4, at, currencies[i]!], ownerOf(owners[i]!));
  });
  return {
    customers,
    orders: [...purchases, ...orders.map((tuple) => fromTuple(tuple, ownerOf(tuple[1])))],
    others,
    restated,
  };
}

const PLAIN_FACTS: RareTuple = ['0', '0', null, false, false, null];

function fromTuple([orderKey, , stateAt, state, placedAt, amount, amountAt, currency, rare]: OrderTuple, customerId: CustomerId): OrderRow {
  const [refunded, refundedTotal, refundedAt, fullyRefunded, test, refundStateAt, placedMovedAt = null] = rare ?? PLAIN_FACTS;
  return {
    orderKey,
    customerId,
    otherOwners: [],
    stateAt: stateAt ?? -Infinity,
    state,
    placedAt,
    placedMovedAt,
    amount,
    amountAt,
    currency,
    refunded: BigInt(refunded),
    refundedTotal: BigInt(refundedTotal),
    refundedAt,
    fullyRefunded,
    refundStateAt,
    test,
  };
}
