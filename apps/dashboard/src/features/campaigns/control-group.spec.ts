import { tooSmallOf, visibleOf } from './control-group';

const sizes = (recipients: number, holdout: number, isCapped = false) => ({ recipients, holdout, isCapped });

describe('tooSmallOf', () => {
  it('names the share from which on a control group has 30 customers', () => {
    expect(tooSmallOf(sizes(103, 9), 10)).toEqual({ kind: 'control', holdout: 9, percent: 27 });
    expect(tooSmallOf(sizes(270, 29), 10)).toEqual({ kind: 'control', holdout: 29, percent: 11 });
    expect(tooSmallOf(sizes(270, 30), 10)).toBeNull();
    expect(tooSmallOf(sizes(40, 4, true), 10)).toEqual({ kind: 'control', holdout: 4, percent: 43 });
  });

  it('names the audience when no share is enough', () => {
    expect(tooSmallOf(sizes(53, 6), 10)).toEqual({ kind: 'audience', recipients: 53, holdout: 6 });
    expect(tooSmallOf(sizes(29, 31), 50)).toEqual({ kind: 'audience', recipients: 29, holdout: 31 });
  });

  it('is null without a control group, and when nobody would get the campaign', () => {
    expect(tooSmallOf(sizes(100, 0), 0)).toBeNull();
    expect(tooSmallOf(sizes(0, 0), 10)).toBeNull();
  });
});

describe('visibleOf', () => {
  it('names the smallest difference in whole points, and the groups that the stated one needs', () => {
    const power = { effect: 0.05, customers_needed: 1588, detectable_effect: 0.112 };
    expect(visibleOf(power, sizes(371, 41))).toEqual({
      customers: 412, points: 12, isEnough: false, effect: 5, needed: { recipients: 1800, holdout: 200, isCapped: false },
    }); // prettier-ignore
    expect(visibleOf({ effect: 0.05, customers_needed: 0, detectable_effect: 0.04 }, sizes(4500, 500))).toMatchObject({
      customers: 5000, points: 4, isEnough: true,
    }); // prettier-ignore
  });

  it('is null without a control group, and where a group is too small for any result', () => {
    expect(visibleOf(null, sizes(100, 0))).toBeNull();
    expect(visibleOf({ effect: 0.05, customers_needed: 900, detectable_effect: null }, sizes(90, 10))).toBeNull();
  });
});
