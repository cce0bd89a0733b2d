/** The priority lane: fresh events, or imported history. */
export interface Lane {
  readonly backfill: boolean;
}
