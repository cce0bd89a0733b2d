/** The explanation of a score, stored beside it (`customers.report`): written by the worker, read by the api. */
export interface ScoreReport {
  readonly recencyDays: number;
  readonly frequencyOrders30d: number;
  readonly averageOrderValue: string | null;
  readonly avgGapDays: number | null;
  readonly overdueRatio: number | null;
  /** ISO 8601 UTC. */
  readonly expectedNextOrderAt: string | null;
  readonly horizonDays: number;
  readonly foreignOrders: number;
  readonly explanation: readonly {
    readonly factor: string;
    readonly value: number;
    readonly typical: number | null;
    readonly effect: number;
    readonly text: string;
  }[];
}
