import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { activityOfOne, BEHAVIOUR_GROUPS, type Covariates, isTraitGroup, type Model, traitName, traitsOfOne } from '#libs/scoring';
import { readActivity } from './read-activity.sql.js';
import { readTraits } from './read-traits.sql.js';

// Needs the primary key of models.
const LAST_FIT = 'SELECT max(fitted_at) AS at FROM models WHERE tenant_id = $1 AND version = ANY ($2::text[])';

async function lastFit(db: TenantDb, models: readonly Model[]): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(LAST_FIT, [models.map(({ version }) => version)]);
  return row?.at ?? null;
}

/**
 * Reads the covariates that some models use, for scores of the first day and later. Reads nothing where no model uses any.
 *
 * @param firstDay UTC day number
 */
export async function readCovariates(
  db: TenantDb,
  models: readonly Model[],
  ids: readonly CustomerId[],
  firstDay: number,
): Promise<ReadonlyMap<CustomerId, Covariates>> {
  const used = new Set(models.flatMap(({ behaviour }) => behaviour?.groups ?? []));
  const groups = BEHAVIOUR_GROUPS.filter((group) => used.has(group));
  const names = [...used].filter(isTraitGroup).map(traitName);
  const rows = await readActivity(db, ids, { groups, firstDay });
  const changes = names.length === 0 ? [] : await readTraits(db, ids, { names, firstDay, until: await lastFit(db, models) });
  const found = new Map<CustomerId, Covariates>(Array.from(rows, ([id, own]) => [id, { activity: activityOfOne(own) }]));
  for (const [id, own] of changes) found.set(id, { activity: found.get(id)?.activity, traits: traitsOfOne(names, own) });
  return found;
}
