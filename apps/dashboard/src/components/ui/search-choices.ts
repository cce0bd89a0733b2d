import { matchSorter } from 'match-sorter';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Shown small at the end of the line. */
  readonly detail?: string | undefined;
  /** Other words that people type to find it. */
  readonly words: readonly string[];
}

/** Returns the choices that match the query, the best first. An empty query matches all. */
export const searchChoices = (choices: readonly Choice[], query: string): Choice[] =>
  matchSorter(choices, query.trim(), {
    keys: ['label', 'value', { key: 'words', threshold: matchSorter.rankings.WORD_STARTS_WITH }],
    threshold: matchSorter.rankings.CONTAINS,
    // Equal matches stay in the order of the choices.
    baseSort: (a, b) => a.index - b.index,
  });
