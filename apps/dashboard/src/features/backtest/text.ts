import { grouped, plural } from '../../text/plural';

export const text = {
  title: 'Would it have worked?',
  description: 'We went back in time, made your list with only what was known then, and compared it with what happened.',
  print: 'Print',
  overview: 'Overview',
  named: (day: string, count: number) =>
    plural(count, {
      one: `On ${day} we would have named # customer to contact.`,
      other: `On ${day} we would have named # customers to contact.`,
    }),
  onlyStayed: (count: number, days: number) =>
    plural(count, {
      one: `This customer did not order in the next ${days} days.`,
      other: `None of them ordered in the next ${days} days.`,
    }),
  onlyBack: (count: number, days: number, money: string) =>
    plural(count, {
      one: `This customer came back in the next ${days} days and spent ${money}.`,
      other: `All of them came back in the next ${days} days and spent ${money}.`,
    }),
  both: (stayed: string, days: number, back: string, money: string) =>
    `${stayed} of them did not order in the next ${days} days. ${back} came back and spent ${money}.`,
  nobody: (day: string) => `On ${day} no next order was missing, so the list would have been empty.`,
  honest:
    'Nobody contacted these customers because of the list. Who came back, came back without a message. What a message adds, only a campaign with a control group can show.',
  groups: { stayed: 'Did not come back', back: 'Came back by themselves' },
  expected: (money: string) => `${money} was expected from them`,
  spent: (money: string) => `${money} spent`,
  revenueTitle: 'Your whole shop',
  revenue: (expected: string, actual: string, days: number) =>
    `From all customers of that day we expected ${expected} in ${days} days. They spent ${actual}.`,
  off: {
    more: (share: string) => `That is ${share} more than expected.`,
    less: (share: string) => `That is ${share} less than expected.`,
    same: () => 'That is what we expected.',
  },
  range: {
    within: (low: string, high: string) => `It lies within the likely range of ${low} to ${high}: in eight of ten past weeks it did.`,
    above: (low: string, high: string) => `It lies above the likely range of ${low} to ${high}, as in one of ten past weeks.`,
    below: (low: string, high: string) => `It lies below the likely range of ${low} to ${high}, as in one of ten past weeks.`,
  },
  risk: (count: number, said: string, happened: string) =>
    plural(count, {
      one: `The list gave this customer a risk of ${said}.`,
      other: `The list said on average that ${said} of them would not order. In fact ${happened} did not.`,
    }),
  bars: { expected: 'Expected', actual: 'Ordered' },
  calibration: 'Did the scores keep their promise?',
  table: 'The list, most to win first',
  tableHint: (count: number, all: number) => (count < all ? plural(all, { other: `The first ${grouped(count)} of # customers` }) : ''),
  customer: 'Customer',
  score: 'Risk then',
  toWin: 'To win',
  outcome: 'What happened',
  cameBack: (day: string, money: string) => `Came back on ${day}, spent ${money}`,
  away: 'Did not order',
  basis: (date: string) =>
    `Calculated afterwards with a model fitted on ${date}, from orders as they are known today: an order that was cancelled or refunded since does not count.`,
  running: 'We are going back in time',
  runningHint: (done: string, all: string) => `${done} of ${all} weeks are ready. This takes minutes, and your scores do not wait for it.`,
  runningSoon: 'It begins in a moment. Your scores do not wait for it.',
  notStarted: 'Not calculated yet',
  notStartedHint:
    'It begins after the first model of your shop, which needs five customers with orders. Import older orders to see it today.',
  short: 'Not enough history',
  shortHint:
    'The comparison needs at least 20 customers and two horizons of orders: one before the list and one after it. Import older orders, or come back later.',
} as const;
