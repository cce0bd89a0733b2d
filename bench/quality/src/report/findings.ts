import type { Replay } from '#libs/scoring';
import type { OwnerFindings } from '../owner/owner-findings.js';
import type { ShopResult } from '../backtest/evaluate-shop.js';
import type { SmallResult } from '../backtest/small-tenants.js';

/** Everything that was measured of one shop. */
export interface ShopFindings {
  readonly result: ShopResult;
  readonly small: readonly SmallResult[];
  /** The quality report of the shop at its own horizon, on the last day of the log. */
  readonly replay: Replay;
  /** The owner would have read this on past days; null where that was not asked for, or the log is too short. */
  readonly owner: OwnerFindings | null;
}
