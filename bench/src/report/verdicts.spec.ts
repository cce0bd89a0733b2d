import type { IngestComparison } from './results.js';
import { type FreshnessLine, summariseIngest } from './summarise.js';
import { BATCH_TARGETS } from './targets.js';
import { freshnessVerdict, ingestVerdicts } from './verdicts.js';

const round = (events: number, latencyMs: number, failed = 0) => ({
  seconds: 2,
  events,
  latenciesMs: [latencyMs, latencyMs],
  failed,
  cpu: { server: 0.5, postgres: 1 },
});

const comparison = (serviceEvents: number, latencyMs: number, failed = 0): IngestComparison => ({
  plan: {
    name: 'Batches',
    eventsPerBatch: 100,
    connections: 16,
    contenders: ['yardstick', 'service'],
    rounds: 2,
    secondsPerRound: 2,
    targets: BATCH_TARGETS,
  },
  results: [
    { contender: 'yardstick', rounds: [round(10_000, 10), round(10_000, 10)], waitingScores: 0 },
    { contender: 'service', rounds: [round(serviceEvents, latencyMs, failed), round(serviceEvents, latencyMs)], waitingScores: 0 },
  ],
});

const verdictsOf = (serviceEvents: number, latencyMs: number, failed = 0): string =>
  ingestVerdicts(summariseIngest(comparison(serviceEvents, latencyMs, failed))).join('\n');

const line: FreshnessLine = {
  plan: { batchesPerSecond: 50, eventsPerBatch: 100, seconds: 20 },
  watched: 200,
  p50: 300,
  p95: 500,
  p99: 700,
  ingestP50: 20,
  ingestP99: 90,
  failed: 0,
  waitingScores: 40,
  cores: { api: 0.3, worker: 0.2, postgres: 0.5 },
};

describe('verdicts', () => {
  it('compares the rates of the same run', () => {
    const service = summariseIngest(comparison(7500, 10)).lines[1];
    expect(service).toMatchObject({ eventsPerSecond: 3750, ratio: { all: 0.75, worst: 0.75, best: 0.75 }, serverCpu: 1e6 / 15_000 });
  });

  it('says that a target is met', () => {
    expect(verdictsOf(9000, 15)).toContain('90 % of the yardstick (rounds 90 % to 90 %); the target of 75 % is met.');
    expect(verdictsOf(9000, 15)).toContain('p99 is 1.5 times the yardstick');
  });

  it('says that a moonshot is met', () => {
    expect(verdictsOf(9600, 15)).toContain('the target of 75 % is met, and so is the moonshot.');
  });

  it('says by how much a target is missed', () => {
    expect(verdictsOf(7000, 25)).toContain('the target of 75 % is not met, 5.0 points short.');
    expect(verdictsOf(7000, 25)).toContain('at most 1.5 times: not met.');
  });

  it('reports failed requests', () => {
    expect(verdictsOf(9000, 15, 3)).toContain('3 requests FAILED');
  });

  it('says whether a rate is sustained, and if not, why', () => {
    expect(freshnessVerdict(line)).toBe(
      '50 batches/s × 100: score readable after p50 300 ms, p99 700 ms, ingest p99 90.0 ms; sustained with 1.0 cores of api, worker and Postgres.',
    );
    const behind = freshnessVerdict({ ...line, waitingScores: 40_000, p99: Number.POSITIVE_INFINITY });
    expect(behind).toContain('p99 not in time (below 1500 ms: not met)');
    expect(behind).toContain('this machine does NOT sustain it (failed requests: 0, score requests left at the end: 40000)');
  });
});
