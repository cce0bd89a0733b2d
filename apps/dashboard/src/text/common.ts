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
  confirmPerson: {
    password: 'Your password',
    code: 'Code',
    codeHint: 'From your authenticator app, or a recovery code.',
    title: 'Is it you?',
    body: 'This decides who gets at your data, so we ask for your password again. For the next five minutes we do not ask again.',
    confirm: 'Confirm',
  },
  risk: { low: 'Low risk', medium: 'Medium risk', high: 'High risk', critical: 'Critical risk' },
  /** The state of a customer with several orders on one day, whose second order is not what is due. */
  nextOrderDue: 'Next order due',
  lifecycle: { new: 'New', second_order_due: 'Second order due', active: 'Active', slipping: 'Slipping away', lost: 'Lost' },
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
    quota_exceeded: 'Your shop has stored as much as its plan allows. The page Billing shows how much, and when there is room again.',
    service_unavailable: 'The service is busy or restarting. Try again in a moment.',
    fresh_proof_required: 'Nothing has changed, because you did not confirm your password.',
    forbidden: 'Your role does not allow this. Ask an owner of the account.',
    email_not_verified: 'Your e-mail address is not verified yet. Open the link that we sent you.',
    tenant_suspended: 'The operator has suspended this account. You can read everything, and change nothing until it is resumed.',
    internal_error: 'Something went wrong on our side. Try again. If it happens again, contact us.',
    unknown: 'Something went wrong. Try again.',
  },
} as const;
