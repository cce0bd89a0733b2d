import { defaultHorizon } from './default-horizon.js';

/** One customer with these gaps between order days. */
function withGaps(gaps: readonly number[]): Parameters<typeof defaultHorizon>[0] {
  let day = 0;
  const days = [day, ...gaps.map((gap) => (day += gap))];
  return { offsets: Uint32Array.of(0, days.length), day: Int32Array.from(days), value: new Float64Array(days.length) };
}

const repeated = (length: number, gap: number): number[] => Array.from({ length }, () => gap);

describe('the horizon of a shop', () => {
  it.each([
    [7, 7],
    [8, 14],
    [30, 30],
    [61, 90],
    [400, 180],
  ])('with gaps of %d days is %d days', (gap, horizon) => {
    expect(defaultHorizon(withGaps(repeated(20, gap)))).toBe(horizon);
  });

  it('covers four of five gaps', () => {
    expect(defaultHorizon(withGaps([...repeated(80, 13), ...repeated(20, 200)]))).toBe(14);
    expect(defaultHorizon(withGaps([...repeated(79, 13), ...repeated(21, 200)]))).toBe(180);
  });

  it('is 90 days while there are too few gaps to know', () => {
    expect(defaultHorizon(withGaps(repeated(19, 7)))).toBe(90);
  });
});
