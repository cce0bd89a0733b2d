/** Settings that no single shop can determine. They were chosen on simulated shops by `npm run choose-blend`. */
export interface BlendSettings {
  /** Log-loss that a shop's own weights must save in total to move from the usual ones: this for a whole weight, its square for less. */
  readonly pull: number;
  /** Periods that the level of MBG/NBD is worth beside those that the learners have seen. */
  readonly periodsOfMbg: number;
  /**
   * Rows with the rarer of the two outcomes that give the learners half of their usual weight: a thousand customers of which three came
   * back teach what three can teach.
   */
  readonly outcomesForHalf: number;
  /** Such rows with which the regression starts from half as much of MBG/NBD as with the fewest. */
  readonly outcomesForOwnStart: number;
  /** Share of MBG/NBD that it starts from with the fewest rows. */
  readonly mostOwnStart: number;
}

/** The settings that production uses. */
export const BLEND_SETTINGS: BlendSettings = {
  pull: 4,
  periodsOfMbg: 6,
  outcomesForHalf: 100,
  outcomesForOwnStart: 1000,
  mostOwnStart: 0.8,
};
