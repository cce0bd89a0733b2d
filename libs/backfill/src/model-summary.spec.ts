import type { Model } from '#libs/client';
import { renderModel, waitForModel } from './model-summary.js';
import { ServiceClient } from './service-client.js';
import { LoopbackService, quickPatience } from '../../../test/support/servers/loopback-service.js';

const FITTED: Model = {
  status: 'fitted',
  warnings: [],
  planned_horizon: null,
  model_version: 'mbg+lr-1.0/h60/2026-11-21',
  trained_at: '2026-11-21T12:00:00.000Z',
  horizon_days: 60,
  behaviour: [],
  traits: [],
  customers: 1400,
  basis: 'backtest',
  n: 1200,
  base_rate: 0.6,
  auc: 0.812,
  auc_active: 0.8,
  brier: 0.16,
  skill: 0.3,
  log_loss: 0.5,
  calibration_error: 0.02,
  lift_top_decile: 1.5,
  calibration: [],
  checked_rates: null,
  largest_miss: null,
  bands: [
    { label: 'low', promised: 0.2, observed: 0.223, n: 300 },
    { label: 'critical', promised: null, observed: null, n: 0 },
  ],
  quality: 'excellent',
  baseline: { recency_only_auc: 0.7, rule_flagged: 0.5, rule_observed: 0.8, rule_brier: 0.3 },
  note: null,
};

describe('the model summary', () => {
  it('shows the model, its quality, and the outcome of its labels', () => {
    expect(renderModel(FITTED)).toEqual([
      'Model mbg+lr-1.0/h60/2026-11-21: fitted to 1400 customers, looks 60 days ahead',
      '  quality: excellent, replayed from 60 days ago on 1200 customers',
      '  ranks right 0.81 of 1; by days since the last order alone 0.70',
      '    low      promised  20%,  22% of 300 did not order',
    ]);
    expect(renderModel({ ...FITTED, basis: 'matured' })[1]).toBe('  quality: excellent, by what 1200 published scores came to');
  });

  it('says so when the quality is not known yet', () => {
    expect(renderModel({ ...FITTED, quality: null, auc: null })[1]).toBe('  how good it is cannot be said yet: not enough history');
    const warnings = ['a backfill is running'];
    const prior = { ...FITTED, status: 'provisional', trained_at: null, model_version: 'mbg-prior-1.0/h90', warnings } as const;
    expect(renderModel(prior)).toEqual(['Model mbg-prior-1.0/h90: not fitted to this shop yet', '  note: a backfill is running']);
  });

  describe('is waited for', () => {
    let service: LoopbackService;
    let client: ServiceClient;
    beforeEach(async () => {
      service = new LoopbackService();
      client = new ServiceClient({ baseUrl: await service.start(), apiKey: 'ck_live_test' }, quickPatience());
    });
    afterEach(() => service.stop());

    it('until the model is fitted', async () => {
      let pauses = 0;
      const model = await waitForModel(client, async () => {
        pauses += 1;
        if (pauses === 3) service.trainedAt = '2026-11-21T12:00:00.000Z';
      });
      expect([pauses, model.trained_at]).toEqual([3, '2026-11-21T12:00:00.000Z']);
    });

    it('for at most two minutes', async () => {
      let pauses = 0;
      expect((await waitForModel(client, async () => (pauses += 1))).trained_at).toBeNull();
      expect(pauses).toBe(240);
    });
  });
});
