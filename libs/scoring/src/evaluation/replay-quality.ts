import { fitModel } from '../fitting/fit-model.js';
import type { Bands } from '../model/label.js';
import { countedOutcomes } from '../orders/stand-ins.js';
import { withEarlierDays } from '../model/earlier/earlier-days.js';
import { customerCount, type OrderDays } from '../orders/order-days.js';
import { scoreHistory } from '../model/score-history.js';
import { knownBy, noOrderAfter, spanOf } from '../orders/past-orders.js';
import { qualityReport, type QualityReport } from './quality-report.js';

/** Options of a replay. Days are UTC day numbers. */
export interface ReplayOptions {
  /** UTC day number of the last day with known orders. */
  readonly today: number;
  readonly horizonDays: number;
  readonly bands: Bands;
  readonly seed: number;
}

/** Quality that the score would have had one horizon ago, and what to know when reading it. */
export interface Replay {
  readonly report: QualityReport;
  /** Version of the model that was fitted to what was known then. */
  readonly modelVersion: string | null;
  /** UTC day number from which was predicted. */
  readonly origin: number;
  readonly startsInMidLife: boolean;
}

/**
 * Fits a model as of one horizon ago and compares its scores with what has happened since. A shop learns the quality from this before its
 * own predictions have matured.
 */
export function replayQuality(history: OrderDays, { today, horizonDays, bands, seed }: ReplayOptions): Replay {
  const origin = today - horizonDays;
  const horizon = { cutoff: origin, horizonDays };
  const { history: known, customers } = knownBy(history, origin);
  const model = fitModel(known, { today: origin, horizonDays, bands, seed });
  const { day, offsets } = withEarlierDays(known, model.mbg);
  const { places, isRepeat } = countedOutcomes(history, customers, horizon);
  const recencyDays = Float64Array.from(places, (i) => origin - day[offsets[i + 1]! - 1]!);
  const scores = scoreHistory(known, model, origin);
  const predicted = Float64Array.from(places, (i) => scores[i]!);
  const happened = noOrderAfter(
    history,
    places.map((i) => customers[i]!),
    horizon,
  );
  return {
    report: qualityReport({ predicted, happened, recencyDays, isRepeat }, bands, horizonDays),
    modelVersion: customers.length === 0 ? null : model.version,
    origin,
    startsInMidLife: startsInMidLife(history),
  };
}

const FIRST_DAYS = 30;
const COMPARED_DAYS = 60;
const FEWEST_NEWCOMERS = 50;
const SURPLUS = 1.5;

/**
 * Says whether a history begins in the middle of a shop's life. Then many customers who seem to join in its first 30 days are old ones, and
 * their first orders are missing. They look newer and less loyal than they are. The test: these days have more than 1.5 times as many
 * newcomers as 30 of the 60 days that follow. A shop that opened with a rush looks the same.
 */
export function startsInMidLife(history: OrderDays): boolean {
  const span = spanOf(history);
  if (span === null || span.last - span.first < FIRST_DAYS + COMPARED_DAYS) return false;
  let [atFirst, later] = [0, 0];
  for (let customer = 0; customer < customerCount(history); customer++) {
    const start = history.offsets[customer]!;
    if (start === history.offsets[customer + 1]!) continue;
    const age = history.day[start]! - span.first;
    if (age < FIRST_DAYS) atFirst += 1;
    else if (age < FIRST_DAYS + COMPARED_DAYS) later += 1;
  }
  return atFirst >= FEWEST_NEWCOMERS && atFirst > SURPLUS * ((later * FIRST_DAYS) / COMPARED_DAYS);
}
