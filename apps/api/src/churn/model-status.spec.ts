import type { Backfill } from '#libs/work';
import type { ActiveModelRow } from './get-model.sql.js';
import { modelStatus, plannedHorizon } from './model-status.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const backfill = (changedHistory: boolean): Backfill => ({ beganAt: NOW, lastEventAt: NOW, endedAt: null, changedHistory });
const model = (planned_horizon: number | null): ActiveModelRow => ({
  version: 'mbg-1.6/h30/2026-11-20',
  fitted_at: NOW,
  horizon_days: 30,
  customers: 500,
  quality: null,
  behaviour: [],
  traits: [],
  planned_horizon,
  planned_from: planned_horizon === null ? null : '2026-12-01',
  pinned_on: null,
});

describe('the status of the model', () => {
  it('is provisional before the first fit, and says what the fit waits for', () => {
    expect(modelStatus(null, null, false)).toMatchObject({
      status: 'provisional',
      warnings: [expect.stringContaining('one model for all shops'), expect.stringContaining('five customers')],
    });
    expect(modelStatus(null, backfill(true), true).warnings).toContainEqual(expect.stringContaining('A backfill is running'));
  });

  it('is provisional after a backfill has changed the history', () => {
    expect(modelStatus(model(null), backfill(true), true)).toMatchObject({ status: 'provisional' });
    expect(modelStatus(model(null), backfill(true), false).warnings).toContainEqual(expect.stringContaining('within a minute'));
  });

  it('says that a model is pinned, and promises no new one', () => {
    const pinned = { ...model(null), pinned_on: '2026-11-22' };
    const since = expect.stringContaining('have pinned this model since 2026-11-22');
    expect(modelStatus(pinned, null, false)).toEqual({ status: 'fitted', warnings: [since] });
    expect(modelStatus(pinned, backfill(true), true)).toEqual({
      status: 'provisional',
      warnings: [expect.stringContaining('A backfill has changed'), since],
    });
  });

  it('is fitted without warnings when none of these reasons holds', () => {
    expect(modelStatus(model(null), null, false)).toEqual({ status: 'fitted', warnings: [] });
    expect(modelStatus(model(null), backfill(false), true)).toEqual({ status: 'fitted', warnings: [] });
  });
});

describe('the next horizon', () => {
  it('is announced with its day, its reason and the way to prevent it', () => {
    const text =
      'From 2026-12-01 on, the horizon is 45 days instead of 30, because fewer than four of five repeat orders come within 30 days. To keep 30 days, set horizon_days to 30 in the settings.';
    expect(plannedHorizon(model(45))).toEqual({ horizon_days: 45, from: '2026-12-01', text });
    expect(plannedHorizon(model(14))?.text).toContain('because four of five repeat orders come within 14 days');
  });

  it('is absent when nothing changes', () => {
    expect(plannedHorizon(model(null))).toBeNull();
    expect(plannedHorizon(model(30))).toBeNull();
  });
});
