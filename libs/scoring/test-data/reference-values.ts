import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MbgParameters } from '../src/mbg-nbd.js';

interface HistoryCase {
  readonly model: string;
  readonly x: number;
  readonly tx: number;
  readonly T: number;
}

/** What the tests read of reference-values.json; its file says how the numbers were produced. Time is in weeks. */
interface ReferenceValues {
  readonly tolerance: { readonly special_functions_abs_or_rel: number; readonly btyd_ll_abs: number; readonly btyd_p_abs: number };
  readonly special_functions: readonly { readonly fn: 'lgamma' | 'lbeta' | 'logaddexp'; readonly args: number[]; readonly value: number }[];
  readonly btyd_params: { readonly mbgnbd: MbgParameters };
  readonly btyd_cases: readonly (HistoryCase & {
    readonly ll: number;
    readonly p_alive: number;
    readonly p_none: Readonly<Record<string, number>>;
  })[];
  readonly numerical_stability: readonly (HistoryCase & {
    readonly params: MbgParameters;
    readonly our_ll: number;
    readonly our_p_alive: number;
  })[];
  readonly features: {
    readonly orders: readonly { readonly occurred_at: string; readonly value: number }[];
    readonly as_of: string;
    readonly expected: Readonly<Record<string, number | string>>;
  };
  readonly map_fit_mbgnbd: {
    readonly tolerance: { readonly p_none_abs: number };
    readonly fits: Readonly<
      Record<string, { natural_days: MbgParameters; x: number[]; tx_days: number[]; T_days: number[]; p_none_90d: number[] }>
    >;
  };
}

export const REFERENCE: ReferenceValues = JSON.parse(readFileSync(join(__dirname, 'reference-values.json'), 'utf8'));
