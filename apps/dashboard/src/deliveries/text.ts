/** Texts about deliveries, for every page that lists them. */
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
    dns_error: 'We cannot find the server that the URL names. Check the URL.',
    connection_refused: 'We could not reach your server.',
    connection_lost: 'The connection broke before your server answered.',
    tls_error: 'The TLS certificate of your server is not valid.',
    blocked_address: 'The URL leads to a private address. We send to public addresses only.',
    http_4xx: 'Your server rejected the message.',
    http_5xx: 'Your server reported an error.',
    redirect: 'Your server redirects. We do not follow redirects: enter the final URL.',
    too_large: 'The answer of your server was longer than 64 KB.',
  },
  givenUp: {
    attempts_exhausted: 'All attempts failed.',
    gone: 'Your server answered 410 Gone.',
    blocked_address: 'The URL leads to a private address. We send to public addresses only.',
    endpoint_disabled: 'Webhooks were switched off.',
    url_removed: 'The webhook URL was removed.',
    destination_deleted: 'The destination was deleted.',
    no_secret: 'There was no webhook secret to sign the message with.',
    customer_erased: 'The customer was erased.',
    test_failed: 'This was a test. We do not repeat tests.',
  },
} as const;
