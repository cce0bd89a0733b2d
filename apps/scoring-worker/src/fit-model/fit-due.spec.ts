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
  isOff: false,
  isSettled: true,
  unsettledSince: null,
  notBefore: null,
  ...differing,
});

describe('a shop gets a model', () => {
  it.each<[string, FitSituation]>([
    ['first', shop({ last: null, customers: 5, orders: 5 })],
    ['first', shop({ last: null, isSettled: false, unsettledSince: ago(MINUTE_MS) })],
    ['weekly', shop({ last: lastFit({ at: ago(7 * DAY_MS) }) })],
    ['growth', shop({ customers: 120 })],
    ['growth', shop({ orders: 360 })],
    ['growth', shop({ last: lastFit({ at: ago(20 * SECOND_MS) }), orders: 600 })],
    ['horizon', shop({ last: lastFit({ at: ago(20 * SECOND_MS) }), horizonSetting: 30 })],
    ['horizon', shop({ last: lastFit({ horizonSetting: 30 }) })],
    ['procedure', shop({ procedure: '1.1' })],
    ['off', shop({ isOff: true })],
    ['horizon', shop({ last: lastFit({ at: new Date(NOW.getTime() + 40 * DAY_MS) }), horizonSetting: 30 })],
  ])('for the reason "%s"', (reason, situation) => {
    expect(evaluateFit(situation)).toEqual({ kind: 'fit', reason });
  });

  it.each<[string, FitSituation, number]>([
    ['has fewer than five customers', shop({ last: null, customers: 4, orders: 900 }), 3600],
    ['has grown by less than a fifth', shop({ customers: 119, orders: 359 }), 3600],
    ['had one less than ten minutes ago, and has grown', shop({ last: lastFit({ at: ago(MINUTE_MS) }), customers: 150 }), 540],
    ['had one less than a day ago that is off', shop({ last: lastFit({ at: ago(DAY_MS - MINUTE_MS) }), isOff: true }), 60],
    ['had one seconds ago, and has a new horizon', shop({ last: lastFit({ at: ago(4 * SECOND_MS) }), horizonSetting: 7 }), 6],
    ['will be due within the hour', shop({ last: lastFit({ at: ago(7 * DAY_MS - MINUTE_MS) }) }), 60],
    ['could not be fitted lately', shop({ notBefore: new Date(NOW.getTime() + 5 * MINUTE_MS), customers: 900 }), 300],
  ])('not while it %s', (_, situation, seconds) => {
    expect(evaluateFit(situation)).toEqual({ kind: 'wait', forMs: seconds * SECOND_MS });
  });

  it.each<[string, FitSituation]>([
    ['the first', shop({ last: null, isSettled: false })],
    ['the first', shop({ last: null, isSettled: false, unsettledSince: ago(MINUTE_MS - 1) })],
    ['one of twice the size', shop({ customers: 200, isSettled: false })],
  ])('only when an import has come to rest: %s', (_, situation) => {
    expect(evaluateFit(situation)).toEqual({ kind: 'settle', forMs: 2 * SECOND_MS });
  });
});
