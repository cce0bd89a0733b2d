import type { OutboundEvent } from '#libs/core';
import type { OutboxEntry } from '#libs/database';
import { type OutboxEvent, outboxEventsOf, type Circumstances, driftAfter, type Previous, type ScoredLabel } from '#libs/scoring';
import type { LockedCustomer } from './read-customers.sql.js';

/** Why customers are scored. It decides which outbox events they cause. */
export type Occasion = 'events' | 'backfill' | 'pass';

export interface OutboxEvents {
  /** Their sequence numbers continue the numbers of the customer's earlier events. */
  readonly entries: readonly OutboxEntry[];
  /** The score at which small moves began that no event has reported; null when there are none. */
  readonly driftFrom: string | null;
}

/** Score that the previous model gives the customer today. */
export type OldModelScore = Omit<ScoredLabel, 'modelVersion'>;

export interface Rescoring extends Omit<Circumstances, 'backfill'> {
  readonly occasion: Occasion;
  /**
   * Set when the model has changed since the last score. A change that the old model does not show either comes from the change of
   * models alone and causes no event. Null when the old model was deleted; then nothing causes an event.
   */
  readonly byOldModel: OldModelScore | null;
}

/** Returns the outbox events that the customer's new score causes. */
export function outboxEvents(
  customer: LockedCustomer,
  scored: ScoredLabel,
  { occasion, bands, scoreDeltaThreshold, reportsFirst, byOldModel }: Rescoring,
): OutboxEvents {
  const { score, model_version: modelVersion, drift_from: driftFrom } = customer;
  const previous = score === null || modelVersion === null ? null : { score, modelVersion, driftFrom };
  // A pass that reaches a customer before imported history was scored is as silent as the import.
  const backfill = occasion === 'backfill' || (occasion === 'pass' && previous === null);
  const circumstances = { backfill, bands, scoreDeltaThreshold, reportsFirst };
  const entries = compareScores(previous, scored, byOldModel, circumstances).map((event, index) => ({
    customerId: customer.id,
    sequence: String(BigInt(customer.event_sequence) + BigInt(index + 1)),
    payload: toPayload(event, customer.external_id, scored),
  }));
  return { entries, driftFrom: driftAfter(previous, scored, circumstances) };
}

/** Compares like with like: a score of a new model causes events only where the old model would cause some too. */
function compareScores(
  previous: Previous | null,
  scored: ScoredLabel,
  byOldModel: OldModelScore | null,
  circumstances: Circumstances,
): OutboxEvent[] {
  if (previous === null || previous.modelVersion === scored.modelVersion) return outboxEventsOf(previous, scored, circumstances);
  if (byOldModel === null) return [];
  const oldEvents = outboxEventsOf(previous, { ...byOldModel, modelVersion: previous.modelVersion }, circumstances);
  return oldEvents.length === 0 ? [] : outboxEventsOf({ ...previous, modelVersion: scored.modelVersion }, scored, circumstances);
}

function toPayload(event: OutboxEvent, externalId: string, scored: ScoredLabel): OutboundEvent {
  switch (event.kind) {
    case 'churn_score_changed':
      return {
        event: 'customer.churn_score.changed',
        customer_id: externalId,
        previous_score: Number(event.previousScore),
        new_score: Number(scored.score),
        previous_label: event.previousLabel,
        new_label: scored.label,
        model_version: scored.modelVersion,
      };
    case 'high_risk_detected':
      return {
        event: 'customer.high_risk.detected',
        customer_id: externalId,
        score: Number(scored.score),
        label: scored.label,
        model_version: scored.modelVersion,
      };
  }
}
