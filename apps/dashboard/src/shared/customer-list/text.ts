import { plural } from '../../text/plural';

export const text = {
  sorts: {
    to_win_desc: 'Most to win, can be contacted',
    revenue_at_risk_desc: 'Most to win',
    contact_value_desc: 'Most worth a contact',
    churn_score_desc: 'Highest risk first',
    churn_score_asc: 'Lowest risk first',
    last_activity_desc: 'Most recent activity',
    last_activity_asc: 'Inactive for longest',
    monetary_desc: 'Spent most',
    monetary_asc: 'Spent least',
    created_desc: 'Newest customers',
    created_asc: 'Oldest customers',
  },
  /** Days overdue; 0 on the first day. */
  overdueDays: (days: number) => (days === 0 ? 'Since today' : plural(days, { one: '# day', other: '# days' })),
  /** A mark for amounts that are estimated from one order. */
  oneOrder: 'unsure: one order',
  export: 'Export CSV',
  leftOut: 'Customers in a control group and those who do not accept marketing are left out. “Export CSV” has everybody.',
} as const;
