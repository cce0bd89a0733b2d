import type { CampaignTrigger, OutboundEvent } from '#libs/core';

/** What campaigns may wait for, of what is announced. A move within a label and a way out of danger are nothing of it. */
export function entriesOf(payload: OutboundEvent): CampaignTrigger[] {
  switch (payload.event) {
    case 'customer.high_risk.detected':
      return payload.label === 'critical' ? ['entered_high', 'entered_critical'] : ['entered_high'];
    case 'customer.churn_score.changed':
      return payload.new_label === 'critical' && payload.previous_label !== 'critical' ? ['entered_critical'] : [];
  }
}
