import fc from 'fast-check';
import { type Endured, nextStep, readRetryAfter, RETRY, type RetrySettings } from './retry.js';

const FRESH: Endured = { failures: 0, pausedMs: 0, waitedMs: 0 };
const NOW = Date.parse('2026-11-21T12:00:00Z');

/** Returns the pauses between the attempts of a request that always fails. */
function pausesOf(settings: RetrySettings, chance: number): number[] {
  const pauses: number[] = [];
  for (let endured = FRESH; ;) {
    const step = nextStep(settings, { status: 500, askedMs: null }, endured, chance);
    if (step.kind === 'give_up') return pauses;
    pauses.push(step.ms);
    endured = step.endured;
  }
}

describe('retrying', () => {
  it('doubles the pause up to a limit, and gives up after the last attempt', () => {
    const settings = { ...RETRY, tries: 8 };
    expect(pausesOf(settings, 1)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    expect(pausesOf({ ...settings, tries: 1 }, 1)).toEqual([]);
  });

  it('bridges a time without an answer, however few attempts are allowed', () => {
    const pauses = pausesOf({ ...RETRY, tries: 2, bridgeMs: 120_000 }, 0.5);
    const sum = pauses.reduce((total, ms) => total + ms, 0);
    expect(sum).toBeGreaterThanOrEqual(120_000);
    expect(sum - (pauses.at(-1) ?? 0)).toBeLessThan(120_000);
    expect(pausesOf({ ...RETRY, firstPauseMs: 0, bridgeMs: 1000 }, 1)).toHaveLength(10);
  });

  it('cuts each pause by up to half, so that clients do not return together', () => {
    expect(pausesOf(RETRY, 0)).toEqual([250, 500, 1000, 2000]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
        for (const [i, ms] of pausesOf(RETRY, chance).entries()) {
          expect(ms).toBeGreaterThanOrEqual(250 * 2 ** i);
          expect(ms).toBeLessThanOrEqual(500 * 2 ** i);
        }
      }),
    );
  });

  it('never retries earlier than Retry-After says', () => {
    expect(nextStep(RETRY, { status: 429, askedMs: 7000 }, FRESH, 0)).toEqual({
      kind: 'pause',
      why: 'asked',
      ms: 7000,
      endured: { failures: 0, pausedMs: 0, waitedMs: 7000 },
    });
  });

  it('waits 1 s when Retry-After is 0, and 5 s after a 429 without Retry-After', () => {
    expect(nextStep(RETRY, { status: 503, askedMs: 0 }, FRESH, 0)).toMatchObject({ ms: 1000 });
    expect(nextStep(RETRY, { status: 429, askedMs: null }, FRESH, 0)).toMatchObject({ ms: 5000 });
  });

  it('gives up when Retry-After exceeds its total waiting time', () => {
    expect(nextStep(RETRY, { status: 429, askedMs: 120_001 }, FRESH, 0)).toEqual({ kind: 'give_up' });
    expect(nextStep(RETRY, { status: 429, askedMs: 60_000 }, { failures: 0, pausedMs: 0, waitedMs: 60_001 }, 0)).toEqual({
      kind: 'give_up',
    });
  });
});

describe('Retry-After', () => {
  it.each([
    ['7', 7000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%j is %j ms', (header, ms) => {
    expect(readRetryAfter(header, NOW)).toBe(ms);
  });
});
