/** Customers of a past day by what they did in the horizon after it. */
export interface Outcomes {
  readonly stayedAway: number;
  readonly returned: number;
}

/** With fewer of either, the quality of a score would be a number that chance made. */
const LEAST_OF_EACH = 50;

/** Says whether there are enough customers of both kinds to measure the quality of a score. */
export const isEnoughEvidence = ({ stayedAway, returned }: Outcomes): boolean => Math.min(stayedAway, returned) >= LEAST_OF_EACH;
