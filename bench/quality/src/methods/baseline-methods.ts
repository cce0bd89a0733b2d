import { customerCount, fitLogistic, knownBy, noOrderAfter, type OrderDays } from '#libs/scoring';
import { constantFor, type Method, type Question } from './question.js';

export const BASE_RATE = 'base rate';

/** The same minimum as the regression of production: fewer teach nothing. */
const LEAST_OF_EACH = 5;
const RIDGE = 1;

/** Methods that shops use without a model, which a model must beat. */
export const baselineMethods = (): Method[] => [
  { name: BASE_RATE, predict: (question) => constantFor(question, shareWithoutOrder(question)) },
  { name: 'recency alone', predict: recencyAlone },
  { name: 'rule: no order for H days', predict: silentForHorizon },
  { name: 'RFM quintiles', predict: rfmQuintiles },
];

/** The last horizon that has passed: the customers with orders before it, and what they did in it. */
function replay({ known, task }: Question): { before: OrderDays; origin: number; happened: Uint8Array } {
  const origin = task.cutoff - task.horizonDays;
  const { history: before, customers } = knownBy(known, origin);
  return { before, origin, happened: noOrderAfter(known, customers, { cutoff: origin, horizonDays: task.horizonDays }) };
}

/** Share of customers without an order in the last horizon; (k + 1) / (n + 2) after Laplace, so that ten customers do not claim certainty. */
function shareWithoutOrder(question: Question): number {
  const { happened } = replay(question);
  return (happened.reduce((sum, each) => sum + each, 0) + 1) / (happened.length + 2);
}

const recencies = (history: OrderDays, today: number): Float64Array =>
  Float64Array.from({ length: customerCount(history) }, (_, i) => today - history.day[history.offsets[i + 1]! - 1]!);

/** Days since the last order and nothing else: logistic regression on their logarithm, learned from the last horizon. */
function recencyAlone(question: Question): Float64Array | null {
  const { before, origin, happened } = replay(question);
  const returned = happened.reduce((count, each) => count + 1 - each, 0);
  if (returned < LEAST_OF_EACH || happened.length - returned < LEAST_OF_EACH) return null;
  const features = recencies(before, origin).map(Math.log1p);
  const { intercept, coefficients } = fitLogistic({ columnCount: 1, features, label: happened }, RIDGE);
  return recencies(question.evaluated, question.task.cutoff).map(
    (days) => 1 / (1 + Math.exp(-intercept - (coefficients[0] ?? 0) * Math.log1p(days))),
  );
}

/** Gone if silent for the horizon, else not: the usual segment of a mailing tool. */
const silentForHorizon = ({ evaluated, task }: Question): Float64Array =>
  recencies(evaluated, task.cutoff).map((days) => (days >= task.horizonDays ? 1 : 0));

const PARTS = 5;

/** Recency, frequency and money as fifths of the shop's customers, added up and read as a probability. */
function rfmQuintiles({ evaluated, task }: Question): Float64Array {
  const n = customerCount(evaluated);
  const rows = (i: number): [number, number] => [evaluated.offsets[i]!, evaluated.offsets[i + 1]!];
  const frequency = Float64Array.from({ length: n }, (_, i) => rows(i)[1] - rows(i)[0]);
  const money = Float64Array.from({ length: n }, (_, i) =>
    evaluated.value.subarray(...rows(i)).reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0),
  );
  const fifths = [recencies(evaluated, task.cutoff).map((days) => -days), frequency, money].map(fifthsOf);
  const [least, most] = [3, 3 * PARTS];
  return Float64Array.from({ length: n }, (_, i) => {
    const points = fifths.reduce((sum, fifth) => sum + fifth[i]!, 0);
    return 1 - (points - least) / (most - least);
  });
}

/** 1 to 5 by rank; ties share the lowest rank among them. */
function fifthsOf(values: Float64Array): Float64Array {
  const sorted = values.toSorted();
  return values.map((value) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return 1 + Math.floor((PARTS * low) / sorted.length);
  });
}
