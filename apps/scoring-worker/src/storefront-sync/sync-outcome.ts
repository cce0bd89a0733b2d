import type { PlatformResult } from '#libs/storefront';

/** What came of a step: go on, come back later, or the token is not taken. */
export type StepOutcome =
  | { readonly kind: 'on'; readonly pauseMs: number }
  | { readonly kind: 'later'; readonly afterMs: number | null; readonly why: string }
  | { readonly kind: 'unauthorized' };

export const ON: StepOutcome = { kind: 'on', pauseMs: 0 };

/** What a refusal means to a step that has no other way. */
export const toOutcome = (result: Exclude<PlatformResult<unknown>, { kind: 'ok' }>): StepOutcome =>
  result.kind === 'refused' ? { kind: 'later', afterMs: null, why: result.why } : result;
