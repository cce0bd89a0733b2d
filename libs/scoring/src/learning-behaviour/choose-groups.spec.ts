import type { PredictorGroup } from '../behaviour/behaviour-columns.js';
import { chooseGroups, isKept, LEAST_SHARE_SAVED, NOISE_ERRORS, noiseErrors } from './choose-groups.js';

const N = 400;
/** Losses around .5 that differ from each other by their place. */
const before = Float64Array.from({ length: N }, (_, i) => 0.4 + 0.2 * (i % 2));
/** Saves `mean` on average, more or less by `spread`. */
const after = (from: Float64Array, mean: number, spread: number): Float64Array =>
  from.map((loss, i) => loss - mean - (i % 4 < 2 ? spread : -spread));

describe('the rule by which a group of behaviour is kept', () => {
  const error = 0.1 / Math.sqrt(N);

  it('asks for more than the noise of what it saves', () => {
    expect(isKept(before, after(before, 1.05 * NOISE_ERRORS * error, 0.1))).toBe(true);
    expect(isKept(before, after(before, 0.95 * NOISE_ERRORS * error, 0.1))).toBe(false);
  });

  it('asks for enough to matter, however certain it is', () => {
    expect(isKept(before, after(before, 1.1 * LEAST_SHARE_SAVED * 0.5, 0))).toBe(true);
    expect(isKept(before, after(before, 0.9 * LEAST_SHARE_SAVED * 0.5, 0))).toBe(false);
  });

  it('asks for more where chance has more groups to help, and for the same where there are only those of behaviour', () => {
    expect([1, 5, 8].map(noiseErrors)).toEqual([NOISE_ERRORS, NOISE_ERRORS, NOISE_ERRORS]);
    expect(noiseErrors(28)).toBeCloseTo(2.96, 2);
  });

  it('keeps no group that makes the score worse', () => expect(isKept(before, after(before, -0.01, 0))).toBe(false));
});

describe('the choice of groups', () => {
  const saves: Partial<Record<PredictorGroup, number>> = { visits: 0.02, views: 0.019, emails: 0.005 };
  const lossesWith = (groups: readonly PredictorGroup[]): Float64Array => {
    // Views say the same as visits.
    const told = groups.includes('visits') ? groups.filter((group) => group !== 'views') : groups;
    return before.map((loss) => loss - told.reduce((sum, group) => sum + (saves[group] ?? 0), 0));
  };

  it('takes the best first, and others only where they help beside it', () => {
    const gains = chooseGroups(['visits', 'views', 'emails', 'reviews'], before, lossesWith);
    expect(gains.map(({ group }) => group)).toEqual(['visits', 'emails']);
    expect(gains[0]!.logLossBefore - gains[0]!.logLossAfter).toBeCloseTo(0.02, 10);
    expect(gains[1]!.logLossBefore).toBe(gains[0]!.logLossAfter);
  });

  it('takes none where none helps', () => expect(chooseGroups(['reviews'], before, lossesWith)).toEqual([]));
});
