import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { mergeAll, type RequestedCustomer, type ScoreRequest, storeOrders } from '#libs/ingestion';

/** Customers to score, and what their new events say of their activity. */
export interface CustomersToScore {
  /** Each once, sorted, so that two workers lock customers in the same order. */
  readonly ids: readonly CustomerId[];
  /** Customers with new events. Those without a row get one. */
  readonly withEvents: ReadonlyMap<CustomerId, RequestedCustomer>;
}

/** Folds the orders of the requests into those that are stored. @returns everybody whose score that changes. */
export async function foldRequests(db: TenantDb, requests: readonly ScoreRequest[]): Promise<CustomersToScore> {
  const owners = await storeOrders(db, mergeAll(requests.flatMap(({ orders }) => orders)));
  const withEvents = new Map<CustomerId, RequestedCustomer>();
  for (const customer of requests.flatMap(({ customers }) => customers)) {
    const known = withEvents.get(customer.id);
    withEvents.set(customer.id, known === undefined ? customer : mergeRequested(known, customer));
  }
  // An order may have moved within the batch or between batches: its former owners have another score too.
  const concerned = requests.flatMap(({ others, orders }) => [...others, ...orders.flatMap(({ otherOwners }) => otherOwners)]);
  return { ids: [...new Set([...withEvents.keys(), ...concerned, ...owners])].toSorted(), withEvents };
}

const mergeRequested = (a: RequestedCustomer, b: RequestedCustomer): RequestedCustomer => ({
  ...a,
  firstAt: Math.min(a.firstAt, b.firstAt),
  lastAt: Math.max(a.lastAt, b.lastAt),
});
