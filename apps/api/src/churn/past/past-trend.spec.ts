import { seamTrend } from './past-trend.js';

interface Point {
  readonly day: string;
  readonly customers: number;
}

const live = (day: string, customers: number): Point & { is_known: boolean } => ({ day, customers, is_known: customers > 0 });
const past = (day: string, customers: number): Point => ({ day, customers });
const daysOf = (points: readonly Point[]): string[] => points.map(({ day }) => day);
const seam = (days: readonly ReturnType<typeof live>[], weeks: readonly Point[]): { past: string[]; live: string[] } => {
  const seamed = seamTrend<Point & { is_known: boolean }, Point>(days, weeks, ({ customers }) => customers);
  return { past: daysOf(seamed.past), live: daysOf(seamed.live) };
};

describe('a trend with a past', () => {
  it('has past weeks up to the first live day, and live days from then on', () => {
    const days = [live('2026-11-14', 0), live('2026-11-15', 0), live('2026-11-16', 100), live('2026-11-17', 101)];
    const weeks = [past('2026-11-08', 98), past('2026-11-15', 99), past('2026-11-22', 99)];
    expect(seam(days, weeks)).toEqual({ past: ['2026-11-08', '2026-11-15'], live: ['2026-11-16', '2026-11-17'] });
  });

  it('prefers the live day of the same date', () => {
    expect(seam([live('2026-11-15', 100)], [past('2026-11-15', 99)])).toEqual({ past: [], live: ['2026-11-15'] });
  });

  it('leaves out live days from before an import', () => {
    const days = [live('2026-11-09', 1), live('2026-11-16', 2), live('2026-11-17', 100)];
    expect(seam(days, [past('2026-11-08', 98), past('2026-11-15', 99)])).toEqual({
      past: ['2026-11-08', '2026-11-15'],
      live: ['2026-11-17'],
    });
  });

  it('keeps live days on which a shop shrank a little, and all of them without a past', () => {
    expect(seam([live('2026-11-16', 60), live('2026-11-17', 61)], [past('2026-11-15', 99)]).live).toHaveLength(2);
    expect(seam([live('2026-11-16', 1), live('2026-11-17', 2)], [])).toEqual({ past: [], live: ['2026-11-16', '2026-11-17'] });
  });

  it('always has today, also while nobody has a score', () => {
    expect(seam([live('2026-11-16', 0), live('2026-11-17', 0)], [past('2026-11-15', 99)])).toEqual({
      past: ['2026-11-15'],
      live: ['2026-11-17'],
    });
  });
});
