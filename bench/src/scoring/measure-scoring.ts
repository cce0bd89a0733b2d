import {
  buyingHistoriesOf,
  customerCount,
  DEFAULT_BANDS,
  explain,
  featuresOf,
  fitModel,
  linearLogits,
  type Model,
  type OrderDays,
  type OrderFacts,
  scoreCustomer,
  scoreHistory,
  scoreMbg,
} from '#libs/scoring';
import { whole } from '../report/numbers.js';
import { plainLogistic, plainMbg, type PlainCustomer } from './plain-formulas.js';
import { randomHistory } from './random-history.js';

/** One line of the report: CPU seconds of this process, which waits for no other. */
interface Line {
  readonly work: string;
  readonly seconds: number;
  readonly targetSeconds: number | null;
  /** The same work with plain objects, in the same run; null without a plain version. */
  readonly plainSeconds: number | null;
}

export interface ScoringFindings {
  readonly customers: number;
  readonly orderDays: number;
  readonly lines: readonly Line[];
  readonly microsecondsPerCustomer: number;
  readonly peakMib: number;
}

const HORIZON_DAYS = 60;
const WARM_ROUNDS = 3;
/** Maximum number of customers in a fit. */
const SAMPLE = 10_000;
const ONE_CUSTOMER_ROUNDS = 5000;
const COLUMNS = 30;
/** Number of rows of the regression's matrix in memory. The bench scores them repeatedly. */
const MATRIX_ROWS = 100_000;
/** Maximum number of plain objects. More would need more memory than the work itself. */
const MOST_PLAIN = 200_000;
const DAY_MS = 86_400_000;

/** Scores and fits a shop in memory, with the code of the service. */
export function measureScoring(customers: number, say: (line: string) => void): ScoringFindings {
  say(`Making ${whole(customers)} customers …`);
  const { history, today } = randomHistory(customers);
  const lines = [mbgLine(history, today), logisticLine(customers)];
  const models = new Map<string, Model>();
  for (const upTo of ['mbg', 'mbg+lr', 'mbg+lr+gbt'] as const) {
    say(`Fitting and scoring, up to ${upTo} …`);
    const options = { today, horizonDays: HORIZON_DAYS, bands: DEFAULT_BANDS, seed: 1, upTo };
    const fit = secondsOf(() => models.set(upTo, fitModel(history, options)));
    const model = models.get(upTo)!;
    const score = secondsOf(() => scoreHistory(history, model, today));
    lines.push({ work: `fit ${upTo}, with its replay`, seconds: fit, targetSeconds: null, plainSeconds: null });
    const targetSeconds = upTo === 'mbg+lr' ? 10 : null;
    lines.push({ work: `features and score ${upTo}`, seconds: score, targetSeconds, plainSeconds: null });
  }
  lines.push(...refitLines());
  const microsecondsPerCustomer = oneCustomer(models.get('mbg+lr+gbt')!, today);
  const peakMib = process.resourceUsage().maxRSS / 1024;
  return { customers, orderDays: history.day.length, lines, microsecondsPerCustomer, peakMib };
}

/** Measures a fit with a full sample, which is most of the work of any fit. */
function refitLines(): Line[] {
  const { history, today } = randomHistory(SAMPLE);
  return (['mbg+lr', 'mbg+lr+gbt'] as const).map((upTo) => {
    const options = { today, horizonDays: HORIZON_DAYS, bands: DEFAULT_BANDS, seed: 1, upTo };
    const seconds = warm(() => fitModel(history, options));
    return { work: `fit ${upTo} of ${whole(SAMPLE)} customers, with its replay`, seconds, targetSeconds: 2, plainSeconds: null };
  });
}

function mbgLine(history: OrderDays, today: number): Line {
  const columns = buyingHistoriesOf(history, today);
  const out = new Float64Array(customerCount(history));
  const parameters = { r: 0.6, alpha: 40, a: 0.8, b: 1.3 };
  const seconds = warm(() => scoreMbg(columns, parameters, HORIZON_DAYS, out));
  const n = Math.min(MOST_PLAIN, out.length);
  const plain = Array.from({ length: n }, (_, i) => toPlain(columns.x[i]!, columns.tx[i]!, columns.T[i]!, []));
  const plainSeconds = (warm(() => plainMbg(plain, HORIZON_DAYS)) * out.length) / n;
  return { work: 'MBG/NBD score', seconds, targetSeconds: 0.1 * millions(out.length), plainSeconds };
}

function logisticLine(customers: number): Line {
  const rows = Math.min(MATRIX_ROWS, customers);
  const matrix = Float64Array.from({ length: rows * COLUMNS }, (_, i) => Math.sin(i));
  const weights = Array.from({ length: COLUMNS }, (_, j) => Math.cos(j) / 5);
  const out = new Float64Array(rows);
  const times = customers / rows;
  const scoreAll = (): void => {
    for (let part = 0; part < times; part++) {
      linearLogits(matrix, 0.1, weights, out);
      for (let i = 0; i < rows; i++) out[i] = 1 / (1 + Math.exp(-out[i]!));
    }
  };
  const plain = Array.from({ length: rows }, (_, i) => toPlain(0, 0, 0, [...matrix.subarray(i * COLUMNS, (i + 1) * COLUMNS)]));
  const [seconds, plainSeconds] = [warm(scoreAll), warm(() => plainLogistic(plain, weights)) * times];
  return { work: 'logistic score', seconds, targetSeconds: 0.08 * millions(customers), plainSeconds };
}

const toPlain = (x: number, tx: number, T: number, features: number[]): PlainCustomer => ({ x, tx, T, features });

function oneCustomer(model: Model, today: number): number {
  const orders = Array.from({ length: 6 }, (_, k): OrderFacts => ({
    placedAtMs: (today - 20 * k - 3) * DAY_MS,
    amount: 500_000,
    refunded: 0,
    refundedAtMs: null,
    fullyRefunded: false,
    cancelled: false,
    test: false,
    foreign: false,
  }));
  const scoreAll = (): void => {
    for (let i = 0; i < ONE_CUSTOMER_ROUNDS; i++) {
      const features = featuresOf(orders, { firstSeenMs: 0 }, today * DAY_MS);
      scoreCustomer(features, model);
      explain(features, model);
    }
  };
  return (warm(scoreAll) * 1e6) / ONE_CUSTOMER_ROUNDS;
}

const millions = (count: number): number => count / 1e6;

/** Returns the time of the last round, because the service is warm too. */
function warm(work: () => unknown): number {
  let seconds = 0;
  for (let round = 0; round < WARM_ROUNDS; round++) seconds = secondsOf(work);
  return seconds;
}

function secondsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Returns a table and a list of Markdown. */
export function toScoringReport({ customers, orderDays, lines, microsecondsPerCustomer, peakMib }: ScoringFindings): string {
  const rows = lines.map(({ work, seconds, targetSeconds, plainSeconds }) => {
    const target = targetSeconds === null ? '–' : `≤ ${targetSeconds.toFixed(2)} s`;
    const ratio = plainSeconds === null ? '–' : `${(plainSeconds / seconds).toFixed(1)} ×`;
    return `| ${work} | ${seconds.toFixed(3)} s | ${target} | ${ratio} |`;
  });
  const summary = lines.filter(({ work }) => work.includes('mbg+lr')).map(({ work, seconds }) => `${work}: ${seconds.toFixed(1)} s`);
  return `${whole(customers)} customers with ${whole(orderDays)} order days in memory, one thread, CPU time.

| work | CPU | target | faster than over plain objects |
|---|---|---|---|
${rows.join('\n')}
| one customer, from orders to explanation | ${(microsecondsPerCustomer / 1000).toFixed(3)} ms | ≤ 0.100 ms | – |

- ${summary.join('; ')}.
- One customer, from orders to explanation: ${(microsecondsPerCustomer / 1000).toFixed(3)} ms. Peak memory ${whole(peakMib)} MiB.
`;
}
