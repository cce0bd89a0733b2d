import { plural } from '../../text/plural';

const customers = { one: '# customer', other: '# customers' } as const;
const NUMBER = new Intl.NumberFormat('en');

export const text = {
  title: 'Settings',
  description: 'How we calculate and show the scores of your shop.',
  saved: 'Saved.',
  shop: {
    title: 'Shop',
    name: 'Name',
    timezone: 'Time zone',
    timezoneHint: 'Charts count days, and campaigns start, in this time zone.',
  },
  horizon: {
    title: 'Horizon',
    description: 'A customer counts as lost if they place no order within this many days.',
    label: 'How to set it',
    auto: 'Automatic',
    own: 'A number of days',
    autoHint: 'We calculate it from your orders: the time within which most of your returning customers have ordered again.',
    now: (days: number) => plural(days, { one: 'Now: # day.', other: 'Now: # days.' }),
    days: 'Days',
    daysHint: 'From 7 to 365.',
    range: 'Enter a whole number from 7 to 365.',
  },
  retention: {
    title: 'Data retention',
    description: 'How long we keep events and orders. Scores do not change when old ones are removed.',
    label: 'What to keep',
    all: 'Everything',
    some: 'A number of months',
    months: 'Months',
    monthsHint: 'From 13 to 120, beside the current month.',
    range: 'Enter a whole number from 13 to 120.',
    removed: (date: string) => `Events and orders from before ${date} are removed. We reject older events that you send.`,
    ask: (months: number) => `Remove what is older than ${months} months?`,
    goes: 'From the next night on we delete older events and the list of older orders for good. For scores and sums we keep the date and amount of each order. You cannot import older history again.',
    confirm: 'Remove old data',
  },
  bands: {
    title: 'Risk labels',
    description:
      'The score is the chance that a customer leaves. Choose the score at which each label begins, and see how many customers get it.',
    from: (label: string) => `${label} begins at`,
    of: (label: string, count: number) => `${label}: ${plural(count, customers)}`,
    instead: (count: number) => `now ${NUMBER.format(count)}`,
    chart: 'Customers by score',
    none: 'No customer has a score yet. You see a preview here after your first orders.',
    reset: 'Use the default limits',
  },
  job: {
    running: (done: number, all: number) =>
      all === 0 ? 'We are updating the scores …' : `We are updating the scores: ${NUMBER.format(done)} of ${plural(all, customers)}.`,
    progress: 'Updated scores',
    done: 'All scores are up to date.',
    failed: 'We could not update all scores. We update the rest during the night.',
    quiet: 'A label that changes because of new settings does not trigger your webhooks.',
  },
} as const;
