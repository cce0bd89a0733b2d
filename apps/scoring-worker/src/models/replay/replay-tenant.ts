import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS, type PastIntervals, SECOND_MS, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { TenantModels } from '#libs/orders';
import { addPastWeeks, DEFAULT_BANDS, FIT_VERSION, type Model, mostAtRisk, type PastWeek, revenueInterval } from '#libs/scoring';
import { type Lease, Leases, noteProgress } from '../../runner/leases.js';
import { readSettings } from '../../scoring/score/read-customers.sql.js';
import { type NamedCustomer, keepWeeks, type Origins, readOrigins, readStoredWeeks, writeNamed, writeWeeks } from './past-weeks.sql.js';
import { type Block, planReplay, type ReplayPlan } from './plan-replay.js';
import { PastReader } from './read-past.js';
import type { PastFit } from './replay-block.js';
import { replayInThread } from './replay-in-thread.js';
import { type DueReplay, finishReplay, isImporting, noteWeeks, putOff, readDueReplay } from './replays.sql.js';

/** Tries without a single block. The next one comes a day later. */
const MOST_TRIES = 4;
const IMPORT_PAUSE_MS = 5 * SECOND_MS;
const QUARTER_DAYS = 90;

interface BegunReplay {
  readonly lease: Lease;
  readonly due: DueReplay;
  readonly fit: Omit<PastFit, 'modelDay'>;
  /** Settings and procedure that rows follow from. */
  readonly basis: string;
  /** The current UTC day number. */
  readonly today: number;
}

/** Calculates the past weeks of a tenant block by block, one worker per tenant. Each block is committed with the progress. */
@Injectable()
export class ReplayTenant {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly models: TenantModels,
    private readonly leases: Leases,
  ) {}

  /** @param stopping ends the replay; another worker continues it */
  async replayIfDue(tenantId: TenantId, stopping: AbortSignal): Promise<boolean> {
    const work = async (lease: Lease): Promise<boolean> => {
      const begun = await this.database.transaction(tenantId, (db) => this.begin(db, lease));
      if (begun !== null) await this.replay(tenantId, begun);
      return false;
    };
    return this.leases.run({ tenantId, kind: 'replay', subject: tenantId }, work, stopping);
  }

  /** @returns null when nothing is due, or imported history still waits for its scores */
  private async begin(db: TenantDb, lease: Lease): Promise<BegunReplay | null> {
    const now = this.clock.now();
    const due = await readDueReplay(db, now);
    if (due === null) return null;
    const settings = await readSettings(db);
    const active = settings.active_model === null ? null : await this.models.find(db, settings.active_model);
    if (active === null || (await isImporting(db))) return putOffBy(db, IMPORT_PAUSE_MS, now);
    if (lease.failures > MOST_TRIES) return putOffBy(db, DAY_MS, now);
    const bands = settings.label_thresholds ?? DEFAULT_BANDS;
    const { horizonDays } = active;
    const basis = `${FIT_VERSION} h${horizonDays} ${settings.currency} ${bands.medium} ${bands.high} ${bands.critical}`;
    // The same seed as that of the fit: the same orders give the same model.
    const seed = Number.parseInt(db.tenantId.slice(0, 7), 16);
    return { lease, due, fit: { horizonDays, bands, seed }, basis, today: Math.floor(now.getTime() / DAY_MS) };
  }

  private async replay(tenantId: TenantId, begun: BegunReplay): Promise<void> {
    const started = performance.now();
    const { signal } = begun.lease;
    const reader = new PastReader(this.database, tenantId, signal);
    const plan = await this.plan(tenantId, reader, begun);
    const weeks = plan.blocks.reduce((sum, { days }) => sum + days.length, 0);
    let left = weeks;
    for (const block of plan.blocks) {
      const { days, model, named } = await this.calculate(reader, begun, plan.namedDay, block, signal);
      left -= days.length;
      const isMine = await this.database.transaction(tenantId, async (db) => {
        if (!(await noteProgress(db, begun.lease))) return false;
        await noteWeeks(db, plan.days.length, plan.days.length - left);
        await writeWeeks(
          db,
          days.map((week) => ({
            ...week,
            ...plan.seen.get(week.day)!,
            basis: begun.basis,
            modelVersion: model.version,
            horizonDays: model.horizonDays,
          })),
        );
        if (plan.namedDay !== null && block.days.includes(plan.namedDay)) await writeNamed(db, plan.namedDay, named);
        return true;
      });
      if (!isMine) return;
    }
    await this.finish(tenantId, begun, plan);
    this.log.info('past.calculated', { tenantId, weeks, models: plan.blocks.length, ms: Math.round(performance.now() - started) });
  }

  private async plan(tenantId: TenantId, reader: PastReader, { due, fit, basis, today }: BegunReplay): Promise<ReplayPlan> {
    const stored = await this.database.transaction(tenantId, readStoredWeeks);
    for await (const { history } of reader.parts()) {
      return planReplay({ history, today, horizonDays: fit.horizonDays, basis, stored, namedDay: due.namedDay });
    }
    throw new Error('there is a first part');
  }

  /** Fits the model of a block to the first part of the customers, and scores all parts with it. */
  private async calculate(
    reader: PastReader,
    { fit, today }: BegunReplay,
    namedDay: number | null,
    { modelDay, days }: Block,
    signal: AbortSignal,
  ): Promise<{ days: readonly PastWeek[]; model: Model; named: readonly NamedCustomer[] }> {
    let model: Model | PastFit = { ...fit, modelDay };
    let sums: readonly PastWeek[] | null = null;
    let named: NamedCustomer[] = [];
    for await (const { history, ids } of reader.parts()) {
      const result: Awaited<ReturnType<typeof replayInThread>> = await replayInThread({ history, model, days, today, namedDay }, signal);
      model = result.model;
      sums = sums === null ? result.weeks : sums.map((week, index) => addPastWeeks(week, result.weeks[index]!));
      named = mostAtRisk([...named, ...result.named.map(({ customer, ...each }) => ({ ...each, id: ids[customer]! }))]);
    }
    if (sums === null || 'modelDay' in model) throw new Error('there is a first part');
    return { days: sums, model, named };
  }

  private async finish(tenantId: TenantId, { lease, due, fit, basis }: BegunReplay, plan: ReplayPlan): Promise<void> {
    await this.database.transaction(tenantId, async (db) => {
      if (!(await noteProgress(db, lease))) return;
      const intervals = intervalsOf(await readOrigins(db, basis), fit.horizonDays);
      await finishReplay(db, due, { now: this.clock.now(), intervals });
      await noteDays(db, plan);
    });
  }
}

async function putOffBy(db: TenantDb, pauseMs: number, now: Date): Promise<null> {
  await putOff(db, new Date(now.getTime() + pauseMs));
  return null;
}

/** Deletes what no longer belongs to the past weeks. */
async function noteDays(db: TenantDb, { days, namedDay }: ReplayPlan): Promise<void> {
  await keepWeeks(db, days);
  if (namedDay === null) await writeNamed(db, null, []);
}

const intervalsOf = ({ horizon, quarter }: Origins, horizonDays: number): PastIntervals => ({
  [QUARTER_DAYS]: revenueInterval(quarter, QUARTER_DAYS),
  [horizonDays]: revenueInterval(horizon, horizonDays),
});
