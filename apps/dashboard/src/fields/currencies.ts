import COUNTRY_TO_CURRENCY from 'country-to-currency';
import { z } from 'zod';
import { fieldText } from './text';

/** ISO 4217 codes that the browser knows. */
export const CURRENCIES = Intl.supportedValuesOf('currency');

export const currencyRule = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => CURRENCIES.includes(code), fieldText.errors.currency);

/** Returns the currency of the first of the browser's languages that names a region (`de-CH`: CHF); null when none does. */
export function currencyOf(languages: readonly string[]): string | null {
  const currencies: Readonly<Record<string, string | undefined>> = COUNTRY_TO_CURRENCY;
  for (const language of languages) {
    const currency = currencies[regionOf(language) ?? ''];
    if (currency !== undefined && CURRENCIES.includes(currency)) return currency;
  }
  return null;
}

/** `navigator.languages` may hold texts that are no language tags, such as "C". */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}
