/**
 * SQL that is true when the shop has last said that the customer accepts no marketing.
 * @param customer alias of the row of customers
 */
export const refusesMarketing = (customer: string): string =>
  `(${customer}.refused_at IS NOT NULL AND (${customer}.consented_at IS NULL OR ${customer}.refused_at >= ${customer}.consented_at))`;

/** SQL that is true when a campaign must leave the customer out, unless it says otherwise. */
export const isNotToBeContacted = (customer: string): string =>
  `(${customer}.unsubscribed_at IS NOT NULL OR ${refusesMarketing(customer)})`;

/** SQL with the consent of the customer, a `Consent`. */
export const consentOf = (customer: string): string =>
  `CASE WHEN ${isNotToBeContacted(customer)} THEN 'no' WHEN ${customer}.consented_at IS NOT NULL THEN 'yes' ELSE 'unknown' END`;
