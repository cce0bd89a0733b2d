import type { Contender, FreshnessPlan, FreshnessResult, IngestComparison, IngestPlan, IngestResult } from './results.js';
import { percentile } from './percentile.js';

/** All rounds of one contender as one measurement. Latencies in milliseconds, CPU time in microseconds per event. */
export interface IngestLine {
  readonly contender: Contender;
  readonly eventsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly serverCpu: number;
  readonly postgresCpu: number;
  readonly failed: number;
  readonly waitingScores: number;
  /** Events per second as a share of the yardstick's: over all rounds, in the worst round and in the best. */
  readonly ratio: { readonly all: number; readonly worst: number; readonly best: number };
}

export interface IngestSummary {
  readonly plan: IngestPlan;
  readonly lines: readonly IngestLine[];
}

export function summariseIngest({ plan, results }: IngestComparison): IngestSummary {
  const yardstick = results.find(({ contender }) => contender === 'yardstick');
  if (yardstick === undefined) throw new Error('nothing to compare with: the yardstick did not run');
  return { plan, lines: results.map((result) => toLine(result, yardstick)) };
}

function toLine(result: IngestResult, yardstick: IngestResult): IngestLine {
  const { rounds, contender, waitingScores } = result;
  const events = sumOf(rounds, (round) => round.events);
  const latencies = rounds.flatMap((round) => round.latenciesMs);
  const ratios = rounds.map((round, index) => {
    const other = yardstick.rounds[index];
    return other === undefined ? Number.NaN : round.events / round.seconds / (other.events / other.seconds);
  });
  return {
    contender,
    eventsPerSecond: rateOf(result),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    serverCpu: (sumOf(rounds, (round) => round.cpu.server) * 1e6) / events,
    postgresCpu: (sumOf(rounds, (round) => round.cpu.postgres) * 1e6) / events,
    failed: sumOf(rounds, (round) => round.failed),
    waitingScores,
    ratio: { all: rateOf(result) / rateOf(yardstick), worst: Math.min(...ratios), best: Math.max(...ratios) },
  };
}

const rateOf = ({ rounds }: IngestResult): number => sumOf(rounds, (round) => round.events) / sumOf(rounds, (round) => round.seconds);

const sumOf = <T>(items: readonly T[], value: (item: T) => number): number => items.reduce((sum, item) => sum + value(item), 0);

/** The results at one rate of batches. Times are in milliseconds; infinite means "not within the waiting time". */
export interface FreshnessLine {
  readonly plan: FreshnessPlan;
  readonly watched: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly ingestP50: number;
  readonly ingestP99: number;
  readonly failed: number;
  readonly waitingScores: number;
  readonly cores: FreshnessResult['cores'];
}

export const summariseFreshness = ({ plan, freshnessMs, ingestMs, failed, waitingScores, cores }: FreshnessResult): FreshnessLine => ({
  plan,
  watched: freshnessMs.length,
  p50: percentile(freshnessMs, 0.5),
  p95: percentile(freshnessMs, 0.95),
  p99: percentile(freshnessMs, 0.99),
  ingestP50: percentile(ingestMs, 0.5),
  ingestP99: percentile(ingestMs, 0.99),
  failed,
  waitingScores,
  cores,
});
