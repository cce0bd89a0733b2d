import type { ClosedLoopResult } from '../load/closed-loop.js';

/** The contenders: the yardstick, the service without scoring, and the service with a worker that scores. */
export type Contender = 'yardstick' | 'service' | 'serviceScoring';

/** Targets of the comparison with yardstick A, as shares of its rate. */
export interface IngestTargets {
  readonly ratio: Readonly<Partial<Record<Contender, { readonly target: number; readonly moonshot: number }>>>;
  /** p99, as a multiple of the yardstick's. */
  readonly p99Ratio: number;
}

export interface IngestPlan {
  readonly name: string;
  readonly eventsPerBatch: number;
  readonly connections: number;
  readonly contenders: readonly Contender[];
  readonly rounds: number;
  readonly secondsPerRound: number;
  readonly targets: IngestTargets;
}

/** A contender's rounds, in the order in which they ran. */
export interface IngestResult {
  readonly contender: Contender;
  readonly rounds: readonly ClosedLoopResult[];
  /** Number of waiting score requests at the end of the last round. */
  readonly waitingScores: number;
}

export interface IngestComparison {
  readonly plan: IngestPlan;
  readonly results: readonly IngestResult[];
}

export interface FreshnessPlan {
  readonly batchesPerSecond: number;
  readonly eventsPerBatch: number;
  /** Duration of the measurement, after a warm-up at the same rate. */
  readonly seconds: number;
}

export interface FreshnessResult {
  readonly plan: FreshnessPlan;
  /** Time from the planned instant of a batch until a new score of one of its customers was read; infinite: not in time. */
  readonly freshnessMs: readonly number[];
  /** Time from the planned instant of a batch until its answer. */
  readonly ingestMs: readonly number[];
  readonly failed: number;
  /** Number of waiting score requests when the last batch was answered. */
  readonly waitingScores: number;
  /** Average number of used cores while batches were sent. */
  readonly cores: { readonly api: number; readonly worker: number; readonly postgres: number };
}
