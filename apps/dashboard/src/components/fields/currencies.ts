import COUNTRY_TO_CURRENCY from 'country-to-currency';
import type { Choice } from '../ui/search-choices';

/** ISO 4217 codes that the browser knows. */
const CURRENCIES = Intl.supportedValuesOf('currency');
const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency' });
const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** Returns the currency of the first of the browser's languages that names a region (`de-CH`: CHF); null when none does. */
export function currencyOf(languages: readonly string[]): string | null {
  const currencies: Readonly<Record<string, string | undefined>> = COUNTRY_TO_CURRENCY;
  for (const language of languages) {
    const currency = currencies[regionOf(language) ?? ''];
    if (currency !== undefined && CURRENCIES.includes(currency)) return currency;
  }
  return null;
}

/** `navigator.languages` may hold texts that are not language tags, such as "C". */
function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region;
  } catch {
    return undefined;
  }
}

/** Returns the currencies that countries use, and the current one, sorted by name. People also find them by country and sign ("Switzerland", "€"). */
export function currencyChoices(present: string): Choice[] {
  const countries: readonly (readonly [string, string])[] = Object.entries(COUNTRY_TO_CURRENCY);
  const used = new Set(countries.map(([, currency]) => currency).concat(present));
  return CURRENCIES.filter((code) => used.has(code))
    .map((code) => ({
      value: code,
      label: CURRENCY_NAMES.of(code) ?? code,
      detail: code,
      words: [
        signOf(code),
        ...countries.filter(([, currency]) => currency === code).map(([country]) => REGION_NAMES.of(country) ?? country),
      ],
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
}

function signOf(currency: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}
