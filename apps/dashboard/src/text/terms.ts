/** Explanations of the words that stand all over the dashboard, two lines each. */
export const terms = {
  controlGroup:
    'Customers chosen at random. Campaigns do not contact them. How many of them come back anyway shows what a contact changes.',
  calibration:
    'Whether the scores keep their word: of 100 customers with a score of 80%, about 80 should place no order without a contact. Contacted customers are left out. Customers of the control group count for them.',
  horizon: 'How many days a score looks ahead. An order on the day after it no longer counts.',
  lifecycle:
    'New: ordered on one day. Second order due: ordered on one day, and half of those who order again have done so by this time. Active: ordered on several days, and not overdue, or overdue with a risk below 40%. Slipping away: the same, but overdue, with a risk of 40% or more; can still be won back. Lost: overdue, with a risk of 87.5% or more; few of them order again.',
  toWin:
    'What a contact that works well can add to the expected revenue: expected revenue × risk. It is small for customers who order anyway, and for those who are gone.',
} as const;
