import { dayOf } from '../orders/order-days.js';
import type { Features } from '../orders/features.js';
import { everyDays, inDays, wholeDays } from './fact.js';
import type { Fact } from './fact.js';
import type { CustomerFactor } from './reason-effects.js';

type TimeFactor = 'silence' | 'rhythm' | 'tenure';

/** Returns whether sentences about the factor name the day of the last order. */
export const isAboutTime = (factor: CustomerFactor): factor is TimeFactor =>
  factor === 'silence' || factor === 'rhythm' || factor === 'tenure';

/** Returns the fact about a customer with an unknown last order day. It names no such day. */
export function unknownLastFact(factor: TimeFactor, effect: number, features: Features): Fact {
  const { earlier, today, T, orderDays } = features;
  const silent = Math.max(0, today - dayOf(earlier?.untilMs ?? 0));
  switch (factor) {
    case 'silence':
      return {
        value: silent,
        typical: null,
        text:
          silent === 0
            ? 'The day of the last order is not known.'
            : `No order for at least ${inDays(silent)}; the day of the last one is not known.`,
        agrees: effect > 0 && silent > 0,
        tellsSilence: true,
      };
    case 'rhythm': {
      const mean = wholeDays(T / orderDays);
      return { value: mean, typical: null, text: `On average one order every ${everyDays(mean)} since the first.`, agrees: true };
    }
    case 'tenure':
      return { value: T, typical: null, text: `The first order was ${inDays(T)} ago.`, agrees: false };
  }
}
