import { activeShop } from '../../../libs/scoring/test-data/active-shop.js';
import { BEHAVIOUR_GROUPS, DEFAULT_BANDS, fitModel, type Model, SIGNALS } from '#libs/scoring';
import type { Client } from 'pg';
import type { Shop } from './shop.js';

const DAY_MS = 86_400_000;
const NOT_SUBSCRIPTIONS = SIGNALS.filter(([, group]) => group !== 'subscriptions').length;
const COLUMNS = 4 * NOT_SUBSCRIPTIONS + 6;
const PRODUCTS = NOT_SUBSCRIPTIONS + 2;

/** Returns a model that uses every group of behaviour, each a little and in its own way. */
export function behavingModel(): Model {
  const today = Math.floor(Date.now() / DAY_MS);
  const model = fitModel(activeShop(300, today), { today, horizonDays: 30, bands: DEFAULT_BANDS, seed: 1, upTo: 'mbg+lr' });
  const columns = Array.from({ length: COLUMNS });
  return {
    ...model,
    behaviour: {
      groups: BEHAVIOUR_GROUPS,
      renewalDays: 30,
      center: columns.map(() => 1),
      spread: columns.map(() => 2),
      base: { center: 1, spread: 2 },
      coefficients: Array.from({ length: COLUMNS + PRODUCTS }, (_, i) => 0.03 * Math.sin(i + 1)),
      shift: 0,
      regular: BEHAVIOUR_GROUPS.map(() => 0),
      gains: [],
    },
  };
}

/** Makes a model the active one of a shop, directly in the database. */
export async function useModel(owner: Pick<Client, 'query'>, { tenantId }: Shop, model: Model): Promise<void> {
  await owner.query(`UPDATE models SET status = 'retired' WHERE tenant_id = $1 AND status = 'active'`, [tenantId]);
  await owner.query(
    `INSERT INTO models (tenant_id, version, status, reason, procedure, horizon_days, parameters, customers, rescored, fitted_at)
     VALUES ($1, $2, 'active', 'first', '1', $3, $4, 5, true, now())`,
    [tenantId, model.version, model.horizonDays, JSON.stringify(model)],
  );
}
