import { customerIdOf, toTenantId } from '#libs/core';
import type { OrderRow } from '#libs/orders';
import { divide, PARTITIONS, partitionOf } from './request-partitions.js';
import { namedIn, type ScoreRequest } from './score-request.js';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
const ids = Array.from({ length: 4000 }, (_, i) => customerIdOf(TENANT, `c-${i}`));

const orderOf = (index: number): OrderRow => ({
  orderKey: `order:${index}`,
  customerId: ids[index]!,
  otherOwners: [],
  stateAt: index,
  state: 2,
  placedAt: index,
  placedMovedAt: null,
  amount: 10,
  amountAt: index,
  currency: 'EUR',
  refunded: 0n,
  refundedTotal: 0n,
  refundStateAt: null,
  refundedAt: null,
  fullyRefunded: false,
  test: false,
});

/** A request with `count` customers who have two orders each, and with others who have none. */
function requestOf(count: number): ScoreRequest {
  const own = ids.slice(0, count);
  return {
    customers: own.map((id, i) => ({
      id,
      externalId: `c-${i}`,
      firstAt: i,
      lastAt: i,
      deletedAt: null,
      unsubscribedAt: null,
      consentedAt: null,
      refusedAt: null,
    })),
    orders: [...own, ...own].map((_, i) => orderOf(i % count)),
    others: ids.slice(-5),
    restated: own.slice(0, 2),
  };
}

const everythingIn = (requests: readonly ScoreRequest[]) => ({
  customers: new Set(requests.flatMap(({ customers }) => customers)),
  orders: new Set(requests.flatMap(({ orders }) => orders)),
  others: requests.flatMap(({ others }) => others).toSorted(),
  restated: new Set(requests.flatMap(({ restated }) => restated)),
});

describe('the partitions of a score request', () => {
  it('have about as many customers each', () => {
    const counts = Array.from({ length: PARTITIONS }, (_, partition) => ids.filter((id) => partitionOf(id) === partition).length);
    expect(counts.reduce((sum, count) => sum + count)).toBe(ids.length);
    for (const count of counts) expect(Math.abs(count - ids.length / PARTITIONS)).toBeLessThan(0.4 * (ids.length / PARTITIONS));
  });

  it('have everything of their customers, and together everything of the request', () => {
    const request = requestOf(300);
    const partitions = divide(request, partitionOf);
    expect(partitions.size).toBe(PARTITIONS);
    expect(everythingIn([...partitions.values()])).toEqual(everythingIn([request]));
    for (const [partition, { customers, orders, others, restated }] of partitions) {
      const named = [...customers.map(({ id }) => id), ...orders.map(({ customerId }) => customerId), ...others, ...restated]; // prettier-ignore
      expect(new Set(named.map(partitionOf))).toEqual(new Set([partition]));
    }
  });

  it('are none of a request that concerns nobody', () => {
    expect(divide({ customers: [], orders: [], others: [], restated: [] }, partitionOf).size).toBe(0);
  });
});

describe('a request that fails', () => {
  it('is divided by its customers, each with its orders', () => {
    const parts = [...divide(requestOf(9), (id) => id).values()];
    expect(everythingIn(parts)).toEqual(everythingIn([requestOf(9)]));
    // Nine customers with orders, and five others.
    expect(parts).toHaveLength(14);
    for (const part of parts) expect(namedIn(part)).toHaveLength(1);
  });

  it('is not divided when it names a single customer', () => {
    const request = { customers: [], orders: [orderOf(1), orderOf(1)], others: [], restated: [] };
    expect([...divide(request, (id) => id).values()]).toEqual([request]);
    expect(namedIn(request)).toEqual([ids[1]]);
  });
});
