import type { CampaignDto } from '../../api/schema';
import { allToContact } from './all-slipping';

/** A campaign leaves out those who got another one within this time, unless its owner chooses otherwise. */
const RECENT_MS = 14 * 86_400_000;

/** The campaign that reached the customers to contact. */
export interface Contact {
  readonly id: string;
  readonly name: string;
  readonly sentAt: string;
}

/** Finds the last campaign of two weeks that was sent to all customers to contact of a state, and that arrived; null without one. */
export function lastContact(campaigns: readonly CampaignDto[], now: Date): Contact | null {
  const [last] = campaigns
    .flatMap(({ id, name, audience, last_sent_at: sentAt, stats }) =>
      sentAt !== null && stats.recipients_delivered > 0 && allToContact(audience) !== null ? [{ id, name, sentAt }] : [],
    )
    .filter(({ sentAt }) => now.getTime() - Date.parse(sentAt) < RECENT_MS)
    .toSorted((one, other) => other.sentAt.localeCompare(one.sentAt));
  return last ?? null;
}
