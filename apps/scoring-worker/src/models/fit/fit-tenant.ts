import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, DAY_MS, HOUR_MS, MINUTE_MS, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type Backfill, forgetChanges, readBackfill, requestPastReplay } from '#libs/work';
import { Log } from '#libs/observability';
import { TenantModels } from '#libs/orders';
import { DEFAULT_BANDS, FIT_VERSION, type Model } from '#libs/scoring';
import { evaluatePredictions } from '../evaluate/evaluate-predictions.js';
import { readSettings, type TenantSettings } from '../../scoring/score/read-customers.sql.js';
import { backfillPhaseOf } from './backfill-phase.js';
import { type HorizonSituation, isHorizonFree } from './choose-horizon.js';
import { type FitReason, evaluateFit } from './fit-due.js';
import { fitInThread } from './fit-in-thread.js';
import type { FitOutcome } from './fit-task.js';
import {
  chooseCounted,
  claimFit,
  countCustomers,
  endFit,
  type FitClaim,
  type FitSeen,
  type FitState,
  giveUp,
  handBack,
  LEASE_MS,
  lockFitState,
  putOff,
  readScored,
  renewLease,
} from './model-fits.sql.js';
import { freeVersion, storeModel } from '../shared/models.sql.js';
import { fromReplay, usedBehaviour, usedTraits } from '../shared/model-quality.js';
import { readHistory } from './read-history.js';

/** Maximum starts of a fit that keeps killing its worker. */
const MOST_TRIES = 3;
const LONGEST_PAUSE_MS = DAY_MS;

interface BegunFit {
  readonly claim: FitClaim;
  readonly reason: FitReason;
  readonly settings: TenantSettings;
  readonly active: Model | null;
  readonly horizon: HorizonSituation;
  /** The backfill that the fit follows, so that the active model knows less history; null when there is none. */
  readonly backfill: Backfill | null;
  readonly failures: number;
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
    private readonly config: Config,
  ) {}

  /** Fits the tenant's model if a fit is due and no other worker runs it. @param stopping ends the fit; another worker starts it again */
  async fitIfDue(tenantId: TenantId, stopping: AbortSignal): Promise<void> {
    const begun = await this.database.transaction(tenantId, (db) => this.begin(db));
    if (begun === null) return;
    const { claim, reason, failures } = begun;
    try {
      await this.keepingLease(tenantId, { claim, stopping }, (signal) => this.fit(tenantId, begun, signal));
    } catch (error) {
      const now = this.clock.now();
      if (stopping.aborted) await this.database.transaction(tenantId, (db) => handBack(db, claim.token, now));
      else {
        this.log.error('model.not_fitted', error, { tenantId, jobId: claim.jobId, reason });
        await this.database.transaction(tenantId, (db) => giveUp(db, claim, this.pauseAfter(failures, now), now));
      }
    }
  }

  /** @returns null when no fit is due, or another worker runs it. */
  private async begin(db: TenantDb): Promise<BegunFit | null> {
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
    const phase = backfillPhaseOf(backfill, { now, quietMs: this.config.backfillQuietMs, isScored: isBackfillScored });
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
      // The worker with the earlier claim died, and the tenant needs no fit now.
      if (decision.kind === 'wait' && state.jobId !== null) await giveUp(db, await claimFit(db, state, counts.customers, now), now, now);
      await putOff(db, new Date(now.getTime() + decision.forMs), decision.kind === 'postpone', now);
      return null;
    }
    const claim = await claimFit(db, state, counts.customers, now);
    if (await this.endHopeless(db, state, claim, now)) return null;
    const active = settings.active_model === null ? null : await this.models.find(db, settings.active_model);
    const countedUntil = await chooseCounted(db);
    const counted = await countCustomers(db, countedUntil);
    const followsBackfill = phase === 'over';
    const seen = { ...counted, countedUntil, horizonSetting: settings.horizon_days, procedure: FIT_VERSION, followsBackfill };
    const earlier = { now, firstAt: state.firstAt, backfilledAt: state.backfilledAt, lastSetting: state.last?.horizonSetting ?? null };
    const current = isHorizonFree(earlier, followsBackfill) ? null : (active?.horizonDays ?? null);
    const horizon = { setting: settings.horizon_days, current, planned: state.planned, today };
    const { reason } = decision;
    return { claim, reason, settings, active, horizon, backfill: followsBackfill ? backfill : null, failures: state.failures, seen };
  }

  /** Gives up a fit that has killed several workers in a row. */
  private async endHopeless(db: TenantDb, { jobId, failures }: FitState, claim: FitClaim, now: Date): Promise<boolean> {
    if (jobId === null || failures < MOST_TRIES) return false;
    this.log.warn('model.not_fitted', { tenantId: db.tenantId, jobId, tries: failures });
    await giveUp(db, claim, this.pauseAfter(failures, now), now);
    return true;
  }

  private pauseAfter(failures: number, now: Date): Date {
    return new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, 10 * MINUTE_MS * 2 ** failures));
  }

  /** Runs `work` and renews the lease while it runs. Its signal aborts when the worker stops or another worker takes over the tenant. */
  private async keepingLease<T>(
    tenantId: TenantId,
    { claim: { token }, stopping }: { readonly claim: FitClaim; readonly stopping: AbortSignal },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const lost = new AbortController();
    const renew = async (): Promise<void> => {
      const isMine = await this.database.transaction(tenantId, (db) => renewLease(db, token));
      if (!isMine) lost.abort(new Error('another worker has taken the fit over'));
    };
    // A lease survives one failed renewal: the next one comes in time.
    const timer = setInterval(() => void renew().catch(() => undefined), LEASE_MS / 4);
    try {
      return await work(AbortSignal.any([stopping, lost.signal]));
    } finally {
      clearInterval(timer);
    }
  }

  private async fit(tenantId: TenantId, begun: BegunFit, signal: AbortSignal): Promise<void> {
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
    if (version === null) return;
    const { accepted, comparison } = outcome;
    // Matured predictions say more about the tenant's scores than the replay that came with the model.
    if (accepted) await evaluatePredictions(this.database, tenantId, this.clock.now());
    const fields = { tenantId, version, reason, accepted, customers, orderDays, readMs: Math.round(readMs) };
    const losses = { logLoss: comparison?.candidate ?? null, logLossBefore: comparison?.active ?? null };
    this.log.info('model.fitted', { ...fields, ...losses, ms: Math.round(performance.now() - started) });
  }

  /** @returns the version; null when another worker has taken the fit over. */
  private async store(
    db: TenantDb,
    begun: BegunFit,
    { model, accepted, plannedHorizon: planned, comparison, replay }: FitOutcome,
    customers: number,
  ): Promise<string | null> {
    const now = this.clock.now();
    if (!(await endFit(db, begun.claim, begun.seen, { now, processed: customers, planned }))) return null;
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
