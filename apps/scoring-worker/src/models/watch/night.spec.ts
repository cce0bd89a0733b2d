import { addDays } from '#libs/core';
import { OrderCounter, orderDaysOf } from '#libs/scoring';
import type { KeptWatch } from './return-watches.sql.js';
import { nightOf } from './night.js';

const DAY_MS = 86_400_000;
const TODAY = '2026-11-21';
const TODAY_DAY = Date.parse(TODAY) / DAY_MS;
const CUSTOMERS = 200;

/** A shop in which each customer orders every tenth day, for 300 days until `daysAgo`. */
function shopUntil(daysAgo: number): OrderCounter {
  const counter = new OrderCounter(TODAY_DAY - 400, TODAY_DAY - 1);
  for (let customer = 0; customer < CUSTOMERS; customer++) {
    const orders = [];
    for (let day = TODAY_DAY - 300 + (customer % 10); day <= TODAY_DAY - daysAgo; day += 10)
      orders.push({ placedAtMs: day * DAY_MS, net: 1, foreign: false });
    counter.add(orderDaysOf(orders));
  }
  return counter;
}

const kept = (lags: KeptWatch['lags']): KeptWatch => ({ checked_on: addDays(TODAY, -1), alarms: [], lags });

describe('a night', () => {
  it('finds nothing in a shop in which everything is as ever', () => {
    const night = nightOf(shopUntil(1), null, TODAY);
    expect(night).toMatchObject({ checked_on: TODAY, alarms: [], begun: [], lags: [[TODAY, 0]], state: { status: 'usual' } });
  });

  it('says that no orders arrive, and since when', () => {
    const { begun, state, lags } = nightOf(shopUntil(5), null, TODAY);
    expect(state.status).toBe('no_orders');
    expect(begun).toEqual([
      { kind: 'no_orders', since: addDays(TODAY, -4), foundOn: TODAY, endedOn: null, observed: 0, expected: 80, fall: 1, low: 1, high: 1 },
    ]);
    expect(lags).toEqual([[TODAY, 4]]);
  });

  it('waits longer in a shop whose orders have come late before', () => {
    const weekly = kept([[addDays(TODAY, -20), 6]]);
    expect(nightOf(shopUntil(5), weekly, TODAY).begun).toEqual([]);
    // Earlier nights saw the same silence, so it is not a reason to wait.
    const same = kept([[addDays(TODAY, -1), 3]]);
    expect(nightOf(shopUntil(5), same, TODAY).begun).toHaveLength(1);
  });

  it('reminds a shop of files of the newest orders after more than a week, and blames no connection', () => {
    expect(nightOf(shopUntil(8), null, TODAY, true)).toMatchObject({ begun: [], state: { status: 'usual' } });
    const { begun, state } = nightOf(shopUntil(13), null, TODAY, true);
    expect([state.status, begun]).toMatchObject(['data_ended', [{ kind: 'data_ended', since: addDays(TODAY, -12), endedOn: null }]]);
  });

  it('remembers sixty nights', () => {
    const lags = Array.from({ length: 60 }, (_, night) => [addDays(TODAY, night - 61), 0] as const);
    expect(nightOf(shopUntil(1), kept(lags), TODAY).lags).toHaveLength(60);
  });
});
