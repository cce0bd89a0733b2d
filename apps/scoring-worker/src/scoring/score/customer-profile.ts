import type { OutboxEntry } from '#libs/database';
import type { ReportedMove, Scored } from '#libs/scoring';
import type { Occasion } from './outbox-events.js';
import type { LockedCustomer, TenantSettings } from './read-customers.sql.js';

/** Smallest move of a score within its label and lifecycle that is pushed to destinations with profiles. */
const PROFILE_MOVE = 0.05;

/** The part of a stored customer that decides whether its profile has changed. */
export type StoredProfile = Pick<LockedCustomer, 'score' | 'label' | 'lifecycle' | 'model_version' | 'profile_from'>;

/** `silent`: the values may have changed, and a resync of all profiles pushes them. */
export interface ProfileChange {
  readonly kind: 'none' | 'changed' | 'silent';
  /** The score at which moves began that were too small to push; null without them. */
  readonly movedFrom: string | null;
}

/**
 * Decides whether the profile of a customer has changed: another label or lifecycle, or a score that has moved by `PROFILE_MOVE`, also in small
 * steps. Imported history and new models change nearly all customers; a resync pushes these.
 * @param scored null for a customer that the shop has deleted: the destination must clear the values
 */
export function profileChange(
  { score, label, lifecycle, model_version: modelVersion, profile_from: movedFrom }: StoredProfile,
  scored: Pick<Scored, 'score' | 'label' | 'lifecycle' | 'modelVersion'> | null,
  occasion: Occasion,
): ProfileChange {
  if (scored === null) return { kind: score === null ? 'none' : 'changed', movedFrom: null };
  const isSilent = occasion === 'backfill' || (score === null ? occasion === 'pass' : modelVersion !== scored.modelVersion);
  if (isSilent) return { kind: 'silent', movedFrom: null };
  if (score === null || label !== scored.label || lifecycle !== scored.lifecycle) return { kind: 'changed', movedFrom: null };
  const from = movedFrom ?? score;
  // Scores have four decimals; as doubles 0.3 - 0.25 would be less than 0.05.
  const moved = Math.abs(Math.round(Number(scored.score) * 1e4) - Math.round(Number(from) * 1e4));
  return moved >= PROFILE_MOVE * 1e4 ? { kind: 'changed', movedFrom: null } : { kind: 'none', movedFrom: moved === 0 ? null : from };
}

/** Adds the event for destinations with profiles. It takes no sequence number, because only webhooks have these. */
export function withProfile(
  customer: LockedCustomer,
  entries: readonly OutboxEntry[],
  profile: ProfileChange | null,
): readonly OutboxEntry[] {
  if (profile?.kind !== 'changed') return entries;
  const sequence = entries.at(-1)?.sequence ?? customer.event_sequence;
  return [...entries, { customerId: customer.id, sequence, payload: { event: 'profile.changed' } }];
}

/** Returns the smaller of the moves that webhooks and destinations with profiles report; null when neither reports any. */
export function watchedMove(
  scored: Scored,
  driftFrom: string | null,
  profile: ProfileChange | null,
  settings: TenantSettings,
): ReportedMove | null {
  const distance = settings.score_delta_threshold;
  const forProfiles = profile === null ? null : { from: profile.movedFrom ?? scored.score, distance: PROFILE_MOVE };
  if (distance === null || (forProfiles !== null && forProfiles.distance < distance)) return forProfiles;
  return { from: driftFrom ?? scored.score, distance };
}
