import { unavailable } from '#libs/core';
import { bisect } from './bisect.js';

const ITEMS = Array.from({ length: 100 }, (_, n) => n);

interface Outcome {
  readonly done: number[];
  readonly leftOut: number[];
  tries: number;
}

/** Works on the items, and fails where one of `bad` is among them. */
async function run(items: readonly number[], bad: readonly number[], refuse = (n: number): unknown => new Error(`not ${n}`)) {
  const outcome: Outcome = { done: [], leftOut: [], tries: 0 };
  const work = (some: readonly number[]): Promise<void> => {
    outcome.tries += 1;
    const found = some.find((n) => bad.includes(n));
    if (found !== undefined) throw refuse(found);
    outcome.done.push(...some);
    return Promise.resolve();
  };
  const leaveOut = (n: number, error: unknown): Promise<void> => {
    expect(error).toEqual(new Error(`not ${n}`));
    return Promise.resolve(void outcome.leftOut.push(n));
  };
  await bisect(items, work, leaveOut);
  return outcome;
}

describe('bisect', () => {
  it('works on all items at once while none fails, and on none where there is none', async () => {
    expect(await run(ITEMS, [])).toEqual({ done: ITEMS, leftOut: [], tries: 1 });
    expect(await run([], [])).toEqual({ done: [], leftOut: [], tries: 0 });
  });

  it('leaves out the one that fails, and does the others once and in their order, with few tries', async () => {
    for (const bad of ITEMS) {
      const { done, leftOut, tries } = await run(ITEMS, [bad]);
      expect(leftOut).toEqual([bad]);
      expect(done).toEqual(ITEMS.filter((n) => n !== bad));
      expect(tries).toBeLessThanOrEqual(1 + 2 * Math.ceil(Math.log2(ITEMS.length)));
    }
  });

  it('leaves out several that fail, wherever they stand, and all of them', async () => {
    for (const bad of [[0, 99], [49, 50], [3, 4, 5, 60], ITEMS]) {
      const { done, leftOut } = await run(ITEMS, bad);
      expect(leftOut).toEqual(bad);
      expect(done).toEqual(ITEMS.filter((n) => !bad.includes(n)));
    }
  });

  it('blames no item for an outage, and keeps what was done before it', async () => {
    const outage = unavailable('the database');
    await expect(run(ITEMS, [7], () => outage)).rejects.toBe(outage);
    const done: number[] = [];
    const work = (some: readonly number[]): Promise<void> => {
      if (some.includes(60)) throw some.length > 10 ? new Error('no') : outage;
      return Promise.resolve(void done.push(...some));
    };
    await expect(bisect(ITEMS, work, () => Promise.reject(new Error('left out')))).rejects.toBe(outage);
    expect(done).toEqual(ITEMS.slice(0, done.length));
    expect(done.length).toBeGreaterThanOrEqual(50);
  });

  it('ends with the error of the caller who refuses to leave out more', async () => {
    let leftOut = 0;
    const refuse = (): Promise<void> => ((leftOut += 1) > 3 ? Promise.reject(new Error('too many')) : Promise.resolve());
    await expect(bisect(ITEMS, () => Promise.reject(new Error('never')), refuse)).rejects.toThrow('too many');
    expect(leftOut).toBe(4);
  });
});
