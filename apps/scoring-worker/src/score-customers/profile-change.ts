import type { Label, Lifecycle } from '#libs/core';
import type { Occasion } from './outbox-events.js';

/** A score moves this far within its label and lifecycle before destinations with profiles hear of it. */
export const PROFILE_MOVE = 0.05;

/** The values of a customer that decide whether its profile has changed. */
export interface ProfileValues {
  readonly score: string;
  readonly label: Label;
  readonly lifecycle: Lifecycle | null;
  readonly modelVersion: string;
}

export interface StoredProfile extends ProfileValues {
  /** The score at which moves began that were too small to push; null without them. */
  readonly movedFrom: string | null;
}

/** `silent`: the values may have changed, but a resync of all profiles follows. */
export interface ProfileChange {
  readonly kind: 'none' | 'changed' | 'silent';
  readonly movedFrom: string | null;
}

/**
 * Decides whether the profile of a customer has changed: another label or lifecycle, or a score that has moved by `PROFILE_MOVE`, also in small
 * steps. Imported history and new models change nearly everybody; a resync pushes these.
 * @param previous null for a first score
 */
export function profileChange(previous: StoredProfile | null, next: ProfileValues, occasion: Occasion): ProfileChange {
  const isSilent = occasion === 'backfill' || (previous === null ? occasion === 'pass' : previous.modelVersion !== next.modelVersion);
  if (isSilent) return { kind: 'silent', movedFrom: null };
  if (previous === null || previous.label !== next.label || previous.lifecycle !== next.lifecycle)
    return { kind: 'changed', movedFrom: null };
  const from = previous.movedFrom ?? previous.score;
  // Scores have four decimals; as doubles 0.3 - 0.25 would be less than 0.05.
  const moved = Math.abs(Math.round(Number(next.score) * 1e4) - Math.round(Number(from) * 1e4));
  return moved >= PROFILE_MOVE * 1e4 ? { kind: 'changed', movedFrom: null } : { kind: 'none', movedFrom: moved === 0 ? null : from };
}
