/** The texts about deliveries, for every page that lists them. */
export const deliveryText = {
  events: {
    'customer.churn_score.changed': 'Risk changed',
    'customer.high_risk.detected': 'High risk',
    'retention.campaign.sent': 'Campaign',
  },
  columns: { what: 'Message', status: 'Status', customer: 'Customer', attempts: 'Attempts', answer: 'Answer', when: 'When' },
  attempts: (made: number, most: number) => `${made} of ${most}`,
  status: { pending: 'On its way', success: 'Arrived', failed: 'Trying again', dead_letter: 'Given up' },
  attemptErrors: {
    timeout: 'Your server did not answer within 15 seconds.',
    dns_error: 'The name in the URL is not known.',
    connection_refused: 'Your server cannot be reached.',
    connection_lost: 'The connection was lost before there was an answer.',
    tls_error: 'The certificate of your server is not good.',
    blocked_address: 'The URL leads to a private address, where we do not send.',
    http_4xx: 'Your server refused it.',
    http_5xx: 'Your server had an error.',
    redirect: 'Your server redirects, which we do not follow.',
    too_large: 'The answer was longer than 64 KB.',
  },
  givenUp: {
    attempts_exhausted: 'It has failed as often as it is tried.',
    gone: 'Your server answered 410 Gone.',
    blocked_address: 'The URL leads to a private address, where we do not send.',
    endpoint_disabled: 'Webhooks were switched off.',
    url_removed: 'There was no URL any more.',
    no_secret: 'There was no secret to sign it with.',
    customer_erased: 'Its customer was erased.',
    test_failed: 'It was a test, which is not repeated.',
  },
} as const;
