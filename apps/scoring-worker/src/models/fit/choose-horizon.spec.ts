import { DAY_MS, HOUR_MS } from '#libs/core';
import { chooseHorizon, type HorizonSituation, isHorizonFree } from './choose-horizon.js';

const TODAY = 20_000;
const situation = (differing: Partial<HorizonSituation> = {}): HorizonSituation => ({
  setting: null,
  current: 30,
  planned: null,
  today: TODAY,
  ...differing,
});

describe('the horizon of a fit', () => {
  it('is the setting of the owner', () => {
    const planned = { horizonDays: 45, fromDay: TODAY };
    expect(chooseHorizon(situation({ setting: 21, planned }), 90)).toEqual({ horizonDays: 21, planned: null });
  });

  it('suits the orders while nobody relies on another one', () => {
    expect(chooseHorizon(situation({ current: null }), 120)).toEqual({ horizonDays: 120, planned: null });
  });

  it('stays, and forgets the announced step, when it suits the orders again', () => {
    const planned = { horizonDays: 45, fromDay: TODAY };
    expect(chooseHorizon(situation({ planned }), 30)).toEqual({ horizonDays: 30, planned: null });
  });

  it.each<[string, number, number]>([
    ['up', 90, 45],
    ['down', 7, 14],
  ])('announces one step %s a week before', (_, suited, step) => {
    expect(chooseHorizon(situation(), suited)).toEqual({ horizonDays: 30, planned: { horizonDays: step, fromDay: TODAY + 7 } });
  });

  it('keeps the day that it announced', () => {
    const planned = { horizonDays: 45, fromDay: TODAY + 1 };
    expect(chooseHorizon(situation({ planned }), 90)).toEqual({ horizonDays: 30, planned });
  });

  it('announces anew when the orders suit a step in the other direction', () => {
    const planned = { horizonDays: 45, fromDay: TODAY };
    const opposite = { horizonDays: 14, fromDay: TODAY + 7 };
    expect(chooseHorizon(situation({ planned }), 7)).toEqual({ horizonDays: 30, planned: opposite });
  });

  it('takes the announced step on its day, and announces the next one', () => {
    const planned = { horizonDays: 45, fromDay: TODAY };
    expect(chooseHorizon(situation({ planned }), 45)).toEqual({ horizonDays: 45, planned: null });
    expect(chooseHorizon(situation({ planned }), 90)).toEqual({ horizonDays: 45, planned: { horizonDays: 60, fromDay: TODAY + 7 } });
  });

  it('moves at most one step in any week, however often the model is fitted', () => {
    let { current, planned } = situation();
    const days: number[] = [];
    for (let today = TODAY; today < TODAY + 60; today += 1) {
      const chosen = chooseHorizon(situation({ current, planned, today }), 180);
      if (chosen.horizonDays !== current) days.push(today);
      ({ horizonDays: current, planned } = chosen);
    }
    expect(current).toBe(180);
    expect(days.slice(1).every((day, i) => day - days[i]! >= 7)).toBe(true);
  });
});

describe('the automatic horizon', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const monthAgo = new Date(now.getTime() - 30 * DAY_MS);
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const fits = { now, firstAt: monthAgo, backfilledAt: monthAgo, lastSetting: null };

  it.each<[string, boolean]>([
    ['at the first fit', isHorizonFree({ ...fits, firstAt: null }, false)],
    ['after the first backfill', isHorizonFree({ ...fits, backfilledAt: null }, true)],
    ['after a further backfill on the first day', isHorizonFree({ ...fits, firstAt: hourAgo, backfilledAt: hourAgo }, true)],
    ['when the owner has removed the own setting', isHorizonFree({ ...fits, lastSetting: 21 }, false)],
  ])('may change freely %s', (_, isFree) => {
    expect(isFree).toBe(true);
  });

  it.each<[string, boolean]>([
    ['at a later fit', isHorizonFree({ ...fits, backfilledAt: null }, false)],
    ['after a backfill weeks later', isHorizonFree(fits, true)],
  ])('changes by announced steps %s', (_, isFree) => {
    expect(isFree).toBe(false);
  });
});
