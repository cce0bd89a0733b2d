import { MINUTE_MS, SECOND_MS } from '#libs/core';
import type { Backfill } from '#libs/work';
import { backfillPhaseOf } from './backfill-phase.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const QUIET_MS = 3 * MINUTE_MS;

const phase = (differing: Partial<Backfill>, isScored = true): string =>
  backfillPhaseOf(
    { beganAt: ago(10 * MINUTE_MS), lastEventAt: ago(SECOND_MS), endedAt: null, changedHistory: true, ...differing },
    { now: NOW, quietMs: QUIET_MS, isScored },
  );

describe('a backfill', () => {
  it('does not hold the fits of a tenant back that never sent one', () => {
    expect(backfillPhaseOf(null, { now: NOW, quietMs: QUIET_MS, isScored: true })).toBe('none');
  });

  it('arrives until the quiet period has passed', () => {
    expect(phase({})).toBe('arriving');
    expect(phase({ lastEventAt: ago(QUIET_MS - 1) })).toBe('arriving');
    expect(phase({ lastEventAt: ago(QUIET_MS) })).toBe('over');
  });

  it('is over at once when its sender says so', () => {
    expect(phase({ endedAt: NOW })).toBe('over');
  });

  it('arrives until all of it is in the scores', () => {
    expect(phase({ endedAt: NOW }, false)).toBe('arriving');
  });

  it('holds fits back for 15 minutes at most', () => {
    expect(phase({ beganAt: ago(15 * MINUTE_MS - 1) })).toBe('arriving');
    expect(phase({ beganAt: ago(15 * MINUTE_MS) })).toBe('none');
    expect(phase({ beganAt: ago(15 * MINUTE_MS), endedAt: NOW }, false)).toBe('none');
  });

  it('needs no fit when it changed no more than a day of history', () => {
    expect(phase({ endedAt: NOW, changedHistory: false })).toBe('none');
  });

  it('is over also when it took longer than 15 minutes', () => {
    expect(phase({ beganAt: ago(60 * MINUTE_MS), endedAt: NOW })).toBe('over');
  });
});
