import { activeShop } from '../../../libs/scoring/test-data/active-shop.js';
import { BEHAVIOUR_GROUPS, DEFAULT_BANDS, fitModel, isTraitGroup, type Model, SIGNALS } from '#libs/scoring';
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
      traits: [],
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

/** Returns a model that uses one trait alone: the more, the lower the score. Half of the customers have more than 50. */
export function tellingModel(trait: string): Model {
  const model = behavingModel();
  return {
    ...model,
    version: `${model.version}/${trait}`,
    behaviour: {
      ...model.behaviour!,
      groups: [`trait:${trait}`],
      traits: [{ name: trait, knots: Array.from({ length: 11 }, (_, i) => 10 * i) }],
      center: [0.5, 0.1],
      spread: [0.3, 0.3],
      coefficients: [-0.8, 0.3, 0.05],
      regular: [0],
      gains: [{ group: `trait:${trait}`, logLossBefore: 0.4, logLossAfter: 0.35 }],
    },
  };
}

/** Makes a model the active one of a shop, directly in the database. It knows the traits that the test makes next. */
export async function useModel(owner: Pick<Client, 'query'>, { tenantId }: Shop, model: Model): Promise<void> {
  const used = (model.behaviour?.gains ?? []).filter(({ group }) => isTraitGroup(group));
  const traits = used.map(({ group, ...gain }) => ({ ...gain, name: group.slice('trait:'.length) }));
  await owner.query(`UPDATE models SET status = 'retired' WHERE tenant_id = $1 AND status = 'active'`, [tenantId]);
  await owner.query(
    `INSERT INTO models (tenant_id, version, status, reason, procedure, horizon_days, parameters, customers, rescored, fitted_at, traits)
     VALUES ($1, $2, 'active', 'first', '1', $3, $4, 5, true, now() + interval '5 minutes', $5)`,
    [tenantId, model.version, model.horizonDays, JSON.stringify(model), JSON.stringify(traits)],
  );
}
