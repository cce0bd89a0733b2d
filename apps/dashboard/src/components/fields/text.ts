/** Texts of the fields that the sign-in pages share with the pages behind them. */
export const fieldText = {
  newPassword: 'New password',
  passwordRule:
    'At least 10 characters, and not easy to guess, such as a common password, abcdefghij or a date. A few words in a row are easiest to remember.',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  currency: 'Currency',
  currencyHint: 'Amounts include only orders in this currency.',
  noCurrency: 'No such currency. Try its name, a country, or three letters such as EUR.',
  noTimeZone: 'No such time zone. Try a large city or a country.',
  errors: {
    email: 'Enter an e-mail address, such as ada@example.com.',
    required: 'Fill in this field.',
    short: 'Use at least 10 characters.',
    long: 'Use a shorter password: at most 72 letters, fewer with accents or emoji.',
  },
} as const;
