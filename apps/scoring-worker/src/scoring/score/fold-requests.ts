import type { CustomerId } from '#libs/core';
import { findAliases, type TenantDb } from '#libs/database';
import { latestOf, type RequestedCustomer, type ScoreRequest, storeOrders } from '#libs/ingestion';
import { mergeAll } from '#libs/orders';

/** Customers to score, and what their new events say of their activity. */
export interface CustomersToScore {
  /** Each once, sorted, so that two workers lock customers in the same order. */
  readonly ids: readonly CustomerId[];
  /** Customers with new events. Those without a row get one. */
  readonly withEvents: ReadonlyMap<CustomerId, RequestedCustomer>;
  /** Those among `ids` that are aliases, whose customers are among them too; null where nobody has looked. */
  readonly aliases: ReadonlySet<CustomerId> | null;
  /** Those with a statement of consent that an import has replaced. */
  readonly restated: readonly CustomerId[];
}

/**
 * Folds the orders of the requests into those that are stored.
 * @param hasAliases requests may name aliases; then their customers are scored
 * @returns everybody whose score that changes.
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
    // The alias keeps its own activity too, so that it has it when it is taken back. Its deletion does not delete the customer.
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
