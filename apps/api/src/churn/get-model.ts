import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import {
  type CalibrationMiss,
  type CheckedRates,
  checkedRates,
  Clock,
  type MeasuredQuality,
  type ModelQuality,
  type TenantId,
} from '#libs/core';
import { Database } from '#libs/database';
import { isBackfillRunning, readBackfill } from '#libs/work';
import type { ModelDto } from '#libs/dto';
import { type ActiveModelRow, findActiveModel, findUnfitted, type UnfittedRow } from './get-model.sql.js';
import { modelStatus, plannedHorizon } from './model-status.js';

/** Reads the model behind a tenant's scores and its quality. The caller has already proven who they are. */
@Injectable()
export class GetModel {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  get(tenantId: TenantId): Promise<ModelDto> {
    return this.database.transaction(tenantId, async (db) => {
      const model = await findActiveModel(db);
      const backfill = await readBackfill(db);
      const isRunning = backfill !== null && isBackfillRunning(backfill, this.clock.now(), this.config.backfillQuietMs);
      const status = modelStatus(model, backfill, isRunning);
      return { ...status, ...(model === null ? unfitted(await findUnfitted(db)) : fitted(model)) };
    });
  }
}

const NOT_ENOUGH = 'not enough history: at least 50 customers who came back and 50 who did not within a horizon are needed';

type WithoutStatus = Omit<ModelDto, 'status' | 'warnings'>;

const unfitted = ({ version, horizon_days }: UnfittedRow): WithoutStatus => ({
  planned_horizon: null,
  model_version: version,
  trained_at: null,
  horizon_days,
  customers: 0,
  behaviour: [],
  traits: [],
  basis: null,
  n: 0,
  ...toMeasures(null),
  note: 'not enough history: a model is fitted to a shop from five customers with orders on; until then one prior serves all shops',
});

const fitted = (model: ActiveModelRow): WithoutStatus => ({
  planned_horizon: plannedHorizon(model),
  model_version: model.version,
  trained_at: model.fitted_at.toISOString(),
  horizon_days: model.horizon_days,
  customers: model.customers,
  behaviour: model.behaviour.map(({ group, eventTypes, logLossBefore, logLossAfter }) => ({
    group,
    event_types: [...eventTypes],
    log_loss_before: rounded(logLossBefore)!,
    log_loss_after: rounded(logLossAfter)!,
  })),
  traits: model.traits.map(({ name, logLossBefore, logLossAfter }) => ({
    name,
    log_loss_before: rounded(logLossBefore)!,
    log_loss_after: rounded(logLossAfter)!,
  })),
  ...qualityOf(model.quality),
});

const qualityOf = (quality: ModelQuality | null): Measures & Pick<ModelDto, 'basis' | 'n' | 'note'> => ({
  basis: quality?.basis ?? null,
  n: quality?.n ?? 0,
  ...toMeasures(quality?.measured ?? null),
  note: noteOn(quality),
});

function noteOn(quality: ModelQuality | null): string | null {
  const notes: string[] = [];
  if (quality?.measured == null) notes.push(NOT_ENOUGH);
  else if (quality.basis === 'backtest') {
    notes.push(
      `a replay: what the model fitted to what was known on ${quality.firstDay} would have said that day, and what happened since`,
    );
  }
  if (quality?.startsInMidLife === true) {
    notes.push('the history seems to begin in the middle of the life of the shop: old customers in it look newer than they are');
  }
  return notes.length === 0 ? null : notes.join('; ');
}

type Measures = Omit<
  WithoutStatus,
  'planned_horizon' | 'model_version' | 'trained_at' | 'horizon_days' | 'customers' | 'behaviour' | 'traits' | 'basis' | 'n' | 'note'
>;

const toMeasures = (measured: MeasuredQuality | null): Measures => ({
  base_rate: rounded(measured?.baseRate),
  auc: rounded(measured?.auc),
  auc_active: rounded(measured?.aucActive),
  brier: rounded(measured?.brier),
  skill: rounded(measured?.skill),
  log_loss: rounded(measured?.logLoss),
  calibration_error: rounded(measured?.ece),
  lift_top_decile: rounded(measured?.liftTopDecile),
  calibration: (measured?.calibration ?? []).map(({ bin, predicted, observed, n }) => ({
    bin,
    predicted: rounded(predicted),
    observed: rounded(observed),
    n,
  })),
  checked_rates: toRates(checkedRates(measured?.calibration ?? [])),
  largest_miss: toMiss(measured?.largestMiss ?? null),
  bands: (measured?.bands ?? []).map(({ label, promised, observed, n }) => ({
    label,
    promised: rounded(promised),
    observed: rounded(observed),
    n,
  })),
  quality: measured?.quality ?? null,
  baseline: {
    recency_only_auc: rounded(measured?.baseline.recencyOnlyAuc),
    rule_flagged: rounded(measured?.baseline.rule.flagged),
    rule_observed: rounded(measured?.baseline.rule.flaggedObserved),
    rule_brier: rounded(measured?.baseline.rule.brier),
  },
});

const toMiss = (miss: CalibrationMiss | null): ModelDto['largest_miss'] =>
  miss === null ? null : { predicted: rounded(miss.predicted) ?? 0, observed: rounded(miss.observed) ?? 0, n: miss.n };

const toRates = (rates: CheckedRates | null): ModelDto['checked_rates'] =>
  rates === null ? null : { group: rates.group, predicted: rounded(rates.predicted) ?? 0, observed: rounded(rates.observed) ?? 0 };

const rounded = (value: number | null | undefined): number | null => (value == null ? null : Math.round(value * 10_000) / 10_000);
