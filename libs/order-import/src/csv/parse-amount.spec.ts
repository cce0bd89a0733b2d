import { currencyOfAmount, type DecimalSign, decimalEvidenceOf, parseAmount, parseCurrency } from './parse-amount.js';

const amount = (text: string, decimals?: DecimalSign): number | null | string => {
  const parsed = parseAmount(text, decimals);
  return parsed.kind === 'value' ? parsed.value : `wrong: ${parsed.reason}`;
};

describe('amounts in exports', () => {
  it.each([
    ['12.5', 12.5],
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1,234', 1234],
    ['12,50', 12.5],
    ['€ 12.50', 12.5],
    ['12,50 €', 12.5],
    ['12.50 EUR', 12.5],
    ['1 234,50', 1234.5],
    ['$1,234,567.00', 1_234_567],
    ['1.234.567', 1_234_567],
    ['-4.65', -4.65],
    ['0', 0],
    ['\u221212,50 €', -12.5],
    ['-$1,234.50', -1234.5],
    ['$-12.50', -12.5],
    ['(12.50)', -12.5],
    ['$(1,200.00)', -1200],
    ['12,50-', -12.5],
    ['12,- €', 12],
    ['12,\u2013', 12],
    ['Rs.500', 500],
    ['R$ 12,50', 12.5],
    ['12,50 zł', 12.5],
    ['1\u202F234,50\u00A0€', 1234.5],
    ["1'234.50 CHF", 1234.5],
    ['₹1,23,456', 123_456],
    ['1.5e3', 1500],
    ['.5', 0.5],
    ['', null],
  ])('reads %p as %p', (text, expected) => {
    expect(amount(text)).toBe(expected);
  });

  it.each(['1e999', '1e308', '-1E+13', '1000000000001', '9'.repeat(39)])('refuses %p, which no order costs', (text) => {
    expect(amount(text)).toBe(`wrong: "${text}" is more than 1,000,000,000,000, the largest amount`);
  });

  it('reads an amount of one sign and three digits as the rest of the file says, or with a decimal point', () => {
    expect([amount('1.234'), amount('1,234')]).toEqual([1.234, 1234]);
    expect([amount('1.234', 'point'), amount('1,234', 'point')]).toEqual([1.234, 1234]);
    expect([amount('1.234', 'comma'), amount('1,234', 'comma')]).toEqual([1234, 1.234]);
    expect([amount('12.50', 'comma'), amount('-1.234 €', 'comma'), amount('0,125', 'point')]).toEqual([12.5, -1234, 0.125]);
  });

  it('finds in a file which sign stands before the decimals, and whether it must be asked', () => {
    expect(decimalEvidenceOf(['1.234', '', '12,50 €'])).toBe('comma');
    expect(decimalEvidenceOf(['1,234', '(12.5)'])).toBe('point');
    expect(decimalEvidenceOf(['1.234.567', '1.234'])).toBe('comma');
    expect(decimalEvidenceOf(['1,234,567.00'])).toBe('point');
    expect(decimalEvidenceOf(['0.125', '12.'])).toBe('point');
    expect(decimalEvidenceOf(['1.234', '12', '$ 5,678'])).toBe('unknown');
    expect(decimalEvidenceOf(['12,50', '12.50', '1.234'])).toBe('unknown');
    expect(decimalEvidenceOf(['12', '1234', 'n/a', ''])).toBeNull();
  });

  it.each([
    ['12.00 USD', 'USD'],
    ['12,50 zł', 'PLN'],
    ['1 200 Kč', 'CZK'],
    ['R$ 12,50', 'BRL'],
    ['Rs.500', 'INR'],
    ['100 kr', 'DKK'],
    ['$12.00', 'USD'],
    ['¥500', 'JPY'],
    ['€ 12', 'EUR'],
    ['12', null],
  ])('finds the currency next to %p in a shop that counts in Danish crowns: %p', (text, currency) => {
    expect(currencyOfAmount(text, 'DKK')).toBe(currency);
  });

  it('takes a sign of several currencies for that of the shop', () => {
    expect(['$ 5', 'CA$5', '5 kr'].map((text) => currencyOfAmount(text, 'AUD'))).toEqual(['AUD', 'CAD', 'SEK']);
    expect(currencyOfAmount('$ 5')).toBeNull();
  });

  it('refuses the signs of a ledger, which may mean more or less', () => {
    expect([amount('10.00 CR'), amount('10.00 Dr')]).toEqual(['wrong: "10.00 CR" is not an amount', 'wrong: "10.00 Dr" is not an amount']);
  });

  it.each(['abc', '12.3.4,5,6', '--1', 'NaN', '-(5)', '-5-', '1.23.45', '12 apples and 3', '2024-01-15', ','])('refuses %p', (text) => {
    expect(amount(text)).toContain('is not an amount');
  });

  it('accepts currency codes in any case, and nothing else', () => {
    expect(parseCurrency('eur')).toEqual({ kind: 'value', value: 'EUR' });
    expect(parseCurrency(' ')).toEqual({ kind: 'value', value: null });
    expect(parseCurrency('€').kind).toBe('wrong');
  });
});
