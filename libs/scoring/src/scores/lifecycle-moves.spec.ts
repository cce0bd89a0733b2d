import { type Lifecycle, LIFECYCLES } from './lifecycle.js';
import { countMoves, isNoMove, lifecycleMoveOf, NO_MOVES } from './lifecycle-moves.js';

const moved = (before: Lifecycle | null, after: Lifecycle | null, spentCents = 0): ReturnType<typeof lifecycleMoveOf> =>
  lifecycleMoveOf({ before, after, hasNewOrder: spentCents > 0, spentCents });

describe('a move of a customer', () => {
  it('is joining with the first order, and not a first score from old orders', () => {
    expect(moved(null, 'new', 100)).toEqual({ kind: 'joined' });
    expect(moved(null, 'active', 100)).toBeNull();
    expect(moved(null, 'lost', 100)).toBeNull();
  });

  it('is none while a customer begins to slip, which the day of becoming late tells', () => {
    for (const before of LIFECYCLES) {
      expect(moved(before, 'slipping')).toBeNull();
      expect(moved(before, 'second_order_due')).toBeNull();
    }
  });

  it('is becoming lost, from anything else', () => {
    for (const before of LIFECYCLES.filter((each) => each !== 'lost')) expect(moved(before, 'lost')).toEqual({ kind: 'became_lost' });
    expect(moved('lost', 'lost')).toBeNull();
  });

  it('is coming back only by an order, with what it brought', () => {
    expect(moved('slipping', 'active', 4205)).toEqual({ kind: 'came_back', revenue: '42.05' });
    expect(moved('lost', 'new', 1)).toEqual({ kind: 'came_back', revenue: '0.01' });
    expect(moved('second_order_due', 'active', 900)).toEqual({ kind: 'came_back', revenue: '9.00' });
    expect(moved('new', 'active', 900)).toBeNull();
    expect(moved('slipping', 'active')).toBeNull();
    expect(lifecycleMoveOf({ before: 'lost', after: 'active', hasNewOrder: true, spentCents: -5 })).toEqual({
      kind: 'came_back',
      revenue: '0.00',
    });
    expect(moved('active', 'active', 4205)).toBeNull();
  });

  it('counts by its kind, with the money of those who came back', () => {
    const moves = [moved(null, 'new', 1), moved('active', 'slipping'), moved('lost', 'active', 1050), moved('slipping', 'active', 5)];
    expect(countMoves(moves.filter((move) => move !== null))).toEqual({
      joined: 1,
      cameBack: 2,
      cameBackSum: '10.55',
      becameLost: 0,
    });
    expect(isNoMove(countMoves([]))).toBe(true);
    expect(countMoves([])).toEqual(NO_MOVES);
    expect(isNoMove(countMoves([{ kind: 'became_lost' }]))).toBe(false);
  });
});
