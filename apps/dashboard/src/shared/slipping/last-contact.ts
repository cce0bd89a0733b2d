import type { CampaignDto } from '../../api/schema';
import { allToContact } from './all-slipping';

/** The campaign that reached the customers to contact. */
export interface Contact {
  readonly id: string;
  readonly name: string;
  readonly sentAt: string;
}

/**
 * Returns the latest campaign that reached all customers to contact of a state and still has an open window, so that an order may be an answer to
 * it; null without one.
 */
export function lastContact(campaigns: readonly CampaignDto[], now: Date): Contact | null {
  const [last] = campaigns
    .flatMap(({ id, name, audience, last_sent_at: sentAt, last_window_ends_at: until }) =>
      sentAt !== null && until !== null && Date.parse(until) > now.getTime() && allToContact(audience) !== null
        ? [{ id, name, sentAt }]
        : [],
    )
    .toSorted((one, other) => other.sentAt.localeCompare(one.sentAt));
  return last ?? null;
}
