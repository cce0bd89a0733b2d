import type { BehaviourResult } from '../behaviour/evaluate-behaviour.js';
import type { Section } from './result-sections.js';
import { decimals, textTable, whole } from './text-table.js';

const METHOD =
  'Simulated shops whose law is known (`bench/quality/src/behaviour`), scored one month before their end with and without what customers do beside ordering. "Truth" knows the law, and not the customers: no score can be better on average. In the first shop customers lose interest and find it again, visit while interested, and half of those who leave for good unsubscribe; reviews and tickets are noise. In the next one they pay every month and cancel on some day between. In the shops with traits, the merchant asks each customer for a rating about once a week, which depends on the interest, and keeps the last one; the other trait is noise. There, "truth" knows the orders and the last rating';

const savedShare = (score: BehaviourResult['score'], truth: BehaviourResult['truth']): string => {
  const possible = truth.orders - truth.everything;
  return possible > 0 ? `${((100 * (score.orders - score.everything)) / possible).toFixed(0)} %` : '–';
};

const changeOf = ({ orders, everything }: BehaviourResult['score']): string => `${((100 * (everything - orders)) / orders).toFixed(2)} %`;

/** Shows what behaviour and traits bring where its effect is known. */
export function behaviourSections(results: readonly BehaviourResult[]): Section[] {
  if (results.length === 0) return [];
  return [
    { kind: 'shop', name: 'Behaviour', text: METHOD },
    { kind: 'table', markdown: behaviourTable(results) },
  ];
}

/** The short form: by how much behaviour lowers the log-loss, and how much of what is possible that is. */
export const behaviourSummary = (results: readonly BehaviourResult[]): string =>
  `Simulated shops whose law is known, with and without what customers do beside ordering. "Truth" knows the law: no score can be better on average.\n\n${textTable(
    ['shop', 'log-loss', 'of what the truth saves', 'groups kept'],
    results.map(({ shop, score, truth, groups }) => [shop, changeOf(score), savedShare(score, truth), groups.join(', ') || 'none']),
  )}`;

export const behaviourTable = (results: readonly BehaviourResult[]): string =>
  textTable(
    [
      'Log-loss',
      'customers',
      'score, orders alone',
      'score',
      'change',
      'truth, orders alone',
      'truth',
      'of what the truth saves',
      'groups kept',
    ],
    results.map(({ shop, customers, score, truth, groups }) => [
      shop,
      whole(customers),
      decimals(score.orders),
      decimals(score.everything),
      changeOf(score),
      decimals(truth.orders),
      decimals(truth.everything),
      savedShare(score, truth),
      groups.join(', ') || 'none',
    ]),
  );
