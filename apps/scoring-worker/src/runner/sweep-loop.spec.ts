import { sharedPause } from './sweep-loop.js';

describe('the pause between two sweeps of a worker', () => {
  it('is the one that is set while the worker is alone', () => {
    expect(sharedPause(1000, 1, 0.9)).toBe(1000);
  });

  it.each([
    [1000, 4, 4000],
    [1000, 50, 10_000],
    [60_000, 4, 60_000],
    [50, 4, 200],
  ])('of %i ms is shared by %i workers: about %i ms', (everyMs, workers, pauseMs) => {
    const pauses = [0, 0.5, 1].map((chance) => sharedPause(everyMs, workers, chance));
    expect(pauses).toEqual([0.75 * pauseMs, pauseMs, 1.25 * pauseMs]);
  });
});
