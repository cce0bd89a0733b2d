import { searchChoices } from '../ui/search-choices';
import { currencyChoices, currencyOf } from './currencies';

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

describe('the currencies to choose from', () => {
  const choices = currencyChoices('EUR');

  it.each([
    ['Euro', 'EUR'],
    ['swiss', 'CHF'],
    ['Switzerland', 'CHF'],
    ['pound', 'GBP'],
    ['usd', 'USD'],
    ['€', 'EUR'],
    ['germany', 'EUR'],
    ['zloty', 'PLN'],
  ])('begin with the right one for %j', (query, currency) => {
    expect(searchChoices(choices, query)[0]?.value).toBe(currency);
  });

  it('are in use, beside the present one', () => {
    expect(choices.map(({ value }) => value)).not.toContain('HRK');
    expect(currencyChoices('HRK').map(({ value }) => value)).toContain('HRK');
  });
});
