import { LIFECYCLES } from '#libs/scoring';
import type { Coverage } from '../owner/next-order-coverage.js';
import type { Count, MoneyFindings, OwnerFindings, TopList } from '../owner/owner-findings.js';
import { decimals, textTable, whole } from './text-table.js';

const share = ({ held, of }: Count): string => (of === 0 ? '–' : decimals(held / of, 4));

/** Returns a table of the reasons of a shop's customers, checked against its order log. */
export function reasonsTable({ reasons }: OwnerFindings): string {
  const { atRiskRaised, highRaised, lowLowered, overdueNeverLowers, slippingRaised, sentences, faults } = reasons;
  return textTable(
    ['check', 'held', 'of'],
    [
      ['first reason of high and critical raises the score', share(atRiskRaised), whole(atRiskRaised.of)],
      ['first reason of high raises the score', share(highRaised), whole(highRaised.of)],
      ['first reason of low lowers the score', share(lowLowered), whole(lowLowered.of)],
      ['first reason of slipping raises the score', share(slippingRaised), whole(slippingRaised.of)],
      ['no silence beyond 1.5 own gaps lowers it', share(overdueNeverLowers), whole(overdueNeverLowers.of)],
      ['sentence agrees with the order log', decimals(1 - faults.length / sentences, 4), whole(sentences)],
    ],
  );
}

/** Says how many next orders came by the days that name a share. */
export const nextOrderText = ({ gaps, by20, by50, by80 }: Coverage): string =>
  `Next order: of ${whole(gaps)} next orders in the second half of the log, ${decimals(by20, 2)} came before the window, ${decimals(by50, 2)} by the best guess and ${decimals(by80, 2)} by the end of the window (promised: 0.20, 0.50, 0.80), by a fit on the first half.`;

/** Shares of the next orders that came before the window, by the best guess and by its end. */
export const nextOrdersTable = (shops: readonly { readonly name: string; readonly owner: OwnerFindings }[]): string =>
  textTable(
    ['next orders of', 'number', 'before the window (promised 0.20)', 'by the best guess (0.50)', 'by its end (0.80)'],
    shops.flatMap(({ name, owner: { nextOrder } }) =>
      nextOrder === null
        ? []
        : [[name, whole(nextOrder.gaps), ...[nextOrder.by20, nextOrder.by50, nextOrder.by80].map((part) => decimals(part, 2))]],
    ),
  );

/** Expected against actual revenue by tenth of the customers, the highest expectations first. */
export function decilesTable({ deciles }: MoneyFindings): string {
  return textTable(
    ['tenth of the customers', 'expected', 'actual', 'expected/actual'],
    deciles.map(({ expected, actual }, i) => [`${i + 1}`, whole(expected), whole(actual), decimals(expected / actual, 2)]),
  );
}

/** The hundred customers that each key puts first. */
export function topTable({ atRisk, weighted }: MoneyFindings): string {
  return textTable(
    ['first 100 customers by', 'ordered in the horizon', 'share of its revenue', 'silent for more than 5 own gaps'],
    [topRow('revenue at risk', atRisk), topRow('score × spend of an active customer', weighted)],
  );
}

const topRow = (name: string, { ordered, revenueShare, longSilent }: TopList): string[] => [
  name,
  decimals(ordered, 2),
  decimals(revenueShare, 3),
  decimals(longSilent, 2),
];

/** Returns a table of what the customers in each state did in the horizon. */
export function lifecycleTable({ lifecycle }: OwnerFindings): string {
  return textTable(
    ['lifecycle', 'share of the customers', 'ordered in the horizon', 'share of its revenue'],
    LIFECYCLES.flatMap((state) => {
      const found = lifecycle.get(state);
      return found === undefined ? [] : [[state, decimals(found.share, 3), decimals(found.returned, 3), decimals(found.revenueShare, 3)]];
    }),
  );
}

/** "median 0.99 of 9 tasks (0.89 to 1.12), 8 within 20 %" */
export function ratiosText({ ratios }: MoneyFindings): string {
  const sorted = ratios.toSorted((one, other) => one - other);
  const middle = (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
  const within = sorted.filter((ratio) => Math.abs(ratio - 1) <= 0.2).length;
  const range = `${decimals(sorted[0]!, 2)} to ${decimals(sorted.at(-1)!, 2)}`;
  return `Expected over actual revenue: median ${decimals(middle, 2)} of ${sorted.length} tasks (${range}), ${within} within 20 %.`;
}

/** One line for each of many shops. */
export function ownersTable(shops: readonly { readonly name: string; readonly owner: OwnerFindings }[]): string {
  return textTable(
    ['shop', 'high and critical raised', 'low lowered', 'sentences', 'faults', 'expected/actual', 'top 100 ordered', 'by weighted score'],
    shops.map(({ name, owner: { reasons, money } }) => [
      name.replace('simulated: ', ''),
      share(reasons.atRiskRaised),
      share(reasons.lowLowered),
      whole(reasons.sentences),
      whole(reasons.faults.length),
      money === null ? '–' : decimals(meanRatio(money), 2),
      money === null ? '–' : decimals(money.atRisk.ordered, 2),
      money === null ? '–' : decimals(money.weighted.ordered, 2),
    ]),
  );
}

const meanRatio = ({ deciles }: MoneyFindings): number =>
  deciles.reduce((sum, { expected }) => sum + expected, 0) / deciles.reduce((sum, { actual }) => sum + actual, 0);
