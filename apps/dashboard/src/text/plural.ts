const LANGUAGE = 'en';
const RULES = new Intl.PluralRules(LANGUAGE);
const NUMBER = new Intl.NumberFormat(LANGUAGE);

/** Returns a number with separators between thousands: 1,347. */
export const grouped = (count: number): string => NUMBER.format(count);

/** A text for each plural form of the language; `#` stands for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** Returns the text for a number in its plural form: `plural(3, { one: '# order', other: '# orders' })`. */
export const plural = (count: number, forms: Forms): string => (forms[RULES.select(count)] ?? forms.other).replaceAll('#', grouped(count));
