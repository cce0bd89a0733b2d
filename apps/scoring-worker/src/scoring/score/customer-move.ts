import { DAY_MS } from '#libs/core';
import { type Features, type LifecycleMove, lifecycleMoveOf, type OrderDays } from '#libs/scoring';
import type { Occasion } from './outbox-events.js';
import type { LockedCustomer } from './read-customers.sql.js';
import type { ScoreRow } from './write-scores.sql.js';

/**
 * Returns the lifecycle move that a new score means. Imported history causes no move. A new model or new settings never make a customer lost. A
 * customer who comes back has placed an order, which ends lateness under any model, so this move always counts.
 */
export function customerMove(
  customer: Pick<LockedCustomer, 'lifecycle' | 'lastOrderMs'>,
  { scored, cause }: Pick<ScoreRow, 'scored' | 'cause'>,
  { lastOrderAtMs, days }: Pick<Features, 'lastOrderAtMs' | 'days'>,
  occasion: Occasion,
): LifecycleMove | null {
  if (occasion === 'backfill') return null;
  const move = lifecycleMoveOf({
    before: customer.lifecycle,
    after: scored?.lifecycle ?? null,
    hasNewOrder: lastOrderAtMs !== null && lastOrderAtMs > (customer.lastOrderMs ?? -Infinity),
    spentCents: spentSince(customer.lastOrderMs, days),
  });
  return move?.kind === 'became_lost' && (cause === 'model' || cause === 'settings') ? null : move;
}

/** Adds up the order days after the last known order. The stored total may be in another currency, so it cannot be subtracted. */
function spentSince(lastOrderMs: number | null, { day, value }: Pick<OrderDays, 'day' | 'value'>): number {
  const lastDay = lastOrderMs === null ? -Infinity : Math.floor(lastOrderMs / DAY_MS);
  let spent = 0;
  for (let row = day.length - 1; row >= 0 && day[row]! > lastDay; row -= 1) if (!Number.isNaN(value[row]!)) spent += value[row]!;
  return Math.round(spent * 100);
}
