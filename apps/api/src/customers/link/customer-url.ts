const PLACEHOLDER = '{id}';
export const CUSTOMER_URL = `https://…, at most 500 characters, with ${PLACEHOLDER} once, after the name of the host, such as https://crm.example.com/customers/${PLACEHOLDER}`;
const LONGEST = 500;

/** Returns whether a text is a template for the page of a customer in the merchant's own system. */
export function isCustomerUrl(template: unknown): boolean {
  if (typeof template !== 'string' || template.length > LONGEST || /[\s\\]/.test(template)) return false;
  const parts = template.split(PLACEHOLDER);
  if (parts.length !== 2 || !URL.canParse(template)) return false;
  const { protocol, username, password, hostname } = new URL(template);
  // The host must end before the placeholder, or an id of a customer could choose it.
  return protocol === 'https:' && username === '' && password === '' && hostname !== '' && /^https:\/\/[^/?#]+[/?#]/.test(parts[0] ?? '');
}

/** @returns the page of a customer, the id percent-encoded */
export const customerUrlOf = (template: string, externalId: string): string =>
  template.replace(PLACEHOLDER, () => encodeURIComponent(externalId));
