import type { CustomerId, TenantId } from '#libs/core';
import { readContacts, readControlledGroups } from '#libs/campaigns';
import type { Database, TenantDb } from '#libs/database';
import { readOrderDays } from '#libs/orders';
import { contactsOfOne, type OrderDays } from '#libs/scoring';

/** Reads the order days of some customers for a comparison with scores; customers without any are absent. */
export type ReadOutcomes = (db: TenantDb, ids: readonly CustomerId[]) => Promise<ReadonlyMap<CustomerId, OrderDays>>;

/** Returns a reader that adds the contacts of the customers. In a shop without control groups it reads orders alone. */
export async function outcomeReader(database: Database, tenantId: TenantId): Promise<ReadOutcomes> {
  const groups = await database.transaction(tenantId, readControlledGroups);
  if (groups.size === 0) return readOrderDays;
  return async (db, ids) => {
    const [histories, contacts] = [await readOrderDays(db, ids), await readContacts(db, ids, groups)];
    return new Map(Array.from(histories, ([id, days]) => [id, { ...days, contacts: contactsOfOne(contacts.get(id) ?? []) }]));
  };
}
