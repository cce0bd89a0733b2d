import type { AudiencePreviewDto } from '../../api/schema';

/** The API gives no verdict below this many customers in each group. */
export const NEEDED_PER_GROUP = 30;
/** The largest share that a control group may have. */
const MOST_PERCENT = 50;

type Counts = Pick<AudiencePreviewDto, 'recipients_count' | 'left_out'>;

/** Sizes of the two groups that one send would have. */
export interface GroupSizes {
  readonly recipients: number;
  readonly holdout: number;
  /** The maximum leaves out customers who match. */
  readonly isCapped: boolean;
}

export const sizesOf = ({ recipients_count: recipients, left_out: leftOut }: Counts): GroupSizes => ({
  recipients,
  holdout: leftOut.holdout,
  isCapped: leftOut.max_recipients > 0,
});

/** A reason why one send cannot show an effect. */
export type TooSmall =
  | { readonly kind: 'control'; readonly holdout: number; readonly percent: number }
  | { readonly kind: 'audience'; readonly recipients: number; readonly holdout: number };

/** Returns the reason why one send cannot show an effect; null if it can, without recipients, or without a control group. */
export function tooSmallOf({ recipients, holdout, isCapped }: GroupSizes, percent: number): TooSmall | null {
  const all = recipients + holdout;
  if (percent === 0 || all === 0 || (recipients >= NEEDED_PER_GROUP && holdout >= NEEDED_PER_GROUP)) return null;
  // A maximum fixes the number of recipients, so that a larger share adds to the control group only.
  const needed = Math.ceil((100 * NEEDED_PER_GROUP) / (isCapped ? recipients + NEEDED_PER_GROUP : all));
  if (needed > MOST_PERCENT || needed <= percent) return { kind: 'audience', recipients, holdout };
  return { kind: 'control', holdout, percent: needed };
}

/** An effect that one send can show: whole points of 100 customers, and the group sizes that `effect` points need where the send is too small. */
export interface Visible {
  readonly customers: number;
  readonly points: number;
  readonly isEnough: boolean;
  readonly effect: number;
  readonly needed: GroupSizes;
}

/** Returns how many campaigns of this size together have as many customers as needed. */
export const campaignsFor = (needed: number, each: number): number => Math.ceil(needed / each);

/** Returns what one send can show; null where it shows nothing, which `tooSmallOf` explains. */
export function visibleOf(power: AudiencePreviewDto['power'], sizes: GroupSizes): Visible | null {
  if (power === null || power.detectable_effect === null) return null;
  const customers = sizes.recipients + sizes.holdout;
  const needed = customers + power.customers_needed;
  const holdout = Math.ceil((needed * sizes.holdout) / customers);
  return {
    customers,
    points: pointsUp(power.detectable_effect),
    isEnough: power.customers_needed === 0,
    effect: pointsUp(power.effect),
    needed: { recipients: needed - holdout, holdout, isCapped: sizes.isCapped },
  };
}

/** The API rounds effects to a tenth of a point. */
const pointsUp = (share: number): number => Math.ceil(Math.round(share * 1000) / 10);
