import type { Features, Model } from '#libs/scoring';
import type { Occasion } from './outbox-events.js';
import type { FreedTrait, LockedCustomer, TenantSettings } from './read-customers.sql.js';

/** The part of a stored customer that shows whether its old score and a new one have the same inputs. */
export type ScoredBefore = Pick<LockedCustomer, 'calculatedMs' | 'model_version' | 'ordersCount' | 'lastOrderMs' | 'monetary_total'>;

/** The state of the tenant that shows whether it has changed the inputs of scores. */
export interface TenantInputs {
  readonly occasion: Occasion;
  readonly settings: Pick<TenantSettings, 'has_settings_job'>;
  readonly model: Model;
  readonly before: ReadonlyMap<string, Model>;
  readonly freed: readonly FreedTrait[];
}

/**
 * Returns whether the tenant has changed the inputs of the old score: a trait was freed, or the amounts are in another currency. The same model then
 * gives another score, although the customer did nothing. A new order is never counted as such a change.
 */
export function hasNewInputs(
  { calculatedMs, model_version: version, ordersCount, lastOrderMs, monetary_total: total }: ScoredBefore,
  { ordersTotal, lastOrderAtMs, monetaryTotal }: Pick<Features, 'ordersTotal' | 'lastOrderAtMs' | 'monetaryTotal'>,
  { occasion, settings, model, before, freed }: TenantInputs,
): boolean {
  if (calculatedMs === null || version === null || ordersCount !== ordersTotal || lastOrderMs !== lastOrderAtMs) return false;
  if (freed.length > 0) {
    const used = traitsOf([version === model.version ? model : (before.get(version) ?? model)]);
    if (freed.some(({ name, freedMs }) => calculatedMs <= freedMs && used.includes(name))) return true;
  }
  // After events, a refund explains another total of the same orders.
  return occasion === 'pass' && settings.has_settings_job && Number(total) !== Number(monetaryTotal);
}

/** Returns the names of the traits that the models use. */
export const traitsOf = (models: readonly Model[]): string[] => [
  ...new Set(models.flatMap(({ behaviour }) => behaviour?.traits.map(({ name }) => name) ?? [])),
];
