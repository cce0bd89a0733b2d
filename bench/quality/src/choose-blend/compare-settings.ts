import {
  type Horizon,
  BLEND_SETTINGS,
  type BlendSettings,
  customerCount,
  DEFAULT_BANDS,
  fitModel,
  historyOf,
  knownBy,
  measure,
  noOrderAfter,
  type OrderDays,
  scoreHistory,
  SeededRandom,
  spanOf,
} from '#libs/scoring';
import { backtestTasks } from '../backtest/backtest-tasks.js';
import { type Kind, KINDS, variedShop } from '../shops/varied-shops.js';
import { mean } from '../mean.js';

/** Every pull with every outcomes, and other periods and starts with the pull and outcomes in use. */
const CANDIDATES: readonly BlendSettings[] = [
  ...[2, 4, 8].flatMap((pull) => [50, 100, 200].map((outcomesForHalf) => ({ ...BLEND_SETTINGS, pull, outcomesForHalf }))),
  ...[1, 4].map((periodsOfMbg) => ({ ...BLEND_SETTINGS, periodsOfMbg })),
  ...[1, 100, 300].map((outcomesForOwnStart) => ({ ...BLEND_SETTINGS, outcomesForOwnStart })),
  ...[0.5, 0.6, 1].map((mostOwnStart) => ({ ...BLEND_SETTINGS, mostOwnStart })),
];
/** Customers that a shop is fitted to; the others of the shop evaluate it. Infinity: all, evaluated on themselves. */
const SIZES = [50, 200, 450, Infinity] as const;
const HORIZONS = [30, 90];
const MOST_EVALUATED = 2000;
const FIRST_DAY = 19_723;

/** Log-loss of the blend over that of MBG/NBD alone, less one, for one size and kind of shop; a number for each candidate. */
export interface Comparison {
  readonly size: number;
  readonly kind: Kind;
  readonly tasks: number;
  readonly gains: readonly number[];
}

/** Fits every candidate to the shops of every kind and size. */
export function compareSettings(plan: { readonly seed: number; readonly shops: number }, say: (line: string) => void): Comparison[] {
  return KINDS.flatMap((kind) => {
    say(`${kind} …`);
    const shops = Array.from({ length: plan.shops }, (_, i) => simulate(kind, plan.seed + i));
    return SIZES.map((size) => compareOn(kind, size, shops)).filter(({ tasks }) => tasks > 0);
  });
}

function compareOn(kind: Kind, size: number, shops: readonly OrderDays[]): Comparison {
  const losses = shops.flatMap((history) => {
    const span = spanOf(history);
    if (span === null) return [];
    return backtestTasks(span, HORIZONS, 1).flatMap((task) => lossesOf(history, task, size));
  });
  const meanAt = (at: number): number => mean(losses.map((each) => each[at]!));
  return { size, kind, tasks: losses.length, gains: CANDIDATES.map((_, i) => meanAt(i + 1) / meanAt(0) - 1) };
}

/** Log-loss of MBG/NBD, then of each candidate; none for a shop that is too small. */
function lossesOf(history: OrderDays, task: Horizon, size: number): number[][] {
  const { history: known, customers } = knownBy(history, task.cutoff);
  const n = customerCount(known);
  const all = Uint32Array.from({ length: n }, (_, i) => i);
  if (Number.isFinite(size) && n < 1.5 * size) return [];
  const drawn = Number.isFinite(size) ? new SeededRandom(task.cutoff).sample(n, size) : all;
  const within = new Set(drawn);
  const evaluated = (drawn === all ? all : all.filter((i) => !within.has(i))).slice(0, MOST_EVALUATED);
  const happened = noOrderAfter(history, evaluated.map((i) => customers[i]!), task); // prettier-ignore
  const options = { today: task.cutoff, horizonDays: task.horizonDays, bands: DEFAULT_BANDS, seed: 1 };
  const lossOf = (own: Partial<Parameters<typeof fitModel>[1]>): number => {
    const model = fitModel(historyOf(known, drawn), { ...options, ...own });
    return measure({ predicted: scoreHistory(historyOf(known, evaluated), model, task.cutoff), happened }).logLoss;
  };
  return [[lossOf({ upTo: 'mbg' }), ...CANDIDATES.map((settings) => lossOf({ settings }))]];
}

function simulate(kind: Kind, seed: number): OrderDays {
  const shop = variedShop(kind, new SeededRandom(seed, KINDS.indexOf(kind)));
  const customers = Array.from({ length: shop.customers }, (_, i) => shop.ordersOf(new SeededRandom(seed, KINDS.length + i)));
  const offsets = new Uint32Array(customers.length + 1);
  for (const [i, orders] of customers.entries()) offsets[i + 1] = offsets[i]! + orders.length;
  const rows = customers.flat();
  return { offsets, day: Int32Array.from(rows, ({ day }) => FIRST_DAY + day), value: Float64Array.from(rows, ({ value }) => value) };
}

/** A Markdown table for each size: the mean over kinds, and the kind that a candidate is worst for. */
export function toTable(comparisons: readonly Comparison[]): string {
  return SIZES.map((size) => {
    const own = comparisons.filter((each) => each.size === size);
    const rows = CANDIDATES.map(({ pull, periodsOfMbg, outcomesForHalf, outcomesForOwnStart, mostOwnStart }, i) => {
      const gains = own.map(({ gains: all }) => all[i]!);
      const worst = own.toSorted((one, other) => other.gains[i]! - one.gains[i]!)[0];
      return `| ${pull} | ${outcomesForHalf} | ${periodsOfMbg} | ${outcomesForOwnStart} | ${mostOwnStart} | ${percent(mean(gains))} | ${percent(Math.max(...gains))} | ${worst?.kind ?? ''} |`;
    });
    const title = Number.isFinite(size) ? `${size} customers` : 'All customers';
    return `### ${title}: log-loss against MBG/NBD alone\n\n| pull | outcomes | periods | own start | at most | mean of kinds | worst | kind |\n|---|---|---|---|---|---|---|---|\n${rows.join('\n')}\n\n`;
  }).join('');
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
