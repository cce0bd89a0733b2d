/** Money is stored with four decimals and shown with two. */
const UNITS_PER_HUNDREDTH = 100n;

/** Adds up whole numbers exactly, in any order and of any size. */
export class ExactSum {
  private near = 0;
  private beyond = 0n;

  /** @param amount an integer as a double holds it; it may be beyond the safe ones */
  add(amount: number): void {
    const next = this.near + amount;
    // A sum of two doubles that is a safe integer was not rounded.
    if (Math.abs(next) > Number.MAX_SAFE_INTEGER) {
      this.beyond += BigInt(this.near) + BigInt(amount);
      this.near = 0;
    } else this.near = next;
  }

  /** @throws RangeError when an amount was not an integer */
  get total(): bigint {
    return this.beyond + BigInt(this.near);
  }
}

/**
 * Returns the sum of integer amounts in ten-thousandths. It is exact for any size and order.
 *
 * @throws RangeError when an amount is not an integer
 */
export function exactSum(amounts: readonly number[]): bigint {
  const sum = new ExactSum();
  for (const amount of amounts) sum.add(amount);
  return sum.total;
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
