import type { CustomerId } from '#libs/core';
import type { ScoreRequest } from './score-request.js';

/** The partitions into which the customers of a tenant fall, by their ids. */
export const PARTITIONS = 8;

/** The numbers of all partitions. */
export const ALL_PARTITIONS: readonly number[] = Array.from({ length: PARTITIONS }, (_, partition) => partition);

/**
 * Returns the partition of a customer, from 0. Ids are hashes, so all partitions have about the same number of customers. A request is of one
 * partition, so that workers who take different ones score different customers.
 */
export const partitionOf = (id: CustomerId): number => Number.parseInt(id.at(-1)!, 16) % PARTITIONS;

type Lists = { -readonly [Field in keyof ScoreRequest]: ScoreRequest[Field][number][] };

/** Divides a request by its customers. An order goes with its customer. @returns the requests by the keys that `keyOf` gives. */
export function divide<Key>(request: ScoreRequest, keyOf: (id: CustomerId) => Key): Map<Key, ScoreRequest> {
  const divided = new Map<Key, Lists>();
  const listsOf = (id: CustomerId): Lists => {
    const key = keyOf(id);
    let lists = divided.get(key);
    if (lists === undefined) divided.set(key, (lists = { customers: [], orders: [], others: [], restated: [] }));
    return lists;
  };
  for (const customer of request.customers) listsOf(customer.id).customers.push(customer);
  for (const order of request.orders) listsOf(order.customerId).orders.push(order);
  for (const id of request.others) listsOf(id).others.push(id);
  for (const id of request.restated) listsOf(id).restated.push(id);
  return divided;
}
