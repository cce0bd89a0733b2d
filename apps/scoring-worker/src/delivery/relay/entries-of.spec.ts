import type { Label, OutboundEvent } from '#libs/core';
import { entriesOf } from './entries-of.js';

const changed = (from: Label, to: Label): OutboundEvent => ({
  event: 'customer.churn_score.changed', customer_id: 'c-1', previous_score: 0.5, new_score: 0.5, previous_label: from, new_label: to, model_version: 'm',
}); // prettier-ignore

const detected = (label: Label): OutboundEvent => ({
  event: 'customer.high_risk.detected',
  customer_id: 'c-1',
  score: 0.5,
  label,
  model_version: 'm',
});

describe('the campaign triggers of an outbox event', () => {
  it('contain entered_high for a customer who comes from below, even directly to critical', () => {
    expect(entriesOf(detected('high'))).toEqual(['entered_high']);
    expect(entriesOf(detected('critical'))).toEqual(['entered_high', 'entered_critical']);
  });

  it('contain entered_critical for a customer who comes from any other label', () => {
    expect(entriesOf(changed('high', 'critical'))).toEqual(['entered_critical']);
    expect(entriesOf(changed('low', 'critical'))).toEqual(['entered_critical']);
  });

  it('are empty for a move within critical, or out of it', () => {
    expect(entriesOf(changed('critical', 'critical'))).toEqual([]);
    expect(entriesOf(changed('critical', 'high'))).toEqual([]);
    expect(entriesOf(changed('low', 'high'))).toEqual([]);
  });
});
