import { SECOND_MS } from './time/clock.js';
import { Neighbours } from './neighbours.js';

describe('neighbours', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('are here from the second name on, until one has been alone for the time', () => {
    const neighbours = new Neighbours(5 * SECOND_MS);
    for (const name of ['a', 'a']) neighbours.note(name);
    expect(neighbours.areHere).toBe(false);
    neighbours.note('b');
    expect(neighbours.areHere).toBe(true);
    jest.advanceTimersByTime(4 * SECOND_MS);
    neighbours.note('b');
    expect(neighbours.areHere).toBe(true);
    jest.advanceTimersByTime(2 * SECOND_MS);
    neighbours.note('b');
    expect(neighbours.areHere).toBe(false);
  });

  it('are not those who come and go one after the other', () => {
    const neighbours = new Neighbours(5 * SECOND_MS);
    neighbours.note('a');
    jest.advanceTimersByTime(6 * SECOND_MS);
    neighbours.note('b');
    expect(neighbours.areHere).toBe(false);
  });
});
