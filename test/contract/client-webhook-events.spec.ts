import { LABELS, type OutboundEvent } from '#libs/core';
import type { ChurnLabel, WebhookEvent } from '#libs/client';

describe('the webhook events of the client', () => {
  it('have exactly the fields that the service writes', () => {
    // The compiler checks this: the service can write no field that the client does not know.
    const written: readonly OutboundEvent[] = [
      { event: 'customer.high_risk.detected', customer_id: 'c-1', score: 0.9, label: 'critical', model_version: 'm' },
      {
        event: 'customer.churn_score.changed',
        customer_id: 'c-1',
        previous_score: 0.1,
        new_score: 0.9,
        previous_label: 'low',
        new_label: 'critical',
        model_version: 'm',
      },
      {
        event: 'customer.order_overdue',
        customer_id: 'c-1',
        last_order_at: '2026-10-02T09:30:00.000Z',
        overdue_since: '2026-11-21',
        score: 0.6,
        label: 'medium',
        model_version: 'm',
      },
      {
        event: 'customer.second_order_due',
        customer_id: 'c-1',
        last_order_at: '2026-10-02T09:30:00.000Z',
        due_since: '2026-11-21',
        score: 0.6,
        label: 'medium',
        model_version: 'm',
      },
    ];
    const read: readonly Extract<WebhookEvent, OutboundEvent>[] = written;
    const back: readonly OutboundEvent[] = read;
    expect(back).toEqual(written);
  });

  it('include every label', () => {
    const labels: readonly ChurnLabel[] = LABELS;
    const sorted: Record<ChurnLabel, number> = { low: 0, medium: 1, high: 2, critical: 3 };
    expect([...labels].toSorted()).toEqual(Object.keys(sorted).toSorted());
  });
});
