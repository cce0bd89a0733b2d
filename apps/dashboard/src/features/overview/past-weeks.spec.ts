import { areWeeksUnderWay } from './past-weeks';

describe('The past weeks of a shop', () => {
  it.each([
    ['running', 0, 0, true],
    ['running', 3, 26, true],
    ['ready', 3, 26, true],
    ['ready', 26, 26, false],
    ['not_started', 0, 0, false],
    ['not_enough_history', 0, 0, false],
  ] as const)('that are %s with %i of %i done: they are being calculated: %s', (status, done, total, expected) =>
    expect(areWeeksUnderWay({ status, done, total })).toBe(expected),
  );
});
