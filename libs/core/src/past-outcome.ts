/**
 * The customers of a past week by what they did in the horizon after it, stored with the week (`past_weeks.outcome`). The worker writes it,
 * the API reads it. Money is in cents of the tenant's currency: plain numbers, so that they survive JSON.
 */
export interface PastOutcome {
  /** Ten equal parts of the score range, from the lowest. */
  readonly bins: readonly PastBin[];
  /** The customers that the list would have named: those who were slipping away, and those with a second order due. */
  readonly listed: PastListed;
}

export interface PastBin {
  /** Customers, those included that control groups represent. */
  readonly n: number;
  /** Sum of the scores, in ten-thousandths. */
  readonly scoreUnits: number;
  /** Customers without an order in the horizon. */
  readonly stayedAway: number;
}

/** The customers to contact of a past week. The API answers with these numbers. */
export interface PastListed {
  readonly returned: PastGroup;
  readonly stayedAway: PastGroup;
  /** The revenue of those who returned, in the horizon. */
  readonly spentCents: number;
}

export interface PastGroup {
  readonly customers: number;
  /** Sum of the scores, in ten-thousandths. */
  readonly scoreUnits: number;
  readonly expectedCents: number;
  readonly atRiskCents: number;
}

/** Intervals of the expected revenue by its length in days, from the past weeks of a shop (`past_replays.intervals`). */
export type PastIntervals = Readonly<Record<string, PastInterval>>;

export interface PastInterval {
  /** Factors of the expected revenue; null where the past is too short. */
  readonly factors: { readonly p10: number; readonly p90: number } | null;
  /** Past weeks with an outcome. Their horizons overlap, so they carry no more evidence than `independent` independent weeks. */
  readonly replays: number;
  readonly independent: number;
}
