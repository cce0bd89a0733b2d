import { Injectable } from '@nestjs/common';
import { type CustomerId, LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { readOrders, TenantModels } from '#libs/score-inputs';
import {
  explain,
  type Features,
  featuresOf,
  type Model,
  nextOrder,
  type NextOrder,
  type Reason,
  scoreCustomer,
  type Scored,
} from '#libs/scoring';
import type { ChurnRow } from './get-churn.sql.js';

/** What a customer's orders say beside the stored score. */
export interface ScoreDetails {
  /** Of now. */
  readonly features: Features;
  /** Of the model and the moment of the stored score; null without a score, and when its model was deleted. */
  readonly scored: ExplainedScore | null;
}

export interface ExplainedScore extends Scored {
  readonly explanation: readonly Reason[];
  readonly nextOrder: NextOrder | null;
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
    const orders = (await readOrders(db, [id])).get(id) ?? [];
    const model = row.model_version === null ? null : await this.models.find(db, row.model_version);
    const seen = { firstSeenMs: row.first_seen_at.getTime() };
    const calculatedMs = row.calculated_at?.getTime() ?? null;
    try {
      const scored = model === null || calculatedMs === null ? null : explained(featuresOf(orders, seen, calculatedMs), model, row);
      // The clock of the worker may be ahead of ours.
      return { features: featuresOf(orders, seen, Math.max(now.getTime(), calculatedMs ?? 0)), scored };
    } catch (error) {
      this.log.error('score.not_explained', error, { tenantId: db.tenantId, customerId: id });
      return null;
    }
  }
}

function explained(features: Features, model: Model, row: ChurnRow): ExplainedScore | null {
  const scored = scoreCustomer(features, model);
  if (scored === null) return null;
  // Orders that were folded a moment ago and wait to be scored lead to another score. Their reasons do not belong to the stored one.
  const explanation = scored.score === row.score ? explain(features, model) : [];
  return { ...scored, explanation, nextOrder: nextOrder(features, model) };
}
