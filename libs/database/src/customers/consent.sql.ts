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

/** SQL with the consent of the customer, a `Consent`. */
export const consentOf = (customer: string): string =>
  `CASE WHEN ${refusesMarketing(customer)} THEN 'no' WHEN ${customer}.consented_at IS NOT NULL THEN 'yes' ELSE 'unknown' END`;
