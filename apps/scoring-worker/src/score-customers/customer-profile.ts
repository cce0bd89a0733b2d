import type { OutboxEntry } from '#libs/database';
import type { ReportedMove, Scored } from '#libs/scoring';
import type { Occasion } from './outbox-events.js';
import { PROFILE_MOVE, profileChange, type ProfileChange } from './profile-change.js';
import type { LockedCustomer, TenantSettings } from './read-customers.sql.js';

/**
 * Decides whether the profile of a customer has changed.
 * @param scored null for a customer whom the shop has deleted: their values have to go
 */
export function profileOf(customer: LockedCustomer, scored: Scored | null, occasion: Occasion): ProfileChange {
  const { score, label, lifecycle, model_version: modelVersion, profile_from: movedFrom } = customer;
  if (scored === null) return { kind: customer.score === null ? 'none' : 'changed', movedFrom: null };
  const previous = score === null || label === null || modelVersion === null ? null : { score, label, lifecycle, modelVersion, movedFrom };
  return profileChange(previous, scored, occasion);
}

/** Adds the event for destinations with profiles. It takes no sequence number, because these are for webhooks. */
export function withProfile(
  customer: LockedCustomer,
  entries: readonly OutboxEntry[],
  profile: ProfileChange | null,
): readonly OutboxEntry[] {
  if (profile?.kind !== 'changed') return entries;
  const sequence = entries.at(-1)?.sequence ?? customer.event_sequence;
  return [...entries, { customerId: customer.id, sequence, payload: { event: 'profile.changed' } }];
}

/** Returns the shorter of the moves that webhooks and destinations with profiles want to know of; null when none does. */
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
