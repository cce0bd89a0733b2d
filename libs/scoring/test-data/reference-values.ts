import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MbgParameters } from '../src/model/mbg-nbd.js';

interface HistoryCase {
  readonly model: string;
  readonly x: number;
  readonly tx: number;
  readonly T: number;
}

interface ReferenceFit {
  readonly scale_days: number;
  readonly log_params: number[];
  readonly natural_days: MbgParameters;
  readonly objective: number;
  readonly x: number[];
  readonly tx_days: number[];
  readonly T_days: number[];
  readonly p_none_90d: number[];
}

/** Parameters by name. */
type Named = Readonly<Record<string, number>>;

interface PublishedFit {
  readonly [parameter: string]: unknown;
  readonly ll: number;
  readonly holdout_39_weeks?: {
    readonly mean_p_none: number;
    readonly observed: number;
    readonly auc: number;
    readonly brier: number;
    readonly tolerance: number;
  };
}

/** Fields of reference-values.json that the tests read; the file says how the numbers were produced. Time is in weeks. */
interface ReferenceValues {
  readonly tolerance: {
    readonly special_functions_abs_or_rel: number;
    readonly btyd_ll_abs: number;
    readonly btyd_p_abs: number;
    readonly metrics_abs: number;
    readonly isotonic_abs: number;
    readonly fit_params_rel: number;
    readonly fit_ll_abs: number;
    readonly logistic_coef_abs: number;
  };
  readonly special_functions: readonly { readonly fn: 'lgamma' | 'lbeta' | 'logaddexp'; readonly args: number[]; readonly value: number }[];
  readonly btyd_params: Readonly<Record<string, Named>> & { readonly mbgnbd: MbgParameters };
  readonly btyd_cases: readonly (HistoryCase & {
    readonly ll: number;
    readonly p_alive: number;
    readonly p_none: Readonly<Record<string, number>>;
  })[];
  readonly numerical_stability: readonly (HistoryCase & {
    readonly params: MbgParameters & Named;
    readonly our_ll: number;
    readonly our_p_alive: number;
  })[];
  readonly features: {
    readonly orders: readonly { readonly occurred_at: string; readonly value: number }[];
    readonly as_of: string;
    readonly expected: Readonly<Record<string, number | string>>;
  };
  readonly metrics: {
    readonly y: number[];
    readonly p: number[];
    readonly auc: number;
    readonly brier: number;
    readonly logloss: number;
    readonly ece_equal_width_10: number;
    readonly ece_equal_count_10: number;
  };
  readonly isotonic: { readonly p: number[]; readonly y: number[]; readonly fitted: number[] };
  readonly map_fit_mbgnbd: {
    readonly tolerance: { readonly p_none_abs: number; readonly objective_abs: number; readonly log_params_abs: number };
    readonly fits: Readonly<Record<string, ReferenceFit>>;
  };
  readonly fits_cdnow_sample: {
    readonly sum_x: number;
    readonly models: Readonly<Record<string, PublishedFit>> & { readonly mbgnbd: MbgParameters & PublishedFit };
  };
  readonly cdnow_sample_summary_first10: readonly {
    readonly customer_id: string;
    readonly x: number;
    readonly tx_weeks: number;
    readonly T_weeks: number;
    readonly spend: number;
    readonly orders_next_39_weeks: number;
  }[];
  readonly fits_cdnow_full: { readonly models: Readonly<Record<string, Named>> & { readonly mbgnbd: MbgParameters & Named } };
  readonly map_logistic: { readonly X: number[][]; readonly y: number[]; readonly l2: number; readonly coef: number[] };
}

export const REFERENCE: ReferenceValues = JSON.parse(readFileSync(join(__dirname, 'reference-values.json'), 'utf8'));
