import { identifiersOf } from './aliases.sql.js';

/**
 * SQL that is true when the customer must get no marketing: the last word of the shop is that they refuse it, or have unsubscribed. Of two
 * statements of one moment the refusal counts.
 * @param customer alias of the row of customers
 */
export const refusesMarketing = (customer: string): string =>
  `coalesce(greatest(${customer}.unsubscribed_at, ${customer}.refused_at) >= coalesce(${customer}.consented_at, '-infinity'), false)`;

/** SQL that is true when an unsubscription from e-mails is the last word, or part of it. */
export const isUnsubscribed = (customer: string): string =>
  `coalesce(${customer}.unsubscribed_at >= coalesce(${customer}.consented_at, '-infinity'), false)`;

// Needs events_by_customer.
const latest = (id: string, condition: string, at = 'occurred_at'): string =>
  `(SELECT max(${at}) FROM events WHERE tenant_id = $1 AND customer_id = ANY (${identifiersOf(id)}) AND ${condition})`;
const consentIn = (id: string, accepts: boolean): string =>
  latest(id, `data -> 'accepts_marketing' = '${accepts}'`, "coalesce((data ->> 'accepts_marketing_updated_at')::timestamptz, occurred_at)");

/** SQL: the last consent and refusal, and the last unsubscription, that the stored events of a person state. @param id of the customer */
export const consentedAt = (id: string): string => consentIn(id, true);
export const refusedAt = (id: string): string => consentIn(id, false);
export const unsubscribedAt = (id: string): string => latest(id, "event_type = 'email_unsubscribed'");

/** SQL with the consent of the customer, a `Consent`. */
export const consentOf = (customer: string): string =>
  `CASE WHEN ${refusesMarketing(customer)} THEN 'no' WHEN ${customer}.consented_at IS NOT NULL THEN 'yes' ELSE 'unknown' END`;
