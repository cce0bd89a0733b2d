import { plural } from '../../text/plural';

const customers = { one: '# customer', other: '# customers' } as const;

export const text = {
  title: 'Settings',
  description: 'How scores are made and shown for your shop.',
  saved: 'Saved.',
  shop: {
    title: 'Shop',
    name: 'Name',
    currency: 'Currency',
    currencyHint: 'Three letters, such as EUR. Only orders in this currency enter amounts.',
    timezone: 'Time zone',
    timezoneHint: 'Days in charts, and the hours of campaigns, are those of this zone.',
  },
  horizon: {
    title: 'Horizon',
    description: 'A customer counts as lost when they place no order within this many days.',
    label: 'Who chooses it',
    auto: 'From the rhythm of your shop',
    own: 'A number of days',
    autoHint: 'The service takes the time in which most of your customers who come back have ordered again.',
    now: (days: number) => plural(days, { one: 'Now: # day.', other: 'Now: # days.' }),
    days: 'Days',
    daysHint: 'From 7 to 365.',
    range: 'Enter a whole number from 7 to 365.',
  },
  bands: {
    title: 'Risk bands',
    description: 'From which probability of not coming back a customer gets which label. Move the bounds and see who falls where.',
    from: (label: string) => `${label} begins at`,
    of: (label: string, count: number) => `${label}: ${plural(count, customers)}`,
    instead: (count: number) => `now ${new Intl.NumberFormat('en').format(count)}`,
    chart: 'Customers by score',
    none: 'No customer has a score yet, so there is nothing to preview.',
    reset: 'Back to the usual bounds',
    usual: { medium: 0.4, high: 0.7, critical: 0.9 },
  },
  job: {
    running: (done: number, all: number) =>
      `Scores are brought up to date: ${new Intl.NumberFormat('en').format(done)} of ${plural(all, customers)}.`,
    done: 'All scores are up to date.',
    failed: 'Not all scores could be brought up to date. They follow during the night.',
    quiet: 'Changes of labels that come from settings alone are not announced to your webhooks.',
  },
} as const;
