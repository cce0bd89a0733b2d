import type { OutboundEvent } from '#libs/core';
import type { OutboxEntry } from '#libs/database';
import { type OutboxEvent, outboxEventsOf, type Circumstances, driftAfter, type Previous, type Scored } from '#libs/scoring';
import type { LockedCustomer } from './read-customers.sql.js';

/** Why customers are scored, which decides what is announced. */
export type Occasion = 'events' | 'backfill' | 'pass';

/** What the tenant has set that decides what is announced. */
export type OutboxEventSettings = Omit<Circumstances, 'backfill'>;

export interface OutboxEvents {
  /** Numbered on from what has been told before. */
  readonly entries: readonly OutboxEntry[];
  /** Where the moves began that the tenant has not been told of. */
  readonly driftFrom: string | null;
}

/** A customer of today in the eyes of the model before. */
export type Unrenewed = Pick<Scored, 'score' | 'label'>;

/** How a customer is scored. */
export interface Rescoring {
  readonly occasion: Occasion;
  readonly settings: OutboxEventSettings;
  /**
   * What the model of the score before says now, when that is another one than today's: what it would not announce either comes from the
   * models alone. Null when that model is gone; then nothing is announced.
   */
  readonly unrenewed: Unrenewed | null;
}

/** What the world is to be told of a customer's new score. */
export function outboxEvents(customer: LockedCustomer, scored: Scored, { occasion, settings, unrenewed }: Rescoring): OutboxEvents {
  const { score, model_version: modelVersion, drift_from: driftFrom } = customer;
  const previous = score === null || modelVersion === null ? null : { score, modelVersion, driftFrom };
  // A pass that meets a customer before imported history was scored is as silent as the import.
  const circumstances = { ...settings, backfill: occasion === 'backfill' || (occasion === 'pass' && previous === null) };
  const entries = newsOf(previous, scored, unrenewed, circumstances).map((announcement, index) => ({
    customerId: customer.id,
    sequence: String(BigInt(customer.event_sequence) + BigInt(index + 1)),
    payload: toPayload(announcement, customer.external_id, scored),
  }));
  return { entries, driftFrom: driftAfter(previous, scored, circumstances) };
}

/** Compares like with like: the new score with the one before, if the old model too would have something to tell. */
function newsOf(previous: Previous | null, scored: Scored, unrenewed: Unrenewed | null, circumstances: Circumstances): OutboxEvent[] {
  if (previous === null || previous.modelVersion === scored.modelVersion) return outboxEventsOf(previous, scored, circumstances);
  if (unrenewed === null) return [];
  const byOldModel = outboxEventsOf(previous, { ...unrenewed, modelVersion: previous.modelVersion }, circumstances);
  return byOldModel.length === 0 ? [] : outboxEventsOf({ ...previous, modelVersion: scored.modelVersion }, scored, circumstances);
}

function toPayload(announcement: OutboxEvent, externalId: string, scored: Scored): OutboundEvent {
  switch (announcement.kind) {
    case 'churn_score_changed':
      return {
        event: 'customer.churn_score.changed',
        customer_id: externalId,
        previous_score: Number(announcement.previousScore),
        new_score: Number(scored.score),
        previous_label: announcement.previousLabel,
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
