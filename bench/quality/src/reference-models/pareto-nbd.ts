import { digamma, lgamma, type BuyingHistory } from '#libs/scoring';
import type { BuyingModel } from './buying-model.js';
import { gaussLegendre } from './gauss-legendre.js';

const RULE = gaussLegendre(32);
/** Looked up once: the quadrature calls them a hundred times for each customer, and a global is slow to reach inside a test runner. */
const { exp, expm1, log, log1p } = Math;

/**
 * Pareto/NBD (Schmittlein, Morrison and Colombo 1987): orders at a rate from Gamma(r, α) until leaving, which comes at a rate from
 * Gamma(s, β), whether one orders or not.
 *
 * L = Γ(r+x)/Γ(r) α^r β^s {(α+T)^−(r+x) (β+T)^−s + s I}, I = ∫ from tx to T of (α+y)^−(r+x) (β+y)^−(s+1) dy. The integral is taken
 * by quadrature, which holds where the usual hypergeometric function overflows.
 */
export const PARETO_NBD: BuyingModel = {
  name: 'Pareto/NBD',
  parameters: [
    { name: 'r', isTime: false, usual: 0.25 },
    { name: 'alpha', isTime: true, usual: -1 },
    { name: 's', isTime: false, usual: -0.5 },
    { name: 'beta', isTime: true, usual: -0.5 },
  ],
  ordersTerm: (x, [r = 0, alpha = 0, s = 0, beta = 0]) => lgamma(r + x) - lgamma(r) + r * log(alpha) + s * log(beta),
  stillCustomer: ({ x, T }, [r = 0, alpha = 0, s = 0, beta = 0]) => -(r + x) * log(alpha + T) - s * log(beta + T),
  gone: (history, parameters) => leftSince(history, parameters).logWeight,
  slopes: (history, parameters) => {
    const { x, T } = history;
    const [r = 0, alpha = 0, s = 0, beta = 0] = parameters;
    const left = leftSince(history, parameters);
    const share = 1 / (1 + exp(PARETO_NBD.stillCustomer(history, parameters) - left.logWeight));
    const mixed = (still: number, gone: number): number => (1 - share) * still + share * gone;
    return [
      digamma(r + x) - digamma(r) + log(alpha) - mixed(log(alpha + T), left.logAlpha),
      r / alpha - (r + x) * mixed(1 / (alpha + T), left.overAlpha),
      log(beta) - mixed(log(beta + T), left.logBeta - 1 / s),
      s / beta - mixed(s / (beta + T), (s + 1) * left.overBeta),
    ];
  },
};

/** ln(s I), and the means of ln(α+y), 1/(α+y), ln(β+y) and 1/(β+y) over when they may have left. */
interface LeftSince {
  readonly logWeight: number;
  readonly logAlpha: number;
  readonly overAlpha: number;
  readonly logBeta: number;
  readonly overBeta: number;
}

const NOT_POSSIBLE: LeftSince = { logWeight: -Infinity, logAlpha: 0, overAlpha: 0, logBeta: 0, overBeta: 0 };

/**
 * The integrand falls from tx on, as fast as e^(−(y−tx)/d) at first; in v = ln(1 + (y−tx)/d) it is spread evenly over the nodes
 * however steep it is.
 */
function leftSince({ x, tx, T }: BuyingHistory, [r = 0, alpha = 0, s = 0, beta = 0]: readonly number[]): LeftSince {
  if (T <= tx) return NOT_POSSIBLE;
  const d = 1 / ((r + x) / (alpha + tx) + (s + 1) / (beta + tx));
  const half = log1p((T - tx) / d) / 2;
  let sum = 0;
  let logAlpha = 0;
  let overAlpha = 0;
  let logBeta = 0;
  let overBeta = 0;
  for (let node = 0; node < RULE.nodes.length; node++) {
    const v = half * (1 + RULE.nodes[node]!);
    const since = d * expm1(v);
    const lnAlpha = log1p(since / (alpha + tx));
    const lnBeta = log1p(since / (beta + tx));
    const weight = RULE.weights[node]! * exp(v - (r + x) * lnAlpha - (s + 1) * lnBeta);
    sum += weight;
    logAlpha += weight * lnAlpha;
    overAlpha += weight / (alpha + tx + since);
    logBeta += weight * lnBeta;
    overBeta += weight / (beta + tx + since);
  }
  const [lnAlphaAtLast, lnBetaAtLast] = [log(alpha + tx), log(beta + tx)];
  return {
    logWeight: log(s * sum * d * half) - (r + x) * lnAlphaAtLast - (s + 1) * lnBetaAtLast,
    logAlpha: logAlpha / sum + lnAlphaAtLast,
    overAlpha: overAlpha / sum,
    logBeta: logBeta / sum + lnBetaAtLast,
    overBeta: overBeta / sum,
  };
}
