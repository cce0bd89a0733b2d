/** Texts that more than one page uses. */
export const commonText = {
  product: 'Churn Scoring',
  help: 'Help',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  tryAgain: 'Try again',
  copied: 'Copied',
  copy: (what: string) => `Copy: ${what}`,
  loading: 'Loading …',
  notLoaded: 'We could not load this',
  notScored: 'No score yet',
  risk: { low: 'Low risk', medium: 'Medium risk', high: 'High risk', critical: 'Critical risk' },
  lifecycle: { new: 'New', active: 'Active', slipping: 'Slipping away', lost: 'Lost' },
  reliability: {
    promise:
      'A score of 80% should mean: 8 of 10 such customers do not order in time. The closer the points are to the line, the more you can rely on the score.',
    predicted: 'Score',
    observed: 'Did not order',
  },
  needsRole: {
    owner: 'Only owners can change this.',
    admin: 'Only owners and admins can change this.',
    member: 'Viewers cannot change this.',
  },
  problems: {
    offline: 'We cannot reach the service. Check your connection and try again.',
    rate_limited: 'You sent too many requests. Wait a minute, then try again.',
    service_unavailable: 'The service is busy or restarting. Try again in a moment.',
    forbidden: 'Your role does not allow this. Ask an owner of the account.',
    email_not_verified: 'Your e-mail address is not verified yet. Open the link that we sent you.',
    internal_error: 'Something went wrong on our side. Try again. If it happens again, contact us.',
    unknown: 'Something went wrong. Try again.',
  },
} as const;
