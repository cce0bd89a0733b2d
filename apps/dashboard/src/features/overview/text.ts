import { plural } from '../../text/plural';

const YEAR_DAYS = 365;

export const text = {
  title: 'Overview',
  days: (days: number) => plural(days, { one: 'Until tomorrow', other: 'The next # days' }),
  tiles: {
    expected: 'Expected revenue',
    expectedHint: 'For each customer: the chance of an order × the usual orders and amounts. This is the sum.',
    likely: (low: string, high: string) => `Likely ${low} to ${high}`,
    days: (days: number) => plural(days, { one: 'By tomorrow', other: 'In the next # days' }),
    later: (money: string, days: number) => (days === YEAR_DAYS ? `${money} in a year` : `${money} in ${days} days`),
    noMoney: 'Appears with the first scores, seconds after your first orders. Send or import orders.',
    atRisk: 'At risk of it',
    atRiskHint: 'The part of the expected revenue that comes from customers who may not order: expected revenue × score.',
    part: (atRisk: string, expected: string) => `${atRisk} of the ${expected} would come from customers who may not order.`,
    before: (share: string) => `A week ago it was ${share}.`,
    noBefore: (day: string) => `We can compare with a week ago from ${day} on.`,
    slipping: 'Slipping away now',
    slippingHint:
      'Customers who are silent for longer than four in five such customers before their next order, with a risk of 40% or more, who are not lost yet.',
    customers: (count: number) => plural(count, { one: 'customer', other: 'customers' }),
    toWin: (money: string) => `Up to ${money} to win back`,
    thisWeek: (count: string) => `${count} of them became overdue this week`,
    noneThisWeek: 'None of them became overdue this week',
    quality: 'Can you trust this?',
    qualityNone: 'Not known yet',
    qualityNoneHint: 'We check it as soon as your orders cover some weeks. Import older orders to see it today.',
    quality_poor: 'Poor',
    quality_fair: 'Fair',
    quality_good: 'Good',
    quality_excellent: 'Excellent',
    saidHappened: {
      open: (said: string, happened: string) =>
        `Of the customers whom we gave a risk below 80%, we expected ${said} not to order; ${happened} did not.`,
      all: (said: string, happened: string) => `We said ${said} of all customers would not order, and ${happened} did not.`,
    },
    missed: (said: string, happened: string) => `Least exact: where we said ${said}, it was ${happened}.`,
    qualityMore: 'See why',
    backtest: 'Would it have worked?',
  },
  slipping: {
    title: 'Slipping away now: contact these first',
    titleContacted: 'Slipping away now',
    contacted: (name: string, date: string) => `The campaign “${name}” went out on ${date} to those who were slipping away then.`,
    seeCampaign: 'See the campaign',
    contactOthers: 'Contact the others',
    risk: (score: string) => `${score} risk`,
    winBack: (count: number) => plural(count, { one: 'Win this one back', other: 'Win these # back' }),
    howTo: (count: number) =>
      plural(count, {
        one: 'A campaign puts this customer on a list to download, or sends the list to your server.',
        other:
          'A campaign makes a list of them to download, or sends it to your server. It leaves out a control group, so you see whether contacting them helps. The CSV file has all #.',
      }),
    likely: (count: number) =>
      plural(count, {
        one: '# more is late but likely to order all the same (risk under 40%).',
        other: '# more are late but likely to order all the same (risk under 40%).',
      }),
    showLikely: (count: number) => plural(count, { one: 'Show this one', other: 'Show them' }),
    all: (count: number) => plural(count, { one: 'Show it', other: 'All #' }),
    order: (shown: number) =>
      plural(shown, {
        one: 'The one to contact first.',
        other: 'Below, the # to contact first: much to win, and neither sure to order nor gone.',
      }),
    customer: 'Customer',
    overdue: 'Overdue',
    why: 'Why',
    open: 'Open',
    openOne: (id: string) => `Open ${id}`,
    none: 'Nobody is slipping away now, so there is nothing to do. A customer appears here on the day on which the next order is overdue.',
  },
  lifecycle: {
    title: 'Customers over time',
    short: 'The chart starts today, and every night adds a day. After an import the past weeks appear within minutes.',
    calculatedHint: (day: string) =>
      `Dashed: calculated afterwards. Before ${day} there was no live score; each of those weeks uses only what was known by then.`,
    summary: (from: string, first: string, to: string, last: string) => `Customers slipping away: ${first} on ${from}, ${last} on ${to}.`,
  },
  distribution: {
    title: 'All customers by risk',
    none: 'Appears with the first scores, seconds after your first orders.',
    lost: (count: number) =>
      plural(count, {
        one: '# customer is lost: overdue, with a risk of 87.5% or more.',
        other: '# customers are lost: overdue, with a risk of 87.5% or more.',
      }),
  },
  week: {
    title: 'What changed this week',
    none: 'Nobody became overdue, came back, joined or was lost in the last seven days.',
    fresh: (day: string) =>
      `Who came back, is new or was lost is counted since your first scores. A whole week of it is known from ${day} on.`,
    slipped: 'became overdue and are slipping away',
    back: 'came back',
    backWith: (money: string) => `came back (${money})`,
    joined: 'new',
    lost: 'lost',
  },
  jobs: {
    nightly: 'Updating scores for today',
    recalculate: 'Calculating scores again',
    settings: 'Updating scores to your new settings',
    erase: 'Erasing a customer',
    recover: 'Sending webhooks again',
    fit: 'Learning from your orders',
    refit: 'Updating all scores with the new model',
    resync: 'Sending all values to a destination',
    export: 'Writing the file with all your data',
    import: 'Importing the orders of your shop',
    progress: (done: string, all: string) => `${done} of ${all} customers`,
    tableProgress: (done: string, all: string) => `${done} of ${all} tables`,
    importProgress: (done: string, all: string) => `${done} of ${all} orders`,
  },
  model: {
    title: 'Quality of the scores',
    matured: (n: string, days: number) => `We checked ${n} past scores, each ${days} days later.`,
    backtest: (n: string, days: number) =>
      `We went back ${days} days, predicted from what was known then, and compared with what happened, for ${n} customers.`,
    backtestLink: 'Would it have worked? See a list of three months ago',
    chance: 'A point that is off the line stands for few customers: chance explains it.',
    risk: 'Risk',
    perfect: 'Perfect score',
    promised: 'Predicted',
    happened: 'Actual',
    customers: 'Customers',
    rank: (percent: string, baseline: string) =>
      `Take one customer who left and one who stayed: in ${percent} of cases the one who left has the higher score. With only the days since the last order it would be ${baseline}.`,
  },
  notice: {
    provisional: 'These scores are provisional',
    notLearned:
      'We have not learned from your orders yet, so the scores come from what is usual in other shops. Trust the order of your customers more than the numbers. We learn once five customers have an order and a running import has ended.',
    changed: 'An import has changed your past orders. We learn from them as soon as it has ended, and then update all scores.',
    horizon: (day: string, now: number, next: number) => `From ${day} on, a score looks ${next} days ahead instead of ${now}`,
    longer: (now: number) => `Fewer than four of five repeat orders come within ${now} days.`,
    shorter: (next: number) => `Four of five repeat orders come within ${next} days.`,
    keep: (now: number) => `Keep ${now} days`,
  },
  start: {
    title: 'Welcome! Where are your orders?',
    body: 'Choose one of three ways. From the first order on, each customer has a score.',
    connect: 'Connect your shop',
    connectBody: 'Shopify, WooCommerce or Shopline. New orders then come by themselves.',
    upload: 'Upload a file',
    uploadBody: 'An order export or a table. You see who is slipping away within minutes.',
    api: 'Use the API',
    apiBody: 'Your own shop system sends each order. The key and an example stand below.',
    key: '1. Save your API key',
    keyOnce: 'We show it only now. Store it like a password: anyone with this key can send orders and read your customers.',
    keyGone: 'We showed your API key when you created the account. If you did not save it, make a new one: the old one then stops working.',
    newKey: 'Make a new API key',
    keyLabel: 'API key',
    send: '2. Send an order',
    sendHint: 'Run this command in a terminal to try it. Your shop system sends the same request.',
    curlLabel: 'Command that sends an order',
    wait: '3. See the first score',
    waiting: 'Waiting for your first order …',
    arrived: (count: number) => plural(count, { one: 'Your first customer has arrived.', other: '# customers have arrived.' }),
  },
} as const;
