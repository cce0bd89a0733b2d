import type { CustomerId } from '#libs/core';
import { findAliases, type TenantDb } from '#libs/database';
import {
  type ChangedDay,
  changedDaysOf,
  latestOf,
  mergeAll,
  type RequestedCustomer,
  type ScoreRequest,
  storeOrders,
} from '#libs/ingestion';

/** Customers to score, and what their new events say of their activity. */
export interface CustomersToScore {
  /** Each once, sorted, so that two workers lock customers in the same order. */
  readonly ids: readonly CustomerId[];
  /** Customers with new events. Those without a row get one. */
  readonly withEvents: ReadonlyMap<CustomerId, RequestedCustomer>;
  /** The UTC day numbers on which orders of a customer have changed. */
  readonly changedDaysOf: (id: CustomerId) => readonly number[];
  /** Those among `ids` that are aliases, whose customers are among them too; null where nobody has looked. */
  readonly aliases: ReadonlySet<CustomerId> | null;
}

/**
 * Folds the orders of the requests into those that are stored.
 * @param hasAliases requests may name aliases; then their customers are scored
 * @returns everybody whose score that changes.
 */
export async function foldRequests(db: TenantDb, requests: readonly ScoreRequest[], hasAliases: boolean): Promise<CustomersToScore> {
  const { owners, places } = await storeOrders(db, mergeAll(requests.flatMap(({ orders }) => orders)));
  const withEvents = new Map<CustomerId, RequestedCustomer>();
  for (const customer of requests.flatMap(({ customers }) => customers)) {
    const known = withEvents.get(customer.id);
    withEvents.set(customer.id, known === undefined ? customer : mergeRequested(known, customer));
  }
  const others = requests.flatMap((request) => request.others);
  const changedDays = requests.flatMap((request) => request.changedDays);
  const ids = new Set([...withEvents.keys(), ...others, ...owners, ...changedDays.map(([id]) => id)]);
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
  const days = (): ChangedDay[] => [...changedDays, ...changedDaysOf(places)].map(([id, day]) => [customerOf.get(id) ?? id, day]);
  return { ids: [...ids].toSorted(), withEvents, changedDaysOf: daysByCustomer(days), aliases: new Set(customerOf.keys()) };
}

/** Groups the days when somebody asks: nearly no customer has its orders added up by day. */
function daysByCustomer(read: () => readonly ChangedDay[]): (id: CustomerId) => readonly number[] {
  let days: Map<CustomerId, Set<number>> | null = null;
  return (id) => {
    if (days === null) {
      days = new Map();
      for (const [customer, day] of read()) days.set(customer, (days.get(customer) ?? new Set()).add(day));
    }
    return [...(days.get(id) ?? [])];
  };
}

const mergeRequested = (a: RequestedCustomer, b: RequestedCustomer): RequestedCustomer => ({
  ...a,
  firstAt: Math.min(a.firstAt, b.firstAt),
  lastAt: Math.max(a.lastAt, b.lastAt),
  deletedAt: latestOf(a.deletedAt, b.deletedAt),
  unsubscribedAt: latestOf(a.unsubscribedAt, b.unsubscribedAt),
});
