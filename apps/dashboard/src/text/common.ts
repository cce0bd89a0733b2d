/** What more than one page says. */
export const commonText = {
  product: 'Churn Scoring',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  tryAgain: 'Try again',
  copied: 'Copied',
  copy: (what: string) => `Copy: ${what}`,
  loading: 'Loading …',
  notLoaded: 'This could not be loaded',
  notScored: 'No score yet',
  risk: { low: 'Low risk', medium: 'Medium risk', high: 'High risk', critical: 'Critical risk' },
  problems: {
    offline: 'The service cannot be reached. Check your connection and try again.',
    rate_limited: 'That was a lot at once. Wait a minute, then try again.',
    service_unavailable: 'The service is busy or restarting. Try again in a moment.',
    forbidden: 'Your role does not allow this. Ask an owner of the account.',
    internal_error: 'Something went wrong on our side. Try again; if it stays, tell us.',
    unknown: 'Something went wrong. Try again.',
  },
} as const;
