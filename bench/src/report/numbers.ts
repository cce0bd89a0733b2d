/** A share as whole per cent; "n/a" when it was not measured. */
export const percent = (share: number): string => (Number.isFinite(share) ? `${(share * 100).toFixed(0)} %` : 'n/a');

/** Milliseconds, with a decimal below a hundred. */
export function inMs(ms: number): string {
  if (ms === Number.POSITIVE_INFINITY) return 'not in time';
  if (Number.isNaN(ms)) return 'n/a';
  return `${ms < 100 ? ms.toFixed(1) : ms.toFixed(0)} ms`;
}

/** Microseconds with a decimal; "n/a" where the system does not tell CPU times. */
export const inMicroseconds = (us: number): string => (Number.isFinite(us) ? us.toFixed(1) : 'n/a');

/** A whole number with thousands apart. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en-GB');
