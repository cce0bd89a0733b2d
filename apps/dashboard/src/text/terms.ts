/** Explanations of the words that stand all over the dashboard, two lines each. */
export const terms = {
  controlGroup: 'Customers chosen at random whom we do not contact. How many of them come back anyway shows what the contact changed.',
  calibration: 'Whether the scores keep their word: of 100 customers with a score of 80%, about 80 should not order.',
  horizon: 'How many days a score looks ahead. An order on the day after it no longer counts.',
  lifecycle:
    'New: ordered once. Active: on time for their next order, or late with a risk below 40%. Slipping away: late, and can still be won back. Lost: hardly anybody comes back after such a silence.',
  revenueAtRisk: 'The part of the expected revenue that comes from customers who may not order: expected revenue × score.',
} as const;
