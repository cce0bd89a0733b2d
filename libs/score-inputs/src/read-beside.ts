import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { Beside, Model } from '#libs/scoring';
import { readActivityFor } from './read-activity.sql.js';
import { readTraitsFor } from './read-traits.sql.js';

/**
 * Reads what some models use of customers beside their orders, for scores of the first day and later. Reads nothing where no model uses any.
 * @param firstDay UTC day number
 */
export async function readBesideFor(
  db: TenantDb,
  models: readonly Model[],
  ids: readonly CustomerId[],
  firstDay: number,
): Promise<ReadonlyMap<CustomerId, Beside>> {
  const activity = await readActivityFor(db, models, ids, firstDay);
  const traits = await readTraitsFor(db, models, ids, firstDay);
  if (traits.size === 0) return new Map(Array.from(activity, ([id, own]) => [id, { activity: own }]));
  const known = new Set([...activity.keys(), ...traits.keys()]);
  return new Map(Array.from(known, (id) => [id, { activity: activity.get(id), traits: traits.get(id) }]));
}
