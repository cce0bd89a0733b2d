import { DAY_MS, MINUTE_MS, SECOND_MS } from '#libs/core';
import { type FitSituation, evaluateFit, type LastFit } from './fit-due.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const lastFit = (differing: Partial<LastFit> = {}): LastFit => ({
  at: ago(DAY_MS),
  customers: 100,
  orders: 300,
  horizonSetting: null,
  procedure: '1.0',
  ...differing,
});
const shop = (differing: Partial<FitSituation> = {}): FitSituation => ({
  now: NOW,
  last: lastFit(),
  customers: 100,
  orders: 300,
  horizonSetting: null,
  procedure: '1.0',
  backfill: 'none',
  isHorizonDue: false,
  isOff: false,
  isAllScored: true,
  postponedSince: null,
  notBefore: null,
  ...differing,
});

describe('the fit decision for a shop', () => {
  it.each<[string, FitSituation]>([
    ['first', shop({ last: null, customers: 5, orders: 5 })],
    ['first', shop({ last: null, isAllScored: false, postponedSince: ago(MINUTE_MS) })],
    ['weekly', shop({ last: lastFit({ at: ago(7 * DAY_MS) }) })],
    ['growth', shop({ customers: 120 })],
    ['growth', shop({ orders: 360 })],
    ['growth', shop({ last: lastFit({ at: ago(20 * SECOND_MS) }), orders: 600 })],
    ['horizon', shop({ last: lastFit({ at: ago(20 * SECOND_MS) }), horizonSetting: 30 })],
    ['horizon', shop({ last: lastFit({ horizonSetting: 30 }) })],
    ['procedure', shop({ procedure: '1.1' })],
    ['first', shop({ last: null, backfill: 'over' })],
    ['backfill', shop({ backfill: 'over' })],
    ['backfill', shop({ backfill: 'over', isAllScored: false, customers: 900 })],
    ['horizon', shop({ isHorizonDue: true })],
    ['horizon', shop({ backfill: 'arriving', horizonSetting: 30 })],
    ['off', shop({ isOff: true })],
    ['horizon', shop({ last: lastFit({ at: new Date(NOW.getTime() + 40 * DAY_MS) }), horizonSetting: 30 })],
  ])('is to fit for the reason "%s"', (reason, situation) => {
    expect(evaluateFit(situation)).toEqual({ kind: 'fit', reason });
  });

  it.each<[string, FitSituation, number]>([
    ['has fewer than five customers', shop({ last: null, customers: 4, orders: 900 }), 3600],
    ['has grown by less than a fifth', shop({ customers: 119, orders: 359 }), 3600],
    ['got a model less than ten minutes ago, and has grown', shop({ last: lastFit({ at: ago(MINUTE_MS) }), customers: 150 }), 540],
    ['got a model less than a day ago that is off', shop({ last: lastFit({ at: ago(DAY_MS - MINUTE_MS) }), isOff: true }), 60],
    ['got a model seconds ago, and has a new horizon', shop({ last: lastFit({ at: ago(4 * SECOND_MS) }), horizonSetting: 7 }), 6],
    ['will be due within the hour', shop({ last: lastFit({ at: ago(7 * DAY_MS - MINUTE_MS) }) }), 60],
    ['receives its first backfill', shop({ last: null, backfill: 'arriving' }), 2],
    ['receives a backfill, though it has grown', shop({ backfill: 'arriving', customers: 900 }), 2],
    ['receives a backfill, though a week has passed', shop({ last: lastFit({ at: ago(8 * DAY_MS) }), backfill: 'arriving' }), 2],
    ['got a model seconds ago, and a backfill has ended', shop({ last: lastFit({ at: ago(4 * SECOND_MS) }), backfill: 'over' }), 6],
    ['had a failed fit recently', shop({ notBefore: new Date(NOW.getTime() + 5 * MINUTE_MS), customers: 900 }), 300],
  ])('is to wait while the shop %s', (_, situation, seconds) => {
    expect(evaluateFit(situation)).toEqual({ kind: 'wait', forMs: seconds * SECOND_MS });
  });

  it.each<[string, FitSituation]>([
    ['the first model', shop({ last: null, isAllScored: false })],
    ['the first model', shop({ last: null, isAllScored: false, postponedSince: ago(MINUTE_MS - 1) })],
    ['a shop of twice the size', shop({ customers: 200, isAllScored: false })],
  ])('is to wait until all customers are scored: %s', (_, situation) => {
    expect(evaluateFit(situation)).toEqual({ kind: 'postpone', forMs: 2 * SECOND_MS });
  });
});
