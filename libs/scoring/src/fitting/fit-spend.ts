import type { SpendHistory } from '../model/gamma-gamma.js';
import { spendOf, type SpendModel } from '../model/order-value.js';
import { quantileOf, toSorted } from '../orders/gaps.js';
import { customerCount, type CustomerRows, type OrderDays } from '../orders/order-days.js';
import { fitGammaGamma } from './fit-gamma-gamma.js';

/** Fewer customers show no usual value that one of them could be far from. */
const LEAST_CUSTOMERS_OF_CAP = 5;
/** Fewer customers who came back do not tell habits from chance. */
const LEAST_CUSTOMERS = 20;
const MOST_CUSTOMERS = 2000;
/** Order days of one customer that are read, latest last. More of them say the same of a habit. */
const MOST_DAYS = 1000;

/** A value counts as usual up to the upper quartile and this many times the distance of the quartiles, in logarithms (Tukey's outer fence) … */
const FENCE = 3;
/** … or up to this many times the median, for shops in which all prices are nearly the same … */
const USUAL_MULTIPLE = 5;
/** … or up to what this share of the customers has reached, and at least as many: that is a second price, and no outlier. */
const REACHED_BY = { share: 0.02, customers: 5 } as const;

/** Values of the order days of one customer. */
interface OwnValues {
  readonly rows: CustomerRows;
  readonly median: number;
  readonly largest: number;
}

/** Reads what an order day is worth in a shop. Null where too few customers have a known amount. */
export function fitSpend(sample: OrderDays): SpendModel | null {
  const customers: OwnValues[] = [];
  for (let i = 0; i < customerCount(sample) && customers.length < MOST_CUSTOMERS; i++) {
    const to = sample.offsets[i + 1]!;
    const own = ownValues(sample, { from: Math.max(sample.offsets[i]!, to - MOST_DAYS), to });
    if (own !== null) customers.push(own);
  }
  if (customers.length < LEAST_CUSTOMERS_OF_CAP) return null;
  const cap = capOf(customers);
  const histories = customers.map(({ rows }) => spendOf(sample, rows, cap)!);
  return { cap, parameters: parametersOf(histories) };
}

function parametersOf(histories: readonly SpendHistory[]): SpendModel['parameters'] {
  if (histories.filter(({ orders }) => orders > 1).length < LEAST_CUSTOMERS) return null;
  const { p, q, gamma } = fitGammaGamma(histories);
  return [p, q, gamma].every((each) => Number.isFinite(each) && each > 0) ? { p, q, gamma } : null;
}

/** The highest value that is usual in the shop. Each customer counts once, so that it does not follow from one who orders often. */
function capOf(customers: readonly OwnValues[]): number {
  const lnMedians = toSorted(customers.map(({ median }) => Math.log(median)));
  const [lower, middle, upper] = [0.25, 0.5, 0.75].map((share) => quantileOf(lnMedians, share)) as [number, number, number];
  const largest = toSorted(customers.map((own) => own.largest));
  const reachedBy = Math.max(REACHED_BY.customers, Math.ceil(REACHED_BY.share * customers.length));
  const usual = Math.max(Math.exp(upper + FENCE * (upper - lower)), USUAL_MULTIPLE * Math.exp(middle), largest.at(-reachedBy)!);
  return Math.min(Number.MAX_VALUE, usual);
}

/** Null without a day of known value. */
function ownValues({ value }: OrderDays, rows: CustomerRows): OwnValues | null {
  const known = toSorted(value.subarray(rows.from, rows.to).filter((each) => each > 0));
  return known.length === 0 ? null : { rows, median: quantileOf(known, 0.5), largest: known.at(-1)! };
}
