import type { ModelQuality, TenantId } from '#libs/core';
import type { Database } from '#libs/database';
import { DEFAULT_BANDS, type MaturedPredictions, NO_ORDERS, qualityReport, toCivilDate } from '#libs/scoring';
import { fromReport } from '../shared/model-quality.js';
import { outcomeReader } from '../shared/outcome-reader.js';
import { readSettings } from '../../scoring/score/read-customers.sql.js';
import { MaturedColumns } from './matured.js';
import {
  type ActiveModel,
  forgetModels,
  keepPredictions,
  type Prediction,
  readActiveModel,
  readMatured,
  writeQuality,
} from './predictions.sql.js';

/** Customers per transaction. */
const PAGE = 500;
/** A model is fitted again when its predictions are off by more than this on average. */
const FARTHEST_OFF = 0.05;

/**
 * Compares matured predictions with the outcomes, and stores the measured quality of the tenant's model once there are enough of them.
 * Keeps the latest scores as new predictions. One worker runs it once a night.
 * @returns the number of evaluated predictions
 */
export async function evaluatePredictions(database: Database, tenantId: TenantId, now: Date): Promise<number> {
  const model = await database.transaction(tenantId, readActiveModel);
  if (model === null) return 0;
  const predictions = await database.transaction(tenantId, async (db) => {
    await keepPredictions(db, model.horizon_days, now);
    await forgetModels(db, now);
    return readMatured(db, model.horizon_days, now);
  });
  const matured = await collectOutcomes(database, tenantId, predictions, model.horizon_days);
  await database.transaction(tenantId, async (db) => {
    const bands = (await readSettings(db)).label_thresholds ?? DEFAULT_BANDS;
    const quality = { ...toQuality(model, predictions), ...fromReport(qualityReport(matured, bands, model.horizon_days)) };
    // Until enough predictions have matured, the replay says more.
    if (quality.measured === null) return;
    const isOff = Math.abs(quality.measured.meanPredicted - quality.measured.baseRate) > FARTHEST_OFF;
    await writeQuality(db, model.version, quality, isOff, now);
  });
  return matured.predicted.length;
}

/** @param predictions sorted by customer */
async function collectOutcomes(
  database: Database,
  tenantId: TenantId,
  predictions: readonly Prediction[],
  horizonDays: number,
): Promise<MaturedPredictions> {
  const ids = [...new Set(predictions.map(({ customer_id: id }) => id))];
  const readOutcomes = await outcomeReader(database, tenantId);
  let next = 0;
  const matured = new MaturedColumns(horizonDays);
  for (let start = 0; start < ids.length; start += PAGE) {
    const page = ids.slice(start, start + PAGE);
    const histories = await database.transaction(tenantId, (db) => readOutcomes(db, page));
    for (const id of page) {
      const history = histories.get(id) ?? NO_ORDERS;
      for (; predictions[next]?.customer_id === id; next += 1) matured.add(predictions[next]!, history);
    }
  }
  return matured.build();
}

function toQuality(
  { quality }: ActiveModel,
  predictions: readonly Prediction[],
): Omit<ModelQuality, 'n' | 'stayedAway' | 'returned' | 'measured'> {
  const days = predictions.map(({ day }) => day).toSorted((one, other) => one - other);
  const [first, last] = [days[0], days.at(-1)];
  return {
    basis: 'matured',
    firstDay: first === undefined ? null : toCivilDate(first),
    lastDay: last === undefined ? null : toCivilDate(last),
    startsInMidLife: quality?.startsInMidLife ?? false,
  };
}
