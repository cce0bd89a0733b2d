import { DAY_MS } from '#libs/core';
import { overdueEpisode } from './overdue-episode.js';

const at = (day: number): { lastOrderAtMs: number } => ({ lastOrderAtMs: day * DAY_MS + 1 });
const before = { overdue_after_day: null, model_version: 'm', calculatedMs: 120 * DAY_MS };
const late = (lateSinceDay: number, modelVersion = 'm') => ({ lateSinceDay, modelVersion });

describe('a silence that becomes too long', () => {
  it('is reported once', () => {
    const first = overdueEpisode(before, at(100), late(130), 'pass');
    expect(first).toEqual({ afterDay: 100, isReported: true });
    expect(overdueEpisode({ ...before, overdue_after_day: first.afterDay }, at(100), late(131), 'events').isReported).toBe(false);
  });

  it('is not there while the customer is not late, or has no score', () => {
    expect(overdueEpisode(before, at(100), { lateSinceDay: null, modelVersion: 'm' }, 'pass')).toEqual({
      afterDay: null,
      isReported: false,
    });
    expect(overdueEpisode({ ...before, overdue_after_day: 90 }, at(100), null, 'pass')).toEqual({ afterDay: 90, isReported: false });
  });

  it('ends with a new order, but not with one that is cancelled later', () => {
    const told = { ...before, overdue_after_day: 100 };
    expect(overdueEpisode(told, at(140), late(170), 'pass')).toEqual({ afterDay: 140, isReported: true });
    expect(overdueEpisode({ ...told, overdue_after_day: 140 }, at(100), late(130), 'events')).toEqual({ afterDay: 140, isReported: false });
  });

  it('is no news in imported history and at a first score, also later', () => {
    expect(overdueEpisode(before, at(100), late(130), 'backfill')).toEqual({ afterDay: 100, isReported: false });
    const first = { overdue_after_day: null, model_version: null, calculatedMs: null };
    expect(overdueEpisode(first, at(100), late(130), 'events')).toEqual({ afterDay: 100, isReported: false });
  });

  it('is news with a new model only if it became too long since the last score', () => {
    expect(overdueEpisode(before, at(100), late(120, 'new'), 'pass')).toEqual({ afterDay: 100, isReported: false });
    expect(overdueEpisode(before, at(100), late(121, 'new'), 'pass')).toEqual({ afterDay: 100, isReported: true });
  });
});
