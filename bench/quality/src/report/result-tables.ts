import { toCivilDate } from '#libs/scoring';
import { BASE_RATE } from '../methods/baseline-methods.js';
import type { MethodResult, ShopResult } from '../backtest/evaluate-shop.js';
import { LOGISTIC, MBG, PRODUCTION, RUNG_2 } from '../methods/model-methods.js';
import type { SmallResult } from '../backtest/small-tenants.js';
import { decimals, textTable, whole } from './text-table.js';

/** One line on a shop: how large, how long, how many tasks. */
export function shopLine({ shop, tasks }: ShopResult): string {
  const { first, last } = shop.span;
  const customers = whole(shop.history.offsets.length - 1);
  return `${customers} customers, ${whole(shop.orders)} orders, ${toCivilDate(first)} to ${toCivilDate(last)}, ${tasks.length} tasks`;
}

/** Means over a shop's tasks, one row per method. */
export function meansTable({ methods, tasks }: ShopResult): string {
  const header = ['method', 'AUC', 'Brier', 'log-loss', 'ECE', 'MCB', 'skill', 'lift', 'mean predicted', 'base rate', 'tasks'];
  return textTable(
    header,
    methods.map(({ name, mean, answers }) => [
      name,
      decimals(mean.auc),
      decimals(mean.brier),
      decimals(mean.logLoss),
      decimals(mean.ece),
      decimals(mean.miscalibration),
      decimals(mean.skill, 3),
      decimals(mean.lift, 2),
      decimals(mean.meanPredicted, 3),
      decimals(mean.baseRate, 3),
      `${answers.filter((answer) => answer !== null).length}/${tasks.length}`,
    ]),
  );
}

/** Results of one method on each task. */
export function tasksTable({ tasks }: ShopResult, { answers }: MethodResult): string {
  return textTable(
    ['cutoff', 'horizon', 'customers', 'base rate', 'AUC', 'Brier', 'log-loss', 'ECE'],
    tasks.map(({ cutoff, horizonDays }, i) => {
      const metrics = answers[i]?.metrics;
      const numbers = [metrics?.baseRate, metrics?.auc, metrics?.brier, metrics?.logLoss, metrics?.ece];
      const customers = metrics === undefined ? '–' : whole(metrics.n);
      return [toCivilDate(cutoff), `${horizonDays} d`, customers, ...numbers.map((value) => decimals(value ?? Number.NaN))];
    }),
  );
}

/** Log-loss for tenants of each size, one column per method, and how far the first is from the best of the others. */
export function smallTable(results: readonly SmallResult[]): string {
  const names = results[0]?.logLoss.map(({ name }) => name) ?? [];
  return textTable(
    ['customers', 'draws', ...names, 'first against the best other'],
    results.map(({ customers, draws, logLoss }) => [
      whole(customers),
      whole(draws),
      ...logLoss.map(({ mean }) => decimals(mean)),
      signedPercent(excess(logLoss.map(({ mean }) => mean))),
    ]),
  );
}

/** One line for each of many shops: log-loss of the score and of what it could be replaced by, and how well it is calibrated. */
export function manyShopsTable(results: readonly ShopResult[]): string {
  const compared = [PRODUCTION, RUNG_2, MBG, LOGISTIC, BASE_RATE];
  return textTable(
    ['shop', 'customers', ...compared, 'AUC', 'ECE', 'mean predicted', 'base rate of it'],
    results.map(({ shop, methods }) => {
      const meanOf = (name: string): MethodResult['mean'] | undefined => methods.find((method) => method.name === name)?.mean;
      const [losses, mean] = [compared.map((name) => meanOf(name)?.logLoss), meanOf(PRODUCTION)];
      const last = [
        decimals(mean?.auc ?? Number.NaN, 3),
        decimals(mean?.ece ?? Number.NaN, 3),
        decimals(mean?.meanPredicted ?? Number.NaN, 3),
      ];
      const customers = whole(shop.history.offsets.length - 1);
      return [
        shop.name.replace('simulated: ', ''),
        customers,
        ...losses.map((loss) => decimals(loss ?? Number.NaN)),
        ...last,
        decimals(mean?.baseRate ?? Number.NaN, 3),
      ];
    }),
  );
}

/** Distance of the first method from the best of the others, for tenants of each size of many shops. */
export function smallAgainstTable(shops: readonly { readonly name: string; readonly results: readonly SmallResult[] }[]): string {
  const sizes = [...new Set(shops.flatMap(({ results }) => results.map(({ customers }) => customers)))].toSorted(
    (one, other) => one - other,
  );
  return textTable(
    ['shop', ...sizes.map((size) => `${whole(size)} customers`)],
    shops.map(({ name, results }) => [
      name.replace('simulated: ', ''),
      ...sizes.map((size) => {
        const found = results.find(({ customers }) => customers === size);
        return found === undefined ? '–' : signedPercent(excess(found.logLoss.map(({ mean }) => mean)));
      }),
    ]),
  );
}

const excess = ([first = Number.NaN, ...others]: readonly number[]): number => first / Math.min(...others) - 1;

const signedPercent = (share: number): string => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} %`;
