import { type Fields, instantIn, listIn, objectIn } from './fields.js';

/** The fields of `data` that say whether the customer accepts marketing, and since when; without a time, since the event. */
export interface ConsentData {
  readonly accepts_marketing?: boolean;
  readonly accepts_marketing_updated_at?: string;
}

const NOTHING: ConsentData = {};

const consentData = (accepts: boolean, at: string | null): ConsentData => ({
  accepts_marketing: accepts,
  ...(at !== null && { accepts_marketing_updated_at: at }),
});

/** The states of Shopify. A pending double opt-in does not count as consent. */
const STATES: ReadonlyMap<unknown, boolean> = new Map([
  ['subscribed', true],
  ...['not_subscribed', 'pending', 'unsubscribed', 'invalid', 'redacted'].map((state) => [state, false] as const),
]);

/** Reads the consent of a customer of Shopify. Every later change of the customer repeats it, so its own time counts where there is one. */
export function customerConsent(fields: Fields): ConsentData {
  const consent = objectIn(fields['email_marketing_consent']);
  const { state } = consent;
  const stated = STATES.get(typeof state === 'string' ? state.toLowerCase() : state);
  if (stated !== undefined) return consentData(stated, instantIn(consent, 'consent_updated_at'));
  const said = fields['accepts_marketing'];
  return typeof said === 'boolean' ? consentData(said, instantIn(fields, 'accepts_marketing_updated_at')) : NOTHING;
}

/** Reads the consent in an order of Shopify: that of its customer, else the box in the checkout, which was ticked or not when the order was placed. */
export function orderConsent(fields: Fields, customer: Fields, placedAt: string | null): ConsentData {
  const known = customerConsent(customer);
  if (known.accepts_marketing !== undefined) return known;
  const said = fields['buyer_accepts_marketing'];
  return typeof said === 'boolean' ? consentData(said, placedAt) : NOTHING;
}

/** The fields in which plugins of WooCommerce keep what the customer ticked, in lower case without signs. */
const PLUGIN_FIELDS: ReadonlySet<string> = new Set([
  'mailchimpwoocommerceissubscribed', 'mailchimpwoocommercenewsletter', 'mailchimpnewsletter', 'mailchimpoptin', 'mailpoetwoocommercecheckoutoptin',
  'klnewslettercheckbox', 'klaviyoconsent', 'woomlsubscribe', 'mailerlitesubscribe', 'grmarketingconsent', 'automatewoooptin',
  'acceptsmarketing', 'marketingoptin', 'marketingconsent', 'newsletter', 'newsletteroptin', 'emailoptin', 'optin',
]); // prettier-ignore
const ACCEPTS: ReadonlySet<string> = new Set(['1', 'yes', 'true', 'on', 'subscribed']);
const REFUSES: ReadonlySet<string> = new Set(['0', 'no', 'false', 'off', 'unsubscribed', 'pending']);

/**
 * Reads the consent in the extra fields of an order or a customer of WooCommerce, which has none of its own.
 * @param at when the customer said so; null: at the time of the event
 */
export function pluginConsent(fields: Fields, at: string | null): ConsentData {
  for (const { key, value } of listIn(fields['meta_data']) ?? []) {
    if (typeof key !== 'string' || !PLUGIN_FIELDS.has(key.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))) continue;
    const said = String(value).toLowerCase();
    if (ACCEPTS.has(said) || REFUSES.has(said)) return consentData(ACCEPTS.has(said), at);
  }
  return NOTHING;
}
