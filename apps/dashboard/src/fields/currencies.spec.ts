import { currencyOf } from './currencies';

describe('the currency that a browser suggests', () => {
  it.each([
    [['en-US', 'en'], 'USD'],
    [['de-CH'], 'CHF'],
    [['zh-Hant-TW'], 'TWD'],
    [['en', 'de-DE'], 'EUR'],
  ])('for the languages %j is %s', (languages, currency) => {
    expect(currencyOf(languages)).toBe(currency);
  });

  it.each([[['en', 'de']], [['es-419']], [['C', 'not a language']], [[]]])('is none for the languages %j', (languages) => {
    expect(currencyOf(languages)).toBeNull();
  });
});
