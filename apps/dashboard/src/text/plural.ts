const LANGUAGE = 'en';
const RULES = new Intl.PluralRules(LANGUAGE);
const NUMBER = new Intl.NumberFormat(LANGUAGE);

/** The forms that the language has; `#` stands for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** A sentence with a number in the form that the number asks for: `plural(3, { one: '# order', other: '# orders' })`. */
export const plural = (count: number, forms: Forms): string =>
  (forms[RULES.select(count)] ?? forms.other).replaceAll('#', NUMBER.format(count));
