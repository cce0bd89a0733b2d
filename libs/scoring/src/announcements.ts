import { isAtRisk } from './label.js';
import type { Label } from './label.js';

/** What the tenant was last told of a customer. */
export interface Previous {
  readonly score: string;
  readonly label: Label;
  readonly modelVersion: string;
}

export type Announcement = { kind: 'churn_score_changed'; previousScore: string; previousLabel: Label } | { kind: 'high_risk_detected' };

/**
 * What a new score tells the tenant: each change of label once, and each entry into high or critical once.
 *
 * Silent: a backfill (history is no news), and a change that may come from another model version alone.
 *
 * @param previous null for the first score of a customer
 */
export function announcementsOf(
  previous: Previous | null,
  next: { readonly label: Label; readonly score: string; readonly modelVersion: string },
  circumstances: { readonly backfill: boolean },
): Announcement[] {
  if (circumstances.backfill) return [];
  if (previous === null) return isAtRisk(next.label) ? [{ kind: 'high_risk_detected' }] : [];
  if (previous.modelVersion !== next.modelVersion || previous.label === next.label) return [];
  const changed: Announcement = { kind: 'churn_score_changed', previousScore: previous.score, previousLabel: previous.label };
  return isAtRisk(next.label) && !isAtRisk(previous.label) ? [changed, { kind: 'high_risk_detected' }] : [changed];
}
