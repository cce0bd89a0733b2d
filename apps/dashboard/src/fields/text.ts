/** The texts of the fields that the sign-in pages share with the pages behind them. */
export const fieldText = {
  newPassword: 'New password',
  passwordRule: 'At least 10 characters. A few words in a row are easiest to remember.',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  errors: {
    email: 'Enter an e-mail address, such as ada@example.com.',
    required: 'Fill this in.',
    short: 'Use 10 characters or more.',
    long: 'This is too long: 72 bytes are the most.',
  },
} as const;
