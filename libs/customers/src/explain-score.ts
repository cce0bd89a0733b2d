import { Injectable } from '@nestjs/common';
import { DAY_MS, LIMITS, localDayNumber } from '#libs/core';
import { isOutage, type TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { eachHistory, readCovariates, TenantModels } from '#libs/orders';
import {
  confidenceText,
  explain,
  type Features,
  featuresOfTotals,
  type Model,
  nextOrder,
  type NextOrder,
  type OrderTotals,
  PRIOR_MBG,
  type Reason,
  scoreCustomer,
  type Scored,
  withCovariates,
  withEarlierOrders,
} from '#libs/scoring';
import type { ChurnRow } from './churn-rows.sql.js';

/** The details that the customer's orders add to the stored score. */
export interface ScoreDetails {
  /** The features count the days until now. */
  readonly features: Features;
  /** The score is computed again with the model of the stored one; null without a score, and when its model was deleted. */
  readonly scored: ExplainedScore | null;
}

export interface ExplainedScore extends Scored {
  readonly explanation: readonly Reason[];
  readonly nextOrder: NextOrder | null;
  readonly confidenceText: string;
}

/**
 * Computes the explanation of a stored score for the answer about one customer, with the same code that the worker scores with. Only the worker
 * computes scores.
 */
@Injectable()
export class ExplainScore {
  constructor(
    private readonly models: TenantModels,
    private readonly log: Log,
  ) {}

  /** @returns null before the worker has seen the customer's first event, and for a history that it cannot score or that is too long. */
  async explain(db: TenantDb, row: ChurnRow, now: Date): Promise<ScoreDetails | null> {
    let details: ScoreDetails | null = null;
    try {
      await this.explainEach(db, [row], now, (_row, found) => (details = found));
    } catch (error) {
      if (isOutage(error)) throw error;
      this.log.error('score.not_explained', error, { tenantId: db.tenantId, customerId: row.id });
    }
    return details;
  }

  /**
   * Explains the scores of several customers, reading their orders by bytes.
   * @param visit gets each customer that `explain` would explain
   */
  async explainEach(
    db: TenantDb,
    rows: readonly ChurnRow[],
    now: Date,
    visit: (row: ChurnRow, details: ScoreDetails) => void,
  ): Promise<void> {
    const known = rows.filter((row) => row.first_seen_at !== null && row.orders_count <= LIMITS.explainedOrders);
    const models = await this.modelsOf(db, known);
    // The days before the score are read too: its reasons may be those of its own moment.
    const firstDay = Math.floor(Math.min(now.getTime(), ...known.map((row) => row.calculated_at?.getTime() ?? Infinity)) / DAY_MS);
    const ids = known.map(({ id }) => id);
    const covariates = await readCovariates(db, [...models.values()], ids, firstDay);
    const sized = known.map((row) => ({ id: row.id, ordersCount: row.orders_count, row }));
    await eachHistory(db, sized, now.getTime(), ({ id, row }, totals) => {
      const model = models.get(row.model_version ?? '') ?? null;
      const seen = { firstSeenMs: row.first_seen_at!.getTime() };
      visit(
        row,
        detailsOf((atMs) => withCovariates(totals(atMs), model === null ? undefined : covariates.get(id)), { model, seen, row, now }),
      );
    });
  }

  /** Models that were deleted are absent. */
  private async modelsOf(db: TenantDb, rows: readonly ChurnRow[]): Promise<Map<string, Model>> {
    const models = new Map<string, Model>();
    for (const version of new Set(rows.flatMap((row) => row.model_version ?? []))) {
      const model = await this.models.find(db, version);
      if (model !== null) models.set(version, model);
    }
    return models;
  }
}

/**
 * Adds what the score means. A stored score holds for some days: until it is due, its reasons count the days of silence until now, as
 * the features of the same answer do. The window of the next order is always that of now: a late calculation must not show one that has passed.
 */
function explained(scored: Scored, { past, now }: Record<'past' | 'now', Features>, model: Model, row: ChurnRow): ExplainedScore {
  const features = row.is_overdue === true ? past : now;
  // Orders that were just folded and still wait to be scored lead to another score. Their reasons do not belong to the stored one.
  const isStored = scored.score === row.score;
  return {
    ...scored,
    explanation: isStored ? explain(features, { ...model, currency: row.currency }, row.label ?? scored.label) : [],
    nextOrder: nextOrder(now, model),
    confidenceText: confidenceText(features, model.fit),
  };
}

interface Known {
  readonly model: Model | null;
  readonly seen: { readonly firstSeenMs: number };
  readonly row: ChurnRow;
  readonly now: Date;
}

function detailsOf(totals: (atMs: number) => OrderTotals, { model, seen, row, now }: Known): ScoreDetails {
  const calendarDay = (ms: number): number => localDayNumber(ms, row.timezone);
  const featuresAt = (ms: number): Features =>
    featuresOfTotals(withEarlierOrders(totals(ms), model?.mbg ?? PRIOR_MBG), seen, ms, calendarDay);
  const calculatedMs = row.calculated_at?.getTime() ?? null;
  // The clock of the worker may be ahead of ours.
  const features = featuresAt(Math.max(now.getTime(), calculatedMs ?? 0));
  if (model === null || calculatedMs === null) return { features, scored: null };
  const then = featuresAt(calculatedMs);
  const scored = scoreCustomer(then, model);
  return { features, scored: scored === null ? null : explained(scored, { past: then, now: features }, model, row) };
}
