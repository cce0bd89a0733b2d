import { type CustomerId, unavailable } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { lockIdentifiers } from '../aliases/aliases.sql.js';

/** Another request has joined or separated identifiers of the person in the moment before they were locked. */
class Regrouped extends Error {}

const MOST_TRIES = 5;

/**
 * Runs a transaction that calls `lockPerson`, again when another request came between. A second look in the same transaction would lock
 * identifiers out of order.
 */
export async function withWholePerson<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof Regrouped)) throw error;
      if (tries === MOST_TRIES) throw unavailable('the customer');
    }
  }
}

/**
 * Locks the identifiers of a person, so that none is joined or separated until the transaction ends. Without the lock, an erasure could read an
 * alias that has just been separated: it would erase another person and keep the one who asked.
 * @param find reads the identifiers as they are now joined, and locks nothing.
 */
export async function lockPerson(db: TenantDb, find: () => Promise<readonly CustomerId[]>): Promise<void> {
  const ids = new Set(await find());
  await lockIdentifiers(db, [...ids]);
  const now = new Set(await find());
  if (now.size !== ids.size || [...now].some((id) => !ids.has(id))) throw new Regrouped();
}
