/** Lanczos approximation with g = 7 and n = 9 (Godfrey's coefficients): about 15 digits for every positive argument. */
const LANCZOS_G = 7;
const LANCZOS_FIRST = 0.99999999999980993;
const LANCZOS_REST = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012,
  9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;
const HALF_LN_2PI = 0.5 * Math.log(2 * Math.PI);

/** ln Γ(z) for z > 0. */
export function lgamma(z: number): number {
  // The series holds from one half on; below it, reflection leads there.
  if (z < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * z)) - lgamma(1 - z);
  const shifted = z - 1;
  let series = LANCZOS_FIRST;
  let denominator = shifted;
  for (const coefficient of LANCZOS_REST) {
    denominator += 1;
    series += coefficient / denominator;
  }
  const base = shifted + LANCZOS_G + 0.5;
  return HALF_LN_2PI + (shifted + 0.5) * Math.log(base) - base + Math.log(series);
}

/** ln B(p, q) for p, q > 0. */
export function lbeta(p: number, q: number): number {
  return lgamma(p) + lgamma(q) - lgamma(p + q);
}

/** ln(e^one + e^other) without leaving the logarithm, so that neither overflows nor vanishes. */
export function logaddexp(one: number, other: number): number {
  const larger = Math.max(one, other);
  if (!Number.isFinite(larger)) return larger;
  return larger + Math.log1p(Math.exp(Math.min(one, other) - larger));
}

const DIGAMMA_SERIES_FROM = 6;

/** ψ(z) = d/dz ln Γ(z) for z > 0: recurrence up to 6, then the asymptotic series (Bernardo 1976, AS 103), about 11 digits. */
export function digamma(z: number): number {
  let shifted = z;
  let sum = 0;
  while (shifted < DIGAMMA_SERIES_FROM) {
    sum -= 1 / shifted;
    shifted += 1;
  }
  const square = 1 / (shifted * shifted);
  const tail = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))));
  return sum + Math.log(shifted) - 0.5 / shifted - tail;
}

const MOST_FRACTIONS = 300;
const FRACTION_TOLERANCE = 1e-14;
const TINY = 1e-300;

/** ln of the incomplete beta function, the integral of u^(p−1) (1−u)^(q−1) from 0 to `upTo`, for p, q > 0 and 0 < upTo < 1. */
export function lnIncompleteBeta(upTo: number, p: number, q: number): number {
  // The fraction converges fast below the mean; above it, the rest of the whole integral does.
  if (upTo <= (p + 1) / (p + q + 2)) return lnLowerBeta(upTo, p, q);
  const whole = lbeta(p, q);
  return whole + Math.log1p(-Math.exp(Math.min(-Number.EPSILON, lnLowerBeta(1 - upTo, q, p) - whole)));
}

/** The continued fraction of the incomplete beta function by Lentz's method (Numerical Recipes, 6.4). */
function lnLowerBeta(upTo: number, p: number, q: number): number {
  let numerator = 1;
  let denominator = 1 / notZero(1 - ((p + q) * upTo) / (p + 1));
  let fraction = denominator;
  const step = (coefficient: number): number => {
    denominator = 1 / notZero(1 + coefficient * denominator);
    numerator = notZero(1 + coefficient / numerator);
    return numerator * denominator;
  };
  for (let m = 1; m <= MOST_FRACTIONS; m++) {
    fraction *= step((m * (q - m) * upTo) / ((p + 2 * m - 1) * (p + 2 * m)));
    const factor = step((-(p + m) * (p + q + m) * upTo) / ((p + 2 * m) * (p + 2 * m + 1)));
    fraction *= factor;
    if (Math.abs(factor - 1) < FRACTION_TOLERANCE) break;
  }
  return p * Math.log(upTo) + q * Math.log1p(-upTo) - Math.log(p) + Math.log(fraction);
}

const notZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
