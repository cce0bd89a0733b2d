/**
 * The consent of a customer to marketing, as the shop has said. `yes`: allowed to contact. `no`: refused, or unsubscribed from e-mails.
 * `unknown`: the shop has said nothing.
 */
export const CONSENTS = ['yes', 'no', 'unknown'] as const;
export type Consent = (typeof CONSENTS)[number];
