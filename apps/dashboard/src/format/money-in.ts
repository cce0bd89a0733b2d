/** Writes the sign of a negative number as a minus, not as a hyphen. */
export const withMinus = (text: string): string => text.replace('-', '\u2212');

/** Writes an amount in a currency that need not be that of the shop, with the decimals of the currency: `¥4,000`. */
export const moneyIn = (currency: string, amount: string | number): string =>
  withMinus(new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(amount)));
