/** Settings that no single shop can determine. They were chosen on simulated shops by `npm run choose-blend`. */
export interface BlendSettings {
  /** Log-loss that a shop's own weights must save in total to move from the usual ones: this for a whole weight, its square for less. */
  readonly pull: number;
  /** Weight of MBG/NBD's level against the levels that the learners have seen, in periods. */
  readonly periodsOfMbg: number;
  /**
   * Number of rows with the rarer outcome at which the learners get half of their usual weight. If three of a
   * thousand customers came back, all of them together teach as little as three rows.
   */
  readonly outcomesForHalf: number;
  /** Number of rows with the rarer outcome at which the regression starts from half as much of MBG/NBD as with the fewest. */
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
