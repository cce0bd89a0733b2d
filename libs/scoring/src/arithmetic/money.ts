/** Money is stored with four decimals and shown with two. */
const UNITS_PER_HUNDREDTH = 100n;

/**
 * Sum of integer amounts in ten-thousandths, exact whatever their size and order.
 *
 * @throws RangeError when an amount is not an integer
 */
export function exactSum(amounts: readonly number[]): bigint {
  let sum = 0;
  let magnitude = 0;
  for (const amount of amounts) {
    sum += amount;
    magnitude += Math.abs(amount);
  }
  // While the absolute values fit, no partial sum was rounded in any order; amounts may be as large as 1e16, so they need not fit.
  if (magnitude <= Number.MAX_SAFE_INTEGER) return BigInt(sum);
  return amounts.reduce((total, amount) => total + BigInt(amount), 0n);
}

/**
 * The mean of `count` amounts that add up to `units` ten-thousandths, as "123.45"; a total is the mean of one.
 * Halves round away from zero, as Postgres does with `numeric`.
 */
export function toMoney(units: bigint, count = 1): string {
  const divisor = UNITS_PER_HUNDREDTH * BigInt(count);
  const magnitude = units < 0n ? -units : units;
  const hundredths = (2n * magnitude + divisor) / (2n * divisor);
  const digits = hundredths.toString().padStart(3, '0');
  const sign = units < 0n && hundredths > 0n ? '-' : '';
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
