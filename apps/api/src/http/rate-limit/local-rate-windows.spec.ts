import { Clock, MINUTE_MS } from '#libs/core';
import { LocalRateWindows } from './local-rate-windows.js';

class SettableClock extends Clock {
  ms = 1_800_000_000_000;
  now(): Date {
    return new Date(this.ms);
  }
}

describe('the rate windows of one process', () => {
  let clock: SettableClock;
  let windows: LocalRateWindows;

  beforeEach(() => {
    clock = new SettableClock();
    windows = new LocalRateWindows(50, clock);
  });

  it('allow the share of the limit, then refuse until the window ends', async () => {
    for (let taken = 1; taken <= 3; taken += 1) {
      expect(await windows.increment('a', MINUTE_MS, 6)).toMatchObject({ limit: 3, totalHits: taken, isBlocked: false });
    }
    clock.ms += 59_500;
    expect(await windows.increment('a', MINUTE_MS, 6)).toEqual({
      limit: 3,
      totalHits: 3,
      isBlocked: true,
      timeToExpire: 1,
      timeToBlockExpire: 1,
      resetAt: 1_800_000_060_000,
    });
    clock.ms += 500;
    expect(await windows.increment('a', MINUTE_MS, 6)).toMatchObject({ totalHits: 1, isBlocked: false, timeToExpire: 60 });
  });

  it('allow at least one request, however small the share is', async () => {
    expect(await windows.increment('a', MINUTE_MS, 1)).toMatchObject({ limit: 1, isBlocked: false });
  });

  it('count each caller separately', async () => {
    await windows.increment('a', MINUTE_MS, 2);
    expect(await windows.increment('a', MINUTE_MS, 2)).toMatchObject({ isBlocked: true });
    expect(await windows.increment('b', MINUTE_MS, 2)).toMatchObject({ isBlocked: false });
  });
});
