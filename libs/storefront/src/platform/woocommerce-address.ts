import { isIP } from 'node:net';
import { hostOf, validateWebhookUrl, type WebhookUrlRules } from '#libs/delivery';

export type WooCommerceAddress =
  | { readonly kind: 'allowed'; readonly restUrl: string }
  | {
      readonly kind: 'refused';
      /** Names the rule. The caller puts the name of the field before it. */
      readonly message: string;
    };

/** The paths that people copy with the address of their shop. */
const PAGES_OF_WORDPRESS = /\/(wp-admin|wp-json|wp-login\.php|index\.php)(\/.*)?$/;

/**
 * Returns the URL of a shop's WordPress from the address that its owner types. It becomes https, because keys are sent there.
 * Only a literal address in a range that operators have opened may use http, and never in production.
 */
export function readWooCommerceAddress(text: string, rules: WebhookUrlRules): WooCommerceAddress {
  const trimmed = text.trim();
  const whole = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = isOpenedRange(whole, rules) ? whole : whole.replace(/^http:/i, 'https:');
  const validated = validateWebhookUrl(url, rules);
  if (validated.kind === 'refused') return { kind: 'refused', message: validated.message };
  const { origin, pathname } = new URL(validated.url);
  return { kind: 'allowed', restUrl: `${origin}${pathname.replace(PAGES_OF_WORDPRESS, '')}`.replace(/\/+$/, '') };
}

function isOpenedRange(url: string, rules: WebhookUrlRules): boolean {
  if (rules.production || !URL.canParse(url) || isIP(hostOf(new URL(url))) === 0) return false;
  return validateWebhookUrl(url, rules).kind === 'allowed' && validateWebhookUrl(url, { ...rules, openRanges: [] }).kind === 'refused';
}
