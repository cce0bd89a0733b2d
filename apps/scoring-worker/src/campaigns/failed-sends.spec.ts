import { HOUR_MS, SECOND_MS } from '#libs/core';
import { FailedSends } from './failed-sends.js';

const fail = (): Promise<never> => Promise.reject(new Error('no'));

describe('a campaign whose send fails', () => {
  it('rests for half a minute, then twice as long each time, for four hours at most', async () => {
    const failed = new FailedSends();
    let now = 0;
    const rests: number[] = [];
    for (let times = 0; times < 11; times += 1) {
      await expect(failed.attempt('a', () => now, fail)).rejects.toThrow('no');
      const from = now;
      while (failed.resting(now).length > 0) now += 30 * SECOND_MS;
      rests.push(now - from);
    }
    expect(rests.slice(0, 3)).toEqual([30_000, 60_000, 120_000]);
    expect(rests.slice(-2)).toEqual([4 * HOUR_MS, 4 * HOUR_MS]);
  });

  it('rests alone, and begins anew after a send that succeeds', async () => {
    const failed = new FailedSends();
    for (const id of ['a', 'a', 'b']) await failed.attempt(id, () => 0, fail).catch(() => undefined);
    expect(failed.resting(30 * SECOND_MS)).toEqual(['a']);
    expect(await failed.attempt('a', () => 0, () => Promise.resolve('sent'))).toBe('sent'); // prettier-ignore
    expect(failed.resting(1)).toEqual(['b']);
    await failed.attempt('a', () => 0, fail).catch(() => undefined);
    expect(failed.resting(30 * SECOND_MS)).toEqual([]);
  });
});
