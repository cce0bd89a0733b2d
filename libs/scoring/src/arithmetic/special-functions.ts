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
