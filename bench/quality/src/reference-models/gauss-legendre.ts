/** Nodes in (−1, 1) and their weights, which add up to 2. */
export interface Quadrature {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** Far more rounds than Newton's method needs from the starting points below. */
const NEWTON_ROUNDS = 20;

/** The Gauss–Legendre rule of n nodes: exact for polynomials of degree 2n − 1 (Abramowitz and Stegun 25.4.29). */
export function gaussLegendre(n: number): Quadrature {
  const nodes = new Float64Array(n);
  const weights = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 1;
    for (let round = 0; round < NEWTON_ROUNDS; round++) {
      const { value, derivative } = legendre(n, x);
      slope = derivative;
      x -= value / derivative;
    }
    nodes[i] = x;
    weights[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return { nodes, weights };
}

/** The Legendre polynomial of degree n and its derivative, by Bonnet's recursion. */
function legendre(n: number, x: number): { value: number; derivative: number } {
  let [before, value] = [1, x];
  for (let degree = 2; degree <= n; degree++) {
    [before, value] = [value, ((2 * degree - 1) * x * value - (degree - 1) * before) / degree];
  }
  return { value, derivative: (n * (x * value - before)) / (x * x - 1) };
}
