import { exactSum, toMoney } from '../arithmetic/money.js';
import { isContactLifecycle, type Lifecycle } from './lifecycle.js';

/** A step of one customer that a shop owner wants to hear of. */
export type LifecycleMove = { kind: 'joined' | 'became_lost' } | { kind: 'came_back'; revenue: string };

/** A customer before and after a calculation of the score. */
export interface LifecycleStep {
  /** Null for a customer without a score before. */
  readonly before: Lifecycle | null;
  readonly after: Lifecycle | null;
  readonly hasNewOrder: boolean;
  /** Change of the sum of all orders, in whole cents. */
  readonly spentCents: number;
}

/** Moves of many customers, counted. */
export interface LifecycleMoves {
  readonly joined: number;
  readonly cameBack: number;
  /** Two decimals. The orders with which they came back. */
  readonly cameBackSum: string;
  readonly becameLost: number;
}

export const NO_MOVES: LifecycleMoves = { joined: 0, cameBack: 0, cameBackSum: '0.00', becameLost: 0 };

/** Returns the move of a customer; null for most. A first score is a move only for a customer who has just placed the first order. */
export function lifecycleMoveOf({ before, after, hasNewOrder, spentCents }: LifecycleStep): LifecycleMove | null {
  if (before === null) return after === 'new' && hasNewOrder ? { kind: 'joined' } : null;
  if (hasNewOrder && (isContactLifecycle(before) || before === 'lost') && (after === 'new' || after === 'active'))
    return { kind: 'came_back', revenue: toMoney(BigInt(Math.max(0, spentCents)) * 100n) };
  return after === 'lost' && before !== 'lost' ? { kind: 'became_lost' } : null;
}

export function countMoves(moves: readonly LifecycleMove[]): LifecycleMoves {
  const countOf = (kind: LifecycleMove['kind']): number => moves.filter((move) => move.kind === kind).length;
  const revenues = moves.flatMap((move) => (move.kind === 'came_back' ? [Math.round(Number(move.revenue) * 100)] : []));
  return {
    joined: countOf('joined'),
    cameBack: countOf('came_back'),
    cameBackSum: toMoney(exactSum(revenues) * 100n),
    becameLost: countOf('became_lost'),
  };
}

export const isNoMove = (moves: LifecycleMoves): boolean => Object.values(moves).every((value) => Number(value) === 0);
