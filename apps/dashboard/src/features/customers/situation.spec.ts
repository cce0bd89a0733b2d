import { LIFECYCLES } from '../../api/lifecycle';
import { lifecycleName } from '../../text/lifecycle-name';
import { situationOf } from './situation';
import { text } from './text';

const churn = (label: 'low' | 'medium' | 'high' | 'critical') => ({
  score: '0.5000',
  label,
  calculated_at: '2026-11-21T09:00:00.000Z',
  model_version: 'mbg-prior-1.0/h90',
});

const extended = (orders: number) => ({
  avg_gap_days: null,
  days_since_order: 90,
  overdue_ratio: null,
  average_order_value: null,
  orders_total: orders,
  expected_next_order_at: null,
});

const due = (orders: number) => ({
  confidence: 'low' as const,
  lifecycle: 'second_order_due' as const,
  late_since: null,
  churn: churn('medium'),
  features_extended: extended(orders),
});

describe('The advice for a customer', () => {
  it('never says that there is nothing to do where the risk is high or critical', () => {
    for (const lifecycle of LIFECYCLES)
      for (const label of ['high', 'critical'] as const)
        for (const late_since of [null, '2026-11-01T00:00:00.000Z'])
          expect(
            text.one.actions.advice[
              situationOf({ lifecycle, late_since, confidence: 'low', churn: churn(label), features_extended: extended(1) })
            ],
          ).not.toMatch(/nothing to do/i);
  });

  it('asks for the second order where it is due', () => {
    expect(text.one.actions.advice[situationOf(due(1))]).toMatch(/^Ask for the second order now/);
  });

  it('does not ask for a second order where several came on one day', () => {
    const advice = text.one.actions.advice[situationOf(due(2))];
    expect(advice).toMatch(/^Ask for the next order now: this customer has bought on one day only/);
    expect(lifecycleName('second_order_due', 2)).toBe('Next order due');
    expect(lifecycleName('second_order_due', 1)).toBe('Second order due');
  });

  it('does not say that a customer is on time where the day of the last order is not known', () => {
    const unknown = { ...extended(3), days_since_order: null };
    expect(situationOf({ ...due(3), lifecycle: 'active', features_extended: unknown })).toBe('no_day');
    expect(situationOf({ ...due(3), lifecycle: 'slipping', features_extended: unknown })).toBe('slipping');
  });
});
