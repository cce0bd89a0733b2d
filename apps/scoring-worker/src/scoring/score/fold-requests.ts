import type { CustomerId } from '#libs/core';
import { findAliases, type TenantDb } from '#libs/database';
import { latestOf, type RequestedCustomer, type ScoreRequest, storeOrders } from '#libs/ingestion';
import { mergeAll } from '#libs/orders';

/** Customers to score, and what their new events say of their activity. */
export interface CustomersToScore {
  /** Sorted and without duplicates, so that two workers lock customers in the same order. */
  readonly ids: readonly CustomerId[];
  /** Customers with new events. Those without a row get one. */
  readonly withEvents: ReadonlyMap<CustomerId, RequestedCustomer>;
  /** The aliases among `ids`; `ids` contains their customers too. Null when the caller has not looked for aliases. */
  readonly aliases: ReadonlySet<CustomerId> | null;
  /** Customers with a consent that an import has corrected. */
  readonly restated: readonly CustomerId[];
}

/**
 * Folds the orders of the requests into the stored orders.
 * @param hasAliases requests may name aliases; their customers are then scored too
 * @returns all customers with a score that changes
 */
export async function foldRequests(db: TenantDb, requests: readonly ScoreRequest[], hasAliases: boolean): Promise<CustomersToScore> {
  const touched = await storeOrders(db, mergeAll(requests.flatMap(({ orders }) => orders)));
  const withEvents = new Map<CustomerId, RequestedCustomer>();
  for (const customer of requests.flatMap(({ customers }) => customers)) {
    const known = withEvents.get(customer.id);
    withEvents.set(customer.id, known === undefined ? customer : mergeRequested(known, customer));
  }
  const others = requests.flatMap((request) => request.others);
  const restated = requests.flatMap((request) => request.restated);
  const ids = new Set([...withEvents.keys(), ...others, ...restated, ...touched]);
  const aliases = hasAliases ? await findAliases(db, [...ids]) : [];
  const customerOf = new Map(aliases.map(({ alias_id: alias, customer_id: id }) => [alias, id]));
  for (const { alias_id: alias, customer_id: id, external_id: externalId } of aliases) {
    ids.add(id);
    const [events, own] = [withEvents.get(alias), withEvents.get(id)];
    if (events === undefined) continue;
    // The alias keeps its own activity too, for the case that it is removed from the customer. Its deletion does not delete the customer.
    const ofPerson = { ...events, deletedAt: null };
    withEvents.set(id, mergeRequested(own ?? { ...ofPerson, id, externalId }, ofPerson));
  }
  const personOf = (id: CustomerId): CustomerId => customerOf.get(id) ?? id;
  const persons = [...new Set(restated.flatMap((id) => [id, personOf(id)]))];
  return { ids: [...ids].toSorted(), withEvents, aliases: new Set(customerOf.keys()), restated: persons };
}

const mergeRequested = (a: RequestedCustomer, b: RequestedCustomer): RequestedCustomer => ({
  ...a,
  firstAt: Math.min(a.firstAt, b.firstAt),
  lastAt: Math.max(a.lastAt, b.lastAt),
  deletedAt: latestOf(a.deletedAt, b.deletedAt),
  unsubscribedAt: latestOf(a.unsubscribedAt, b.unsubscribedAt),
  consentedAt: latestOf(a.consentedAt, b.consentedAt),
  refusedAt: latestOf(a.refusedAt, b.refusedAt),
});
