import type { OutboundEvent } from '#libs/core';
import type { OutboxEntry } from '#libs/database';
import { type Announcement, announcementsOf, type Scored } from '#libs/scoring';
import type { LockedCustomer } from './read-customers.sql.js';

/** Why customers are scored, which decides what is announced. */
export type Occasion = 'events' | 'backfill' | 'pass';

/** What the world is to be told of a customer's new score, numbered on from what it has been told before. */
export function announce(customer: LockedCustomer, scored: Scored, occasion: Occasion): OutboxEntry[] {
  const { score, label, model_version: modelVersion } = customer;
  const previous = score === null || label === null || modelVersion === null ? null : { score, label, modelVersion };
  // A pass that meets a customer before imported history was scored is as silent as the import.
  const silent = occasion === 'backfill' || (occasion === 'pass' && previous === null);
  return announcementsOf(previous, scored, { backfill: silent }).map((announcement, index) => ({
    customerId: customer.id,
    sequence: String(BigInt(customer.event_sequence) + BigInt(index + 1)),
    payload: toPayload(announcement, customer.external_id, scored),
  }));
}

function toPayload(announcement: Announcement, externalId: string, scored: Scored): OutboundEvent {
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
