import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, HOUR_MS, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type Backfill, forgetChanges, readBackfill, requestPastReplay } from '#libs/work';
import { Log } from '#libs/observability';
import { TenantModels } from '#libs/orders';
import { DEFAULT_BANDS, FIT_VERSION, type Model } from '#libs/scoring';
import { Leases, takeLease } from '../../runner/leases.js';
import { evaluatePredictions } from '../evaluate/evaluate-predictions.js';
import { readSettings, type TenantSettings } from '../../scoring/score/read-customers.sql.js';
import { countCategoryReturns } from '../evaluate/category-returns.js';
import { backfillPhaseOf } from './backfill-phase.js';
import { type HorizonSituation, isHorizonFree } from './choose-horizon.js';
import { type FitReason, evaluateFit } from './fit-due.js';
import { fitInThread } from './fit-in-thread.js';
import type { FitOutcome } from './fit-task.js';
import {
  chooseCounted,
  countCustomers,
  endFit,
  type LeasedFit,
  type FitSeen,
  giveUp,
  lockFitState,
  openFitJob,
  putOff,
  readScored,
} from './model-fits.sql.js';
import { freeVersion, storeModel } from '../shared/models.sql.js';
import { fromReplay, usedBehaviour, usedTraits } from '../shared/model-quality.js';
import { readHistory } from './read-history.js';

/** Number of tries of a fit. After the last one, the next fit begins a day later. */
const MOST_TRIES = 3;

interface BegunFit extends LeasedFit {
  readonly reason: FitReason;
  readonly settings: TenantSettings;
  readonly active: Model | null;
  readonly horizon: HorizonSituation;
  /** The backfill that the fit follows, so that the active model knows less history; null when there is none. */
  readonly backfill: Backfill | null;
  /** Counted before the history is read, so that orders which arrive during the fit count as growth. */
  readonly seen: FitSeen;
}

/** Checks whether a tenant needs a new model, and fits it in a thread, one worker per tenant. When a fit fails, the active model stays. */
@Injectable()
export class FitTenant {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly models: TenantModels,
    private readonly leases: Leases,
  ) {}

  /**
   * Fits the tenant's model if a fit is due and no other worker runs it.
   * @param quietMs a backfill is over when it has sent nothing for this time
   * @param stopping ends the fit; another worker starts it again
   */
  async fitIfDue(tenantId: TenantId, quietMs: number, stopping: AbortSignal): Promise<void> {
    const begun = await this.database.transaction(tenantId, (db) => this.begin(db, quietMs));
    if (begun !== null) await this.leases.hold(begun.lease, ({ signal }) => this.fit(tenantId, begun, signal), stopping);
  }

  /** @returns null when no fit is due, or another worker runs it. */
  private async begin(db: TenantDb, quietMs: number): Promise<BegunFit | null> {
    const now = this.clock.now();
    const state = await lockFitState(db, now);
    if (state === null) return null;
    if (state.isPinned) {
      // The end of the pin makes the tenant due at once.
      await putOff(db, new Date(now.getTime() + HOUR_MS), false, now);
      return null;
    }
    const settings = await readSettings(db);
    const counts = await countCustomers(db, state.countedUntil);
    const [backfill, { isAllScored, isBackfillScored }] = [await readBackfill(db), await readScored(db)];
    const phase = backfillPhaseOf(backfill, { now, quietMs, isScored: isBackfillScored });
    const today = Math.floor(now.getTime() / DAY_MS);
    const decision = evaluateFit({
      ...state,
      ...counts,
      now,
      horizonSetting: settings.horizon_days,
      procedure: FIT_VERSION,
      backfill: phase,
      isHorizonDue: state.planned !== null && state.planned.fromDay <= today,
      isAllScored,
    });
    if (decision.kind !== 'fit') {
      // The fit was begun and did not end, and the tenant needs none now.
      if (decision.kind === 'wait' && state.jobId !== null) await giveUp(db, state.jobId, now, now);
      await putOff(db, new Date(now.getTime() + decision.forMs), decision.kind === 'postpone', now);
      return null;
    }
    const lease = await takeLease(db, { tenantId: db.tenantId, kind: 'fit', subject: db.tenantId });
    if (lease === null) return null;
    const jobId = await openFitJob(db, state, counts.customers, now);
    if (lease.failures > MOST_TRIES) {
      this.log.warn('model.not_fitted', { tenantId: db.tenantId, jobId, tries: MOST_TRIES });
      await giveUp(db, jobId, new Date(now.getTime() + DAY_MS), now);
      return null;
    }
    const active = settings.active_model === null ? null : await this.models.find(db, settings.active_model);
    const countedUntil = await chooseCounted(db);
    const counted = await countCustomers(db, countedUntil);
    const followsBackfill = phase === 'over';
    const seen = { ...counted, countedUntil, horizonSetting: settings.horizon_days, procedure: FIT_VERSION, followsBackfill };
    const earlier = { now, firstAt: state.firstAt, backfilledAt: state.backfilledAt, lastSetting: state.last?.horizonSetting ?? null };
    const current = isHorizonFree(earlier, followsBackfill) ? null : (active?.horizonDays ?? null);
    const horizon = { setting: settings.horizon_days, current, planned: state.planned, today };
    const { reason } = decision;
    return { lease, jobId, reason, settings, active, horizon, backfill: followsBackfill ? backfill : null, seen };
  }

  private async fit(tenantId: TenantId, begun: BegunFit, signal: AbortSignal): Promise<boolean> {
    const { settings, active, horizon, backfill, reason } = begun;
    const started = performance.now();
    const history = await readHistory(this.database, tenantId, horizon.today, signal);
    const [customers, orderDays, readMs] = [history.offsets.length - 1, history.day.length, performance.now() - started];
    const task = {
      history,
      today: horizon.today,
      horizon,
      bands: settings.label_thresholds ?? DEFAULT_BANDS,
      // The same orders give the same model.
      seed: Number.parseInt(tenantId.slice(0, 7), 16),
      // The active model is not compared when it knows less history: both would be measured on days that it never saw.
      active: reason === 'procedure' || backfill !== null ? null : active,
    };
    const outcome = await fitInThread(task, signal);
    const version = await this.database.transaction(tenantId, (db) => this.store(db, begun, outcome, customers));
    if (version === null) return false;
    const { accepted, comparison } = outcome;
    // Matured predictions say more about the tenant's scores than the replay that came with the model.
    if (accepted) await evaluatePredictions(this.database, tenantId, this.clock.now());
    await countCategoryReturns(this.database, tenantId, this.clock.now());
    const fields = { tenantId, version, reason, accepted, customers, orderDays, readMs: Math.round(readMs) };
    const losses = { logLoss: comparison?.candidate ?? null, logLossBefore: comparison?.active ?? null };
    this.log.info('model.fitted', { ...fields, ...losses, ms: Math.round(performance.now() - started) });
    return false;
  }

  /** @returns the version; null when another worker has taken the fit over. */
  private async store(
    db: TenantDb,
    begun: BegunFit,
    { model, accepted, plannedHorizon: planned, comparison, replay }: FitOutcome,
    customers: number,
  ): Promise<string | null> {
    const now = this.clock.now();
    if (!(await endFit(db, begun, begun.seen, { now, processed: customers, planned }))) return null;
    if (begun.backfill !== null) await forgetChanges(db, begun.backfill);
    const version = await freeVersion(db, model.version);
    await storeModel(db, {
      version,
      parameters: { ...model, version },
      status: accepted ? 'active' : 'rejected',
      reason: begun.reason,
      procedure: FIT_VERSION,
      horizonDays: model.horizonDays,
      comparison,
      quality: fromReplay(replay),
      behaviour: usedBehaviour(model),
      traits: usedTraits(model),
      customers,
      fittedAt: now,
    });
    await requestPastReplay(db, now);
    return version;
  }
}
