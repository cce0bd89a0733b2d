import { mean } from '../mean.js';

/** A customer of a test, with what a ranking says about them. */
export interface Ranked {
  readonly isContacted: boolean;
  readonly outcome: number;
  /** Higher ranks are contacted first. */
  readonly rank: number;
}

/**
 * The Qini coefficient (N. Radcliffe, 2007) as a share of what contacting all customers brings: the area between the gains of contacting the
 * first of a ranking, and the straight line to the gain of all. 0 is a random ranking.
 *
 * @param customers in a random order, which decides between equal ranks
 */
export function qiniOf(customers: readonly Ranked[]): number {
  const ordered = customers.toSorted((a, b) => b.rank - a.rank);
  const counts = { treated: 0, treatedOutcome: 0, control: 0, controlOutcome: 0 };
  const gain = (): number => counts.treatedOutcome - (counts.control === 0 ? 0 : (counts.controlOutcome * counts.treated) / counts.control);
  let area = 0;
  for (const { isContacted, outcome } of ordered) {
    counts[isContacted ? 'treated' : 'control'] += 1;
    counts[isContacted ? 'treatedOutcome' : 'controlOutcome'] += outcome;
    area += gain();
  }
  const total = gain();
  return total === 0 ? 0 : area / total / ordered.length - 0.5;
}

/** Mean and standard deviation. */
export function spreadOfRuns(values: readonly number[]): { mean: number; deviation: number } {
  const center = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - center) ** 2, 0);
  return { mean: center, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) };
}
