import { watchedIn } from './measure-freshness.js';

const watched = Array.from({ length: 30 }, (_, index) => `c-${index}`);

describe('the watched customers', () => {
  it.each([5, 10, 30, 50, 150])('are ten per second, each watched once, at %i batches per second', (batchesPerSecond) => {
    const perBatch = Array.from({ length: 3 * batchesPerSecond }, (_, index) => watchedIn(index, 10 / batchesPerSecond, watched));
    expect(perBatch.flat()).toEqual(watched);
    expect(Math.max(...perBatch.map((chosen) => chosen.length))).toBe(Math.ceil(10 / batchesPerSecond));
  });
});
