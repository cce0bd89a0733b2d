/** Names of fields in `data` that say who a customer is or where they live, each in snake case. */
const WORDS = [
  'email', 'email_address', 'customer_email', 'contact_email', 'billing_email',
  'phone', 'phone_number', 'customer_phone', 'billing_phone', 'mobile', 'mobile_number',
  'first_name', 'last_name', 'full_name', 'customer_name', 'billing_name', 'shipping_name',
  'address', 'addresses', 'address1', 'address2', 'address_1', 'address_2', 'customer_address', 'billing_address', 'shipping_address', 'default_address',
  'birthday', 'birth_date', 'date_of_birth',
] as const; // prettier-ignore

const camel = (word: string): string => word.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (word: string): string => camel(`_${word}`);

/** All spellings stand here, so that looking up a name costs no new text. */
const SPELLINGS: ReadonlySet<string> = new Set(
  WORDS.flatMap((word) => [word, camel(word), pascal(word), word.toUpperCase(), word.replaceAll('_', ''), word.replaceAll('_', '-')]),
);

/** Returns whether a field of this name holds personal data, which is never stored. */
export const isPersonalName = (name: string): boolean => SPELLINGS.has(name);

/** Returns the JSON text of a value without its personal fields, at any depth. */
export const withoutPersonal = (data: object): string =>
  JSON.stringify(data, (name: string, value: unknown) => (isPersonalName(name) ? undefined : value));
