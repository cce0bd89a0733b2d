import type { MethodResult, ShopResult } from '../backtest/evaluate-shop.js';
import { CONNECTED, CONNECTED_LAST_UNKNOWN } from '../methods/connected-methods.js';
import { MBG, PRODUCTION } from '../methods/model-methods.js';
import { decimals, textTable } from './text-table.js';

export const CONNECTED_METHOD =
  'Scores from the orders of the last 60 days and, for each customer, number, sum, first and last day of all. "Against" is the difference in log-loss to MBG/NBD and to the score, both on the whole past. The last column is the log-loss without the last day.';

/** Shows what a summary of the earlier orders is worth in the place of the orders themselves. */
export function connectedTable(results: readonly ShopResult[]): string {
  return textTable(
    ['shop', 'log-loss', 'against MBG/NBD', 'against the score', 'AUC', 'ECE', 'last order unknown'],
    results.map(({ shop, methods }) => {
      const meanOf = (name: string): MethodResult['mean'] | undefined => methods.find((method) => method.name === name)?.mean;
      const numberOf = (name: string, what: 'logLoss' | 'auc' | 'ece'): number => meanOf(name)?.[what] ?? Number.NaN;
      const loss = numberOf(CONNECTED, 'logLoss');
      return [
        shop.name,
        decimals(loss),
        signed(loss - numberOf(MBG, 'logLoss')),
        signed(loss - numberOf(PRODUCTION, 'logLoss')),
        decimals(numberOf(CONNECTED, 'auc'), 3),
        decimals(numberOf(CONNECTED, 'ece'), 3),
        decimals(numberOf(CONNECTED_LAST_UNKNOWN, 'logLoss')),
      ];
    }),
  );
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${decimals(value)}`;
