import type { CampaignDto, CampaignResultsDto, ComparedGroupDto } from '../../../api/schema';
import { withMinus } from '../../../format/money-in';
import { NEEDED_PER_GROUP } from '../control-group';

/** Two groups and their comparison: of one campaign, or of all. */
export interface Compared extends Omit<
  CampaignResultsDto,
  | 'campaign_id'
  | 'treated'
  | 'holdout'
  | 'undelivered'
  | 'counted_at'
  | 'counting'
  | 'arms'
  | 'arm_comparisons'
  | 'best_arm'
  | 'arms_summary'
> {
  readonly treated: ComparedGroupDto;
  readonly holdout: ComparedGroupDto;
}

interface Effect {
  readonly uplift: number;
  readonly low: number;
  readonly high: number;
}

/** The answer to "did it help?". The effect is null while both groups are without orders: equal groups of zeros prove nothing. */
export type Outcome =
  | ({ readonly kind: 'works' | 'harms' } & Effect)
  | { readonly kind: 'noDifference'; readonly effect: Effect | null }
  | { readonly kind: 'early'; readonly effect: Effect | null }
  | { readonly kind: 'unmeasurable' };

/** @param percent share of the control group as it is set now */
export function outcomeOf(results: Compared, percent: number): Outcome {
  const { verdict, holdout } = results;
  if (holdout.n === 0 && percent === 0) return { kind: 'unmeasurable' };
  const effect = effectOf(results);
  if (verdict === 'too_early') return { kind: 'early', effect };
  if (verdict === 'no_difference_seen' || effect === null) return { kind: 'noDifference', effect };
  return { kind: verdict === 'helps' ? 'works' : 'harms', ...effect };
}

/** Returns whether the groups show no effect, where smaller comparisons with larger control groups may. */
export const isUnclear = ({ kind }: Outcome): boolean => kind === 'noDifference' || kind === 'early';

function effectOf(results: Compared): Effect | null {
  const [low, high] = results.ci95 ?? [];
  if (results.uplift === null || low === undefined || high === undefined || !hasOrders(results)) return null;
  return { uplift: results.uplift, low, high };
}

/** Returns whether a customer of either group has ordered since the campaign was sent. */
export const hasOrders = ({ treated, holdout }: Compared): boolean => treated.returned + holdout.returned > 0;

/** Returns whether the time to come back has passed for all customers of both groups. */
export const isOver = ({ treated, holdout }: Compared): boolean => treated.matured === treated.n && holdout.matured === holdout.n;

/** Returns whether enough customers of each group have had their time to come back to compare their money. */
export const hasMoney = (results: Compared): boolean =>
  hasOrders(results) && Math.min(results.treated.matured, results.holdout.matured) >= NEEDED_PER_GROUP;

/** Returns whether a group has too few customers for a verdict, so that waiting gives none. */
export const areTooSmall = ({ treated, holdout }: Compared): boolean => Math.min(treated.n, holdout.n) < NEEDED_PER_GROUP;

const DAY_MS = 24 * 60 * 60_000;

/** Returns when the time to come back has passed for all customers; null if it has passed already, or the campaign was not sent yet. */
export function resultExpectedAt(results: Compared, { last_sent_at: sentAt }: Pick<CampaignDto, 'last_sent_at'>): string | null {
  const { window_days: days, treated, holdout } = results;
  if (sentAt === null || days === null || treated.matured + holdout.matured === treated.n + holdout.n) return null;
  return new Date(Date.parse(sentAt) + days * DAY_MS).toISOString();
}

const POINTS = new Intl.NumberFormat('en', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** Formats a difference of two rates in percentage points: 0.0712 is `+7.1`. */
export const points = (share: number): string => withMinus(POINTS.format(share * 100));
