import { activityOfOne, LOOKBACK_DAYS, signalNumber, type Signal, SIGNALS } from '../orders/activity.js';
import { groupsSeen, productColumns, quietFrom, recentSignals, columnCountOf, writeBehaviour } from './behaviour-columns.js';
import { subscriptionAt, usualRenewalDays } from './subscription.js';

const TODAY = 20_000;
const activity = (...events: (readonly [Signal, number, number?])[]) =>
  activityOfOne(events.map(([signal, ago, count]) => ({ day: TODAY - ago, signal: signalNumber(signal), count: count ?? 1 })));

describe('the columns of behaviour', () => {
  it('count the events of the last 7, 30 and 90 days, and the days since the last', () => {
    const { age, counts } = recentSignals(activity(['page_viewed', 3, 5], ['page_viewed', 20, 2], ['page_viewed', 89], ['page_viewed', 90]), 0, TODAY); // prettier-ignore
    const page = signalNumber('page_viewed');
    expect(age[page]).toBe(3);
    expect([...counts.subarray(3 * page, 3 * page + 3)]).toEqual([5, 7, 8]);
    expect(age[signalNumber('session_started')]).toBe(LOOKBACK_DAYS);
  });

  it('see nothing of what is too old, and nothing of what comes later', () => {
    const { age } = recentSignals(
      activity(['page_viewed', LOOKBACK_DAYS], ['page_viewed', -1], ['email_opened', LOOKBACK_DAYS - 1]),
      0,
      TODAY,
    );
    expect(age[signalNumber('page_viewed')]).toBe(LOOKBACK_DAYS);
    expect(age[signalNumber('email_opened')]).toBe(LOOKBACK_DAYS - 1);
  });

  it('fill a row of the width of their groups', () => {
    const groups = ['carts', 'subscriptions'] as const;
    const out = new Float64Array(columnCountOf(groups) + 2).fill(-9);
    writeBehaviour(
      { activity: activity(['checkout_abandoned', 0]) },
      0,
      TODAY,
      { groups, traits: [], horizonDays: 30, renewalDays: 30 },
      { out, at: 1 },
    );
    expect([...out].filter((value) => value === -9)).toEqual([-9, -9]);
    expect([out[0], out.at(-1)]).toEqual([-9, -9]);
    expect(productColumns(groups)).toEqual([0, 4, 8, 12, 13]);
  });

  it('say from when on nothing counts any more', () => {
    expect(quietFrom(activity(['page_viewed', 100]), 0, TODAY)).toBe(TODAY + 80);
    expect(quietFrom(activity(['page_viewed', 180]), 0, TODAY)).toBeNull();
    expect(quietFrom(activity(['subscription_started', 380]), 0, TODAY)).toBe(TODAY + 10);
  });

  it('know which groups a shop has', () =>
    expect(groupsSeen(activity(['email_clicked', 1], ['page_viewed', 1]))).toEqual(['visits', 'emails']));
});

describe('the state of a subscription', () => {
  const at = (...events: (readonly [Signal, number])[]) => subscriptionAt(activity(...events), 0, TODAY, 30);

  it('is none without an event, and long after the last', () => {
    expect(at(['page_viewed', 1])).toEqual({ kind: 'none' });
    expect(at(['subscription_renewed', 390])).toEqual({ kind: 'none' });
  });

  it('expects the next renewal by the own gap and the gap of the shop', () => {
    expect(at(['subscription_started', 12])).toEqual({ kind: 'active', untilRenewalDays: 18 });
    expect(at(['subscription_started', 80], ['subscription_renewed', 10])).toEqual({ kind: 'active', untilRenewalDays: 40 });
    expect(at(['subscription_started', 95], ['subscription_renewed', 65], ['subscription_renewed', 35])).toEqual({
      kind: 'active',
      untilRenewalDays: -5,
    });
  });

  it('is cancelled until it starts again', () => {
    expect(at(['subscription_started', 40], ['subscription_cancelled', 12])).toEqual({ kind: 'cancelled', sinceDays: 12 });
    expect(at(['subscription_cancelled', 5], ['subscription_renewed', 5])).toEqual({ kind: 'cancelled', sinceDays: 5 });
    expect(at(['subscription_started', 60], ['subscription_cancelled', 50], ['subscription_started', 2])).toEqual({
      kind: 'active',
      untilRenewalDays: 28,
    });
  });

  it('renews in a shop as often as most customers renew', () => {
    const rows = [7, 7, 30].flatMap((gap) =>
      activity(['subscription_started', 2 * gap], ['subscription_renewed', gap], ['subscription_renewed', 0]),
    );
    const joined = rows.map((row) => [...row.day.entries()].map(([i, day]) => ({ day, signal: row.signal[i]!, count: 1 })));
    const offsets = Uint32Array.of(0, 3, 6, 9);
    const all = joined.flat();
    const shop = {
      offsets,
      day: Int32Array.from(all, ({ day }) => day),
      signal: Uint8Array.from(all, ({ signal }) => signal),
      count: Uint16Array.from(all, () => 1),
    };
    expect(usualRenewalDays(shop, TODAY)).toBe(7);
    expect(usualRenewalDays(activity(), TODAY)).toBe(30);
  });
});

describe('the signals', () => {
  it('are all that a customer does beside ordering, subscriptions last', () => {
    expect(SIGNALS).toHaveLength(14);
    expect(SIGNALS.slice(-3).every(([, group]) => group === 'subscriptions')).toBe(true);
  });
});
