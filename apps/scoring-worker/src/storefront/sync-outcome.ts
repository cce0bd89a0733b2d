import type { PlatformResult } from '#libs/storefront';

/** Result of a step: go on, come back later, or the platform refuses the token. */
export type StepOutcome =
  | { readonly kind: 'on'; readonly pauseMs: number }
  | { readonly kind: 'later'; readonly afterMs: number | null; readonly why: string }
  | { readonly kind: 'unauthorized' };

export const ON: StepOutcome = { kind: 'on', pauseMs: 0 };

/** Turns a refusal into the outcome of a step that has no alternative: try again later. */
export const toOutcome = (result: Exclude<PlatformResult<unknown>, { kind: 'ok' }>): StepOutcome =>
  result.kind === 'refused' ? { kind: 'later', afterMs: null, why: result.why } : result;
