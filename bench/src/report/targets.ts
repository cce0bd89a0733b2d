import type { IngestTargets } from './results.js';

/** The targets on the machine of the measurement; ratios compare with the yardstick of the same run. */
export const TARGETS = {
  freshnessP50Ms: 500,
  freshnessP99Ms: 1500,
  ingestP99Ms: 250,
  listP99Ms: 15,
  listRatio: 2,
  analyticsP99Ms: 50,
  recalculationRatio: 0.65,
  diskGb: 2.5,
  nightShare: 0.02,
  nightMs: 20_000,
  deliveryRatio: 0.5,
  firstAttemptP95Ms: 1000,
  deadReceiverShare: 0.1,
  growthRate: 0.85,
} as const;

export const BATCH_TARGETS: IngestTargets = {
  ratio: { service: { target: 0.75, moonshot: 0.95 }, serviceScoring: { target: 0.6, moonshot: 0.8 } },
  p99Ratio: 1.5,
};

export const SINGLE_TARGETS: IngestTargets = { ratio: { service: { target: 0.9, moonshot: 1 } }, p99Ratio: 2 };
