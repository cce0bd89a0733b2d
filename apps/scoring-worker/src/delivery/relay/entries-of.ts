import type { CampaignTrigger, OutboxPayload } from '#libs/core';

/** Returns the campaign triggers of an outbox event. A move within a label or to a lower label triggers nothing. */
export function entriesOf(payload: OutboxPayload): CampaignTrigger[] {
  switch (payload.event) {
    case 'customer.high_risk.detected':
      return payload.label === 'critical' ? ['entered_high', 'entered_critical'] : ['entered_high'];
    case 'customer.churn_score.changed':
      return payload.new_label === 'critical' && payload.previous_label !== 'critical' ? ['entered_critical'] : [];
    case 'customer.order_overdue':
      return ['overdue'];
    case 'customer.second_order_due':
      return ['second_order_due'];
    case 'profile.changed':
      return [];
  }
}
