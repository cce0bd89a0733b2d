/** Formats a share as whole per cent; "n/a" when it was not measured. */
export const percent = (share: number): string => (Number.isFinite(share) ? `${(share * 100).toFixed(0)} %` : 'n/a');

/** Formats milliseconds, with one decimal below 100. */
export function inMs(ms: number): string {
  if (ms === Number.POSITIVE_INFINITY) return 'not in time';
  if (Number.isNaN(ms)) return 'n/a';
  return `${ms < 100 ? ms.toFixed(1) : ms.toFixed(0)} ms`;
}

/** Formats microseconds with one decimal; "n/a" when the system has no CPU times. */
export const inMicroseconds = (us: number): string => (Number.isFinite(us) ? us.toFixed(1) : 'n/a');

/** Formats a whole number with thousands separators. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en-GB');
