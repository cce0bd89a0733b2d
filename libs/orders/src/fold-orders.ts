import { DAY_MS, type CustomerId, ORDER_STATES } from '#libs/core';
import { unitsOf } from '#libs/database';
import type { OrderStatement } from './order-event.js';
import { eventKeyOf, orderKeyOf } from './order-keys.js';

const NEVER = -Infinity;

/**
 * Statements of imports count from so long before the import. That is before every event that a service accepts, so a shop that is connected
 * always overrules them. Among themselves the later import wins, regardless of the dates of the orders.
 */
const BEFORE_ALL_EVENTS_MS = 100 * 365 * DAY_MS;
/** States of imports lie before this instant, and all others after it. */
export const FIRST_STATE_OF_EVENTS = new Date(0);

/**
 * The facts that some events state about one order. Two of them merge into one (`mergeOrders`), and every part of the merge is a minimum, a
 * maximum, a sum or an "or": the result does not depend on order, grouping or batch cuts. Instants are milliseconds since 1970.
 */
export interface OrderRow {
  readonly orderKey: string;
  /** The customer of the latest state; `state` and `stateAt` belong to it too. */
  readonly customerId: CustomerId;
  /** Other customers who had the order by some event, sorted; empty when all events agree. */
  readonly otherOwners: readonly CustomerId[];
  readonly stateAt: number;
  readonly state: number;
  /**
   * The time of the earliest purchase event, or an earlier one that it names; null while only cancellations or refunds are known. A later import
   * that states another time than the earlier one did corrects it: then its time holds.
   */
  readonly placedAt: number | null;
  /** The latest import that moved `placedAt`; null: none did. */
  readonly placedMovedAt: number | null;
  /** The amount of the latest purchase event that has one; `amountAt` and `currency` come from the same event. */
  readonly amount: number | null;
  readonly amountAt: number | null;
  readonly currency: string | null;
  /** In ten-thousandths, so that a sum of any size is exact and the database adds up the same. */
  readonly refunded: bigint;
  /**
   * The latest statement of what was refunded in all. The greater of this and the sum holds. A later statement may be lower, because
   * shops delete refunds. `fullyRefunded` and `refundStateAt` belong to it too.
   */
  readonly refundedTotal: bigint;
  readonly refundedAt: number | null;
  readonly fullyRefunded: boolean;
  /** Null while no event has said what was refunded in all. */
  readonly refundStateAt: number | null;
  readonly test: boolean;
}

/** Merges the rows of each order into one. Sorted by key, so that two workers lock rows in the same order. */
export function mergeAll(all: readonly OrderRow[]): OrderRow[] {
  const rows = new Map<string, OrderRow>();
  for (const row of all) {
    const known = rows.get(row.orderKey);
    rows.set(row.orderKey, known === undefined ? row : mergeOrders(known, row));
  }
  return [...rows.values()].toSorted((a, b) => (a.orderKey < b.orderKey ? -1 : 1));
}

/**
 * Returns what one event states about its order.
 * @returns null when the event is about no order, or cancels or fully refunds one that it does not name
 */
export function toOrderRow({ event, customerId, importedAt, refundedBefore = 0n, placedBefore }: OrderStatement): OrderRow | null {
  if (event.order === null) return null;
  const { aspect, orderId, currency, updatedAt, placedAt, test, refundedTotal } = event.order;
  const refund = aspect === 'refunded';
  if (orderId === null && (aspect === 'cancelled' || (refund && event.value === null))) return null;
  const occurredAt = event.occurredAt.getTime();
  const changedAt = importedAt === undefined ? (updatedAt ?? event.occurredAt).getTime() : importedAt - BEFORE_ALL_EVENTS_MS;
  // An import states all of an order at once, also of a cancelled one.
  const purchase = !refund && (aspect !== 'cancelled' || importedAt !== undefined);
  const amount = purchase ? event.value : null;
  const fullyRefunded = refund && event.value === null;
  const purchasedAt = purchase ? placementIn(event.occurredAt, placedAt) : null;
  const hasMoved = purchasedAt !== null && placedBefore !== undefined && placedBefore !== purchasedAt;
  return {
    orderKey: orderId === null ? eventKeyOf(event.eventId) : orderKeyOf(orderId),
    customerId,
    otherOwners: [],
    stateAt: refund ? NEVER : changedAt,
    state: ORDER_STATES[aspect],
    placedAt: purchasedAt,
    placedMovedAt: hasMoved ? changedAt : null,
    amount,
    amountAt: amount === null ? null : changedAt,
    currency: amount === null && !refund ? null : currency,
    refunded: refund ? unitsOf(event.value ?? 0) - refundedBefore : 0n,
    refundedTotal: refundedTotal === null ? 0n : unitsOf(refundedTotal),
    refundedAt: refund ? occurredAt : null,
    fullyRefunded,
    refundStateAt: fullyRefunded || refundedTotal !== null ? changedAt : null,
    test,
  };
}

/** Returns the time of a purchase: that of its event, or an earlier one that the event names. In milliseconds since 1970. */
export const placementIn = (occurredAt: Date, placedAt: Date | null): number =>
  Math.min(occurredAt.getTime(), placedAt?.getTime() ?? Infinity);

/** The merge of two rows of one order. */
export function mergeOrders(a: OrderRow, b: OrderRow): OrderRow {
  const state = comesAfter(stateOf(a), stateOf(b)) ? a : b;
  const money = comesAfter(moneyOf(a), moneyOf(b)) ? a : b;
  const refunds = comesAfter(refundsOf(a), refundsOf(b)) ? a : b;
  const placement = comesAfter(placementOf(a), placementOf(b)) ? a : b;
  return {
    orderKey: a.orderKey,
    customerId: state.customerId,
    otherOwners: otherOwnersOf(state.customerId, a, b),
    stateAt: state.stateAt,
    state: state.state,
    placedAt: placement.placedAt,
    placedMovedAt: placement.placedMovedAt,
    amount: money.amount,
    amountAt: money.amountAt,
    currency: money.currency,
    refunded: a.refunded + b.refunded,
    refundedTotal: refunds.refundedTotal,
    refundedAt: latestOf(a.refundedAt, b.refundedAt),
    fullyRefunded: refunds.fullyRefunded,
    refundStateAt: refunds.refundStateAt,
    test: a.test || b.test,
  };
}

function otherOwnersOf(keeper: CustomerId, a: OrderRow, b: OrderRow): readonly CustomerId[] {
  if (a.customerId === b.customerId && a.otherOwners.length === 0 && b.otherOwners.length === 0) return a.otherOwners;
  const owners = new Set([a.customerId, b.customerId, ...a.otherOwners, ...b.otherOwners]);
  owners.delete(keeper);
  return [...owners].toSorted();
}

type SortKey = readonly (string | number | bigint)[];

// A placement says that there is an order, and not what became of it: any other event says that, also one of an import.
const stateOf = (row: OrderRow): SortKey => [Math.min(row.state, ORDER_STATES.updated), row.stateAt, row.state, row.customerId];
const moneyOf = (row: OrderRow): SortKey => [row.amountAt ?? NEVER, row.amount ?? -1, row.currency ?? ''];
const placementOf = (row: OrderRow): SortKey => [row.placedMovedAt ?? NEVER, row.placedAt === null ? NEVER : -row.placedAt];
const refundsOf = (row: OrderRow): SortKey => [row.refundStateAt ?? NEVER, Number(row.fullyRefunded), row.refundedTotal];

function comesAfter(a: SortKey, b: SortKey): boolean {
  const i = a.findIndex((part, index) => part !== b[index]);
  return i >= 0 && (a[i] as string | number | bigint) > (b[i] as string | number | bigint);
}

const latestOf = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : Math.max(a, b));
