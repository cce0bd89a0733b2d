import type { ShopResult } from '../backtest/evaluate-shop.js';
import { PRODUCTION } from '../methods/model-methods.js';

/** The mean log-loss that production must not exceed on the two public logs. */
const LARGEST_LOG_LOSS: Readonly<Record<string, number>> = { cdnow: 0.268, uci_online_retail: 0.564 };

export const isGateShop = (name: string): boolean => name in LARGEST_LOG_LOSS;

/** One requirement, and whether it is met. */
export interface GateLine {
  readonly met: boolean;
  readonly text: string;
}

/** Requirements of the gate for a shop: a log-loss within the bound, and below that of every other method that was run. */
export function gateLines({ shop, methods }: ShopResult): GateLine[] {
  const bound = LARGEST_LOG_LOSS[shop.name];
  const [production, ...others] = [...methods].toSorted(
    (one, other) => Number(other.name === PRODUCTION) - Number(one.name === PRODUCTION),
  );
  if (bound === undefined || production === undefined) return [];
  const ours = production.mean.logLoss;
  return [
    { met: ours <= bound, text: `${shop.name}: log-loss ${ours.toFixed(4)}, at most ${bound.toFixed(4)} is wanted` },
    ...others.map(({ name, mean }) => ({
      met: ours < mean.logLoss,
      text: `${shop.name}: log-loss ${ours.toFixed(4)}, below ${mean.logLoss.toFixed(4)} of ${name} is wanted`,
    })),
  ];
}
