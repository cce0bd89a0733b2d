/** The form for CI: shorter faults, and time limits for a machine that may be busy. */
export const SHORT = process.env['CHURN_FAULTS_FORM'] !== 'full';

/** Limits in time are multiplied by this; 1 holds the service to what is promised. */
export const PATIENCE = Number(process.env['CHURN_FAULTS_PATIENCE'] ?? '1');

/** Durations of a fault: the one that the service promises to survive, and a shorter one for CI. */
export const lasting = (fullMs: number, shortMs: number): number => (SHORT ? shortMs : fullMs);

/** A worker that died while it delivered holds its address for so long. */
export const LEASE_MS = 26_000;

/** The promised duration, in milliseconds. */
export const PROMISED = {
  /** I2: what was acknowledged is scored so soon after the repair. */
  scored: 60_000 * PATIENCE,
  /** I6: an answer or a refusal. */
  answer: 6000 * PATIENCE,
  /** I7: an event that is sent after the repair. */
  fresh: 5000 * PATIENCE,
};
