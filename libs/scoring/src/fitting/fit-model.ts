import { withEarlierDays } from '../model/earlier/earlier-days.js';
import { PRIOR_MBG } from '../model/prior.js';
import { historyOf, spanOf } from '../orders/past-orders.js';
import type { Bands } from '../model/label.js';
import { BLEND_SETTINGS } from '../learning/blend-settings.js';
import type { BlendSettings } from '../learning/blend-settings.js';
import { coldStartModel, fittedVersion } from '../model/model.js';
import type { FitFacts, Model, ModelFamily } from '../model/model.js';
import { orderDaysUntil } from '../orders/order-days.js';
import { inOrderOfHistory } from '../orders/order-of-customers.js';
import type { OrderDays } from '../orders/order-days.js';
import { scoreHistory } from '../model/score-history.js';
import { regularCustomer } from '../explaining/regular-customer.js';
import { defaultHorizon } from './default-horizon.js';
import { fitLadder } from './fit-ladder.js';
import type { Rungs } from './fit-ladder.js';
import { fitRhythm } from './fit-rhythm.js';
import { fitOutlook } from './fit-outlook.js';
import { fitSpend } from './fit-spend.js';
import { visibleFrom } from './visible-from.js';

/** Options of a fit. Days are UTC day numbers. */
export interface FitOptions {
  /** UTC day number of the last day with known orders. Later ones are ignored. */
  readonly today: number;
  /** Null: the shop's own, by `defaultHorizon`. */
  readonly horizonDays: number | null;
  readonly bands: Bands;
  /** Whole number. The same history, options and seed give the same model. */
  readonly seed: number;
  /** The highest rung to climb to, for comparisons; as high as the history allows unless given. */
  readonly upTo?: Exclude<ModelFamily, 'mbg-prior'>;
  /** For choosing them; `BLEND_SETTINGS` unless given. */
  readonly settings?: BlendSettings;
}

/**
 * The model of a shop from everything its customers ordered up to `today`.
 *
 * Never throws for any data: where the history does not allow a rung, the model is that of the rung below, and without any
 * customer the one that every new shop has. Time and memory are bounded by samples.
 */
export function fitModel(history: OrderDays, options: FitOptions): Model {
  const { today, bands } = options;
  const known = inOrderOfHistory(withOrders(orderDaysUntil(history, today)));
  const span = spanOf(withEarlierDays(known, PRIOR_MBG));
  const horizonDays = options.horizonDays ?? defaultHorizon(known);
  if (span === null) return coldStartModel(horizonDays, bands);
  const task = {
    today,
    firstDay: visibleFrom(known) ?? span.first,
    horizonDays,
    seed: options.seed,
    highest: options.upTo ?? 'mbg+lr+gbt',
    settings: options.settings ?? BLEND_SETTINGS,
  } as const;
  const rungs = fitLadder(known, task);
  const family = familyOf(rungs);
  const fit = {
    today,
    firstDay: task.firstDay,
    customers: known.offsets.length - 1,
    orderDays: known.day.length,
    rows: rungs.learned?.rows ?? 0,
    returns: rungs.learned?.returns ?? 0,
    ...outcomesSince(rungs.placed, today - horizonDays),
    meanScore: 0,
  };
  const model = {
    family,
    version: fittedVersion(family, horizonDays, today),
    horizonDays,
    bands,
    mbg: rungs.mbg,
    learner: rungs.learned?.learner ?? null,
    behaviour: rungs.behaviour === null ? null : { ...rungs.behaviour, regular: rungs.behaviour.groups.map(() => 0) },
    spend: fitSpend(rungs.sample),
    regular: null,
    rhythm: fitRhythm(rungs.sample),
    outlook: null,
    fit,
  } satisfies Model;
  const scores = scoreHistory(rungs.sample, model, today);
  const regular = regularCustomer(model, rungs.sample, today);
  return {
    ...model,
    behaviour: regular === null || model.behaviour === null ? model.behaviour : { ...model.behaviour, regular: regular.behaviour },
    regular: regular?.orders ?? null,
    outlook: fitOutlook(rungs.sample, scores, model, today),
    fit: { ...fit, meanScore: mean(scores) },
  };
}

/** Counts the customers of a past day by what they have done since. */
function outcomesSince({ offsets, day }: OrderDays, origin: number): Pick<FitFacts, 'stayedAway' | 'returned'> {
  let [stayedAway, returned] = [0, 0];
  for (let customer = 0; customer + 1 < offsets.length; customer++) {
    if (day[offsets[customer]!]! > origin) continue;
    if (day[offsets[customer + 1]! - 1]! > origin) returned += 1;
    else stayedAway += 1;
  }
  return { stayedAway, returned };
}

function familyOf({ learned }: Rungs): ModelFamily {
  if (learned === null) return 'mbg';
  return learned.learner.forest === null ? 'mbg+lr' : 'mbg+lr+gbt';
}

const hasRows = (rows: { readonly offsets: Uint32Array }, i: number): boolean => rows.offsets[i]! < (rows.offsets[i + 1] ?? 0);

function withOrders(history: OrderDays): OrderDays {
  const { offsets, earlier } = history;
  const customers = Uint32Array.from(offsets.keys()).filter((i) => hasRows(history, i) || (earlier !== undefined && hasRows(earlier, i)));
  return customers.length === history.offsets.length - 1 ? history : historyOf(history, customers);
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
