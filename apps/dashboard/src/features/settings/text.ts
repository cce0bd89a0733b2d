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
    currencyChange: (before: string, after: string) =>
      `We convert no amounts. Orders in ${before} still count as orders, but no longer in sums of money; orders in ${after}, or without a currency, do. We calculate all scores again. The cost of a contact and the amounts in segments and campaigns keep their numbers: change them yourself.`,
    timezone: 'Time zone',
    timezoneHint: 'Charts count days, and campaigns start, in this time zone.',
    customerUrl: 'Customer page in your own system',
    customerUrlHint:
      'Each customer here gets a link to it. Put {id} where the ID belongs, such as https://crm.example.com/customers/{id}. A connected Shopify or WooCommerce shop needs none.',
    customerUrlRule: 'Enter an https:// address with {id} once, after the name of the host.',
  },
  horizon: {
    title: 'Horizon',
    description: 'A score is the chance that a customer places no order within this many days.',
    label: 'How to set it',
    auto: 'Automatic',
    own: 'A number of days',
    autoHint: 'We calculate it from your orders: the time within which most of your returning customers have ordered again.',
    now: (days: number) => plural(days, { one: 'Now: # day.', other: 'Now: # days.' }),
    days: 'Days',
    daysHint: 'From 7 to 365.',
    range: 'Enter a whole number from 7 to 365.',
  },
  control: {
    title: 'Contacting customers',
    description:
      'The control group are a few customers, chosen at random, whom no campaign contacts. They show what all your campaigns together bring.',
    percent: 'Control group, in percent of all customers',
    hint: 'From 0 to 50. They are always the same customers. Change it before your first campaign: later changes blur the comparison.',
    range: 'Enter a whole number from 0 to 50.',
    cost: (currency: string) => `Cost of one contact, in ${currency}`,
    costHint: 'Such as a letter or a discount. The worth of a contact is what it brings, less this cost.',
    costRange: 'Enter an amount of 0 or more, with two decimals at most.',
  },
  eventData: {
    title: 'Fields of events',
    description:
      'We store the fields of data that scores, refunds and the event log use. Other fields that you send are left out, unless you name them here.',
    label: 'Further fields to store',
    hint: 'Names as in your events, with commas between them, such as channel, gift_wrap. Names of people, e-mail addresses, phone numbers, postal addresses, IP addresses, card and bank numbers are never stored.',
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
  data: {
    title: 'Your data',
    description: 'Take all data with you, or delete the account. Both need your password, and all owners get a mail.',
    kept: 'Your account stays.',
    export: {
      title: 'Export',
      body: 'You get one file with every customer, event, score, campaign and setting: JSON lines, compressed with gzip. It contains no passwords, keys or other secrets.',
      action: 'Export all data',
      ask: 'Export all data?',
      askBody: 'We write the file in the background and mail you when it is ready. It replaces your last export.',
      running: (rows: string) => `We are writing the file: ${rows} rows so far.`,
      progress: 'Written tables',
      ready: (rows: string, size: string, date: string) => `Your file is ready: ${rows} rows, ${size}. We delete it on ${date}.`,
      download: 'Download the file',
      failed: (why: string) => `The last export failed: ${why}.`,
    },
    delete: {
      title: 'Delete the account',
      body: 'Deletes all data for good: customers, events, scores, campaigns, people and keys. Everything works on for 7 days, in which you can cancel.',
      action: 'Delete the account',
      ask: (name: string) => `Delete ${name}?`,
      askBody:
        'In 7 days we delete all data of this account, for everybody in your team. Then your API keys stop working, and your shop is disconnected. Export your data first if you need it.',
      scheduled: (at: string) => `All data will be deleted on ${at}.`,
      cancel: 'Cancel the deletion',
    },
  },
  bands: {
    title: 'Risk labels',
    description:
      'The score is the chance that a customer places no order within the horizon. Choose the score at which each label begins, and see how many customers get it.',
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
  weeklyMail: {
    title: 'Weekly mail',
    description:
      'On Mondays at eight we write to you how many customers slip away and came back, and what your campaigns brought. The mail names nobody.',
    unverified: 'On Mondays we write to you how many customers slip away and came back, as soon as you have verified your address.',
    next: (day: string) => `The next one comes on Monday, ${day}, at eight.`,
    label: 'Send me the weekly mail',
    alarms: 'When fewer customers come back than expected, or no orders arrive, we also write at once.',
    linkHint: 'Each of these mails has a link that stops them without signing in. Have you forwarded one?',
    revoke: 'Make the links in old mails invalid',
    revoked: 'The links in old mails no longer work.',
  },
} as const;
