/** The targets on the machine of the measurement; ratios compare with the yardstick of the same run. */
export const TARGETS = {
  ingestFirstStep: 0.7,
  ingestRatio: 0.8,
  ingestP99Ratio: 2,
  freshnessP50Ms: 1000,
  freshnessP99Ms: 2000,
  ingestP99Ms: 250,
  listP99Ms: 20,
  listRatio: 2,
  analyticsP99Ms: 50,
  recalculationRatio: 1.5,
  deliveryRatio: 0.5,
  firstAttemptP95Ms: 1000,
  deadReceiverShare: 0.1,
  growthRate: 0.9,
} as const;
