import type { TenantDb } from '#libs/database';
import { type Erasure, eraseRest, trimCustomer } from './erase-customer.sql.js';
import { eraseFromShop, hasOtherSources } from './erase-from-shop.sql.js';

/** Number of rows of one table per transaction. The last transaction deletes the rest, which is at most the same number. */
const CHUNK = 2000;

/** Removes some rows, when the customer has more than one transaction should remove. @returns whether there may be more to trim. */
export async function trim(db: TenantDb, erasure: Erasure, now: Date): Promise<boolean> {
  if (await staysInPart(db, erasure)) return (await eraseFromShop(db, erasure, { limit: CHUNK, now })) === CHUNK;
  return (await trimCustomer(db, erasure, { limit: CHUNK, now })) > 0;
}

/** Removes what `trim` has left: the customer, or what came from the shop of the erasure when more is known about the customer. */
export async function eraseLast(db: TenantDb, erasure: Erasure, now: Date): Promise<void> {
  if (await staysInPart(db, erasure)) await eraseFromShop(db, erasure, { limit: CHUNK, now });
  else await eraseRest(db, erasure, now);
}

const staysInPart = async (db: TenantDb, { customer_id: id, shop }: Erasure): Promise<boolean> =>
  shop !== '' && (await hasOtherSources(db, id, shop));
