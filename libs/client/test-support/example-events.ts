import type { ChurnEvent } from '../src/events/churn-event.js';

export const order = (id: string, fields: Partial<ChurnEvent> = {}): ChurnEvent => ({
  event_id: id,
  customer_id: 'c-1',
  event_type: 'order_completed',
  occurred_at: '2026-11-01T10:15:00Z',
  ...fields,
});

export const orders = (count: number, prefix = 'e'): ChurnEvent[] => Array.from({ length: count }, (_, i) => order(`${prefix}-${i}`));
