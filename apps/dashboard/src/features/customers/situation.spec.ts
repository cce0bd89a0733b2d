import { LIFECYCLES } from '../../api/lifecycle';
import { situationOf } from './situation';
import { text } from './text';

const churn = (label: 'low' | 'medium' | 'high' | 'critical') => ({
  score: '0.5000',
  label,
  calculated_at: '2026-11-21T09:00:00.000Z',
  model_version: 'mbg-prior-1.0/h90',
});

describe('The advice for a customer', () => {
  it('never says that there is nothing to do where the risk is high or critical', () => {
    for (const lifecycle of LIFECYCLES)
      for (const label of ['high', 'critical'] as const)
        for (const late_since of [null, '2026-11-01T00:00:00.000Z'])
          expect(text.one.actions.advice[situationOf({ lifecycle, late_since, churn: churn(label) })]).not.toMatch(/nothing to do/i);
  });

  it('asks for the second order where it is due', () => {
    const advice = text.one.actions.advice[situationOf({ lifecycle: 'second_order_due', late_since: null, churn: churn('medium') })];
    expect(advice).toMatch(/^Ask for the second order now/);
  });
});
