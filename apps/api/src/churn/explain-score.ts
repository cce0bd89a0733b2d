import { Injectable } from '@nestjs/common';
import { type CustomerId, DAY_MS, LIMITS, localDayNumber } from '#libs/core';
import { isOutage, type TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { eachHistory, readBesideFor, TenantModels } from '#libs/score-inputs';
import {
  confidenceText,
  explain,
  type Features,
  featuresOfTotals,
  type Model,
  nextOrder,
  type NextOrder,
  type OrderTotals,
  type Reason,
  scoreCustomer,
  type Scored,
  withBeside,
} from '#libs/scoring';
import type { ChurnRow } from './get-churn.sql.js';

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
 * Computes what the answer about one customer contains beside the stored score, by the same code that the worker scores with. Scores
 * themselves come from the worker alone.
 */
@Injectable()
export class ExplainScore {
  constructor(
    private readonly models: TenantModels,
    private readonly log: Log,
  ) {}

  /** @returns null before the worker has seen the customer's first event, and for a history that it cannot score or that is too long. */
  async explain(db: TenantDb, id: CustomerId, row: ChurnRow, now: Date): Promise<ScoreDetails | null> {
    if (row.first_seen_at === null || row.orders_count > LIMITS.explainedOrders) return null;
    const model = row.model_version === null ? null : await this.models.find(db, row.model_version);
    const seen = { firstSeenMs: row.first_seen_at.getTime() };
    const found: ScoreDetails[] = [];
    try {
      // The days before the score are read too: its reasons may be those of its own moment.
      const firstDay = Math.floor(Math.min(now.getTime(), row.calculated_at?.getTime() ?? Infinity) / DAY_MS);
      const beside = model === null ? undefined : (await readBesideFor(db, [model], [id], firstDay)).get(id);
      await eachHistory(db, [{ id, ordersCount: row.orders_count }], now.getTime(), (_customer, totals) => {
        found.push(detailsOf((atMs) => withBeside(totals(atMs), beside), { model, seen, row, now }));
      });
    } catch (error) {
      if (isOutage(error)) throw error;
      this.log.error('score.not_explained', error, { tenantId: db.tenantId, customerId: id });
    }
    return found[0] ?? null;
  }
}

/**
 * Adds what the score means. A stored score holds for some days: until it is due, its reasons count the days of silence until now, as
 * the features of the same answer do.
 */
function explained(scored: Scored, features: Features, model: Model, row: ChurnRow): ExplainedScore {
  // Orders that were folded a moment ago and wait to be scored lead to another score. Their reasons do not belong to the stored one.
  const isStored = scored.score === row.score;
  return {
    ...scored,
    explanation: isStored ? explain(features, model, row.label ?? scored.label) : [],
    nextOrder: nextOrder(features, model),
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
  const featuresAt = (ms: number): Features => featuresOfTotals(totals(ms), seen, ms, calendarDay);
  const calculatedMs = row.calculated_at?.getTime() ?? null;
  // The clock of the worker may be ahead of ours.
  const features = featuresAt(Math.max(now.getTime(), calculatedMs ?? 0));
  if (model === null || calculatedMs === null) return { features, scored: null };
  const then = featuresAt(calculatedMs);
  const scored = scoreCustomer(then, model);
  return { features, scored: scored === null ? null : explained(scored, row.is_overdue === true ? then : features, model, row) };
}
