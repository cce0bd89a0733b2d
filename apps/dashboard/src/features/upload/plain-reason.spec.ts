import { plainReason } from './plain-reason';

describe('The reason why a row is refused', () => {
  it.each([
    [
      'occurred_at is "2030-01-15T00:00:00.000Z": it must not be later than 5 minutes from now (2026-11-27T10:00:00.000Z)',
      'the date is in the future',
    ],
    ['occurred_at is "1999-01-15T00:00:00.000Z": it must not be before 2000-01-01', 'the date is before the year 2000'],
    ['value is -2: it must be a number', 'value is -2: it must be a number'],
  ])('%s: %s', (error, reason) => expect(plainReason(error)).toBe(reason));
});
