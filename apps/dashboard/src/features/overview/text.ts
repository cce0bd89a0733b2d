import { grouped, plural } from '../../text/plural';

const YEAR_DAYS = 365;

export const text = {
  title: 'Overview',
  days: (days: number) => plural(days, { one: 'Until tomorrow', other: 'The next # days' }),
  tiles: {
    expected: 'Expected revenue',
    expectedHint:
      'What your present customers will probably bring. For each: the chance of an order × the usual orders and amounts. New customers come on top.',
    likely: (low: string, high: string) => `Likely ${low} to ${high}`,
    days: (days: number) => plural(days, { one: 'By tomorrow', other: 'In the next # days' }),
    unknownError: 'How far off this may be is not known yet: your past is too short to test such sums.',
    later: (low: string, high: string, days: number) => `${low} to ${high} in ${days === YEAR_DAYS ? 'a year' : `${days} days`}`,
    noMoney: 'Appears with the first scores, seconds after your first orders. Send or import orders.',
    noAmounts: (currency: string) => `None of your orders has an amount in ${currency}, the currency of your shop.`,
    changeCurrency: 'Change the currency',
    toWin: 'To win',
    upTo: (money: string) => `Up to ${money}`,
    onTop: (customers: number) =>
      plural(customers, {
        one: 'What a contact with the customer to contact can add to it',
        other: 'What contacts with the # customers to contact can add to it',
      }),
    nothingToWin: 'Nothing now: no next order is missing',
    nobodyToWin: 'Nothing now: a campaign may contact none of these customers',
    toContact: 'To contact now',
    toContactHint:
      'Second order due: one day with orders so far (orders of one day count as one), and half of those who order again have done so by this time. Slipping away: the next order is overdue (four in five customers like them had ordered again by this time), with a risk of 40% or more. Lost customers are not counted.',
    customers: (count: number) => plural(count, { one: 'customer', other: 'customers' }),
    secondDue: (count: number) => plural(count, { one: '# second order is due', other: '# second orders are due' }),
    slipping: (count: number, fresh: number) =>
      plural(count, { one: '# is slipping away', other: '# are slipping away' }) + (fresh > 0 ? `, ${grouped(fresh)} since this week` : ''),
    leftOut: (count: number) => `${grouped(count)} of them cannot be contacted now`,
    noneToContact: 'No next order is missing now',
    quality: 'Can you trust this?',
    qualityNone: 'Not known yet',
    qualityNoneHint: {
      notLearned: 'We check it once we have learned from your orders.',
      tooFew: (days: number) =>
        `We check scores that are ${days} days old: at least 50 customers must have ordered since then, and 50 must not.`,
    },
    quality_poor: 'Ranks poorly',
    quality_fair: 'Ranks fairly',
    quality_good: 'Ranks well',
    quality_excellent: 'Ranks very well',
    level: (points: number) =>
      points === 0 ? 'The level is right.' : plural(points, { one: 'Level off by # point.', other: 'Level off by # points.' }),
    saidHappened: {
      below_080: (said: string, happened: string) =>
        `Of the customers whom we gave a risk below 80%, we expected ${said} not to order; ${happened} did not.`,
      all: (said: string, happened: string) => `We said ${said} of all customers would not order, and ${happened} did not.`,
    },
    missed: (said: string, happened: string) => `Most clearly off among all customers: where we said ${said}, it was ${happened}.`,
    qualityMore: 'See why',
    backtest: 'Would it have worked?',
  },
  slipping: {
    title: 'Contact these first',
    titleNobody: 'Customers to contact',
    contacted: (name: string, date: string) => `The campaign “${name}” went out on ${date} to such customers.`,
    seeCampaign: 'See the campaign',
    risk: (score: string) => `${score} risk`,
    winBack: (count: number) => plural(count, { one: 'Win this one', other: 'Win these #' }),
    howTo: (count: number) =>
      plural(count, {
        one: 'A campaign puts this customer on a list to download, or sends the list to your server.',
        other:
          'A campaign makes a list of them to download, or sends it to your server. It leaves out a control group, so you see whether contacting them helps.',
      }),
    likely: (count: number) =>
      plural(count, {
        one: '# more is late but will probably order without your help (risk under 40%).',
        other: '# more are late but will probably order without your help (risk under 40%).',
      }),
    showLikely: (count: number) => plural(count, { one: 'Show this one', other: 'Show them' }),
    all: (count: number) => plural(count, { one: 'Show it', other: 'All #' }),
    order: (shown: number) =>
      plural(shown, {
        one: 'The one with the most to win.',
        other: 'Below, the # with the most to win.',
      }),
    customer: 'Customer',
    overdue: 'Overdue',
    why: 'Why',
    open: 'Open',
    openOne: (id: string) => `Open ${id}`,
    allTaken:
      'There is nobody to contact now: all of them were contacted, are on a list that waits, have unsubscribed, do not accept marketing, or are kept out as a control group. Others appear here on the day on which their next order is missing.',
    noDays:
      'The days of the last orders are not known, so this list says little more than who spends most. An order export shows who is slipping away.',
    uploadOrders: 'Upload orders',
    taken: (count: number, reasons: string) =>
      `${plural(count, { one: '# customer is not in this list', other: '# customers are not in this list' })}: ${reasons}.`,
    leftOut: {
      contacted: (count: number) =>
        plural(count, {
          one: '# got a campaign recently, or was in its control group',
          other: '# got a campaign recently, or were in its control group',
        }),
      waiting: (count: number) => plural(count, { one: '# is on a list that waits', other: '# are on lists that wait' }),
      control: (count: number) =>
        plural(count, { one: '# is in a control group that gets nothing', other: '# are in a control group that gets nothing' }),
      noConsent: (count: number) => plural(count, { one: '# does not accept marketing', other: '# do not accept marketing' }),
      unsubscribed: (count: number) => plural(count, { one: '# has unsubscribed', other: '# have unsubscribed' }),
      other: (count: number) => plural(count, { one: '# is left out for another reason', other: '# are left out for other reasons' }),
    },
    lost: (count: number) =>
      plural(count, {
        one: 'There is no customer to contact now, but # customer is lost: overdue, with a risk of 87.5% or more. Few such customers order again.',
        other:
          'There is no customer to contact now, but # customers are lost: overdue, with a risk of 87.5% or more. Few of them order again.',
      }),
    allLost: (count: number) =>
      plural(count, {
        one: 'Your only customer is lost: overdue, with a risk of 87.5% or more. Few such customers order again.',
        other: 'All # customers are lost: overdue, with a risk of 87.5% or more. Few of them order again.',
      }),
    showLost: (count: number) => plural(count, { one: 'Show this customer', other: 'Show them' }),
    lostAdvice: 'You can try a campaign that costs little, such as an e-mail. It leaves out a control group, so you see whether it helps.',
    missingOrders: 'Have you had orders since? Then they do not reach us.',
    checkOrders: 'Check the connection to your shop',
    none: 'No next order is missing now. A customer appears here on the day on which the second order is due, or the next order is overdue.',
  },
  lifecycle: {
    title: 'Customers over time',
    short: 'The chart starts today, and every night adds a day. After an import the past weeks appear within minutes.',
    calculating: (done: number, total: number) =>
      `We are calculating the past weeks from your orders: ${grouped(done)} of ${grouped(total)} are ready. They appear here by themselves.`,
    calculatingSoon: 'We are about to calculate the past weeks from your orders. They appear here by themselves.',
    calculatedHint: (day: string) =>
      `Dashed: calculated afterwards. Before ${day} there was no live score; each of those weeks uses only what was known by then.`,
    summary: (from: string, first: string, to: string, last: string) => `Customers to contact: ${first} on ${from}, ${last} on ${to}.`,
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
    none: 'In the last seven days nobody became overdue with a risk of 40% or more, came back, joined or was lost.',
    fresh: (day: string) =>
      `Who came back, is new or was lost is counted since your first scores. A whole week of it is known from ${day} on.`,
    nobody: 'Nobody',
    slipped: (count: number) =>
      plural(count, { one: 'became overdue and is slipping away', other: 'became overdue and are slipping away' }),
    noneSlipped: 'became overdue and is slipping away',
    back: 'came back',
    backWith: (money: string) => `came back (${money})`,
    joined: 'new',
    noneJoined: 'is new',
    lost: 'lost',
    noneLost: 'was lost',
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
    snapshot: 'Writing files to your storage',
    remove_upload: 'Removing an upload',
    entryProgress: (done: string, all: string) => `${done} of ${all} entries`,
    export: 'Writing the file with all your data',
    import: 'Importing the orders of your shop',
    importCustomers: 'Reading what your customers ordered before',
    progress: (done: string, all: string) => `${done} of ${all} ${all === '1' ? 'customer' : 'customers'}`,
    tableProgress: (done: string, all: string) => `${done} of ${all} tables`,
    importProgress: (done: string, all: string) => `${done} of ${all} ${all === '1' ? 'order' : 'orders'}`,
  },
  model: {
    title: 'Quality of the scores',
    matured: (n: string, days: number) => `We checked ${n} past scores, each ${days} days later.`,
    backtest: (n: string, days: number) =>
      `We went back ${days} days, predicted from what was known then, and compared with what happened, for ${n} customers.`,
    backtestLink: 'Would it have worked? See a list of three months ago',
    unknown: {
      notLearned: () => [
        'We have not learned from your orders yet. We begin once five customers have an order and a running import has ended.',
        'Then we go back in time, predict from what was known then, and compare with what happened.',
      ],
      tooFew: (days: number) => [
        `We compare what the scores said with what your customers did in the ${days} days after. With fewer than 50 who ordered, or fewer than 50 who did not, chance alone makes scores look good or bad.`,
        'Importing older orders can help. A small shop may never have so many customers.',
        'Until then, trust the order of your list more than the numbers.',
      ],
    },
    chance: 'A point that is off the line stands for few customers: chance explains it.',
    risk: 'Risk',
    perfect: 'Perfect score',
    promised: 'Predicted',
    happened: 'Actual',
    customers: 'Customers',
    rank: (percent: string, baseline: string) =>
      `Take one customer who did not order in time and one who did: in ${percent} of cases the one who did not has the higher score. With only the days since the last order it would be ${baseline}.`,
  },
  alarm: {
    fewer: (since: string, share: string) => `Since about ${since}, ${share} fewer customers come back than expected`,
    counts: (observed: string, expected: string, low: string, high: string) =>
      `${observed} came back instead of about ${expected}. With a certainty of 95%, between ${low} and ${high} fewer come back. Season and growth are taken into account.`,
    look: 'Look at what changed in your shop since then: prices, stock, delivery times, newsletters, the checkout, or orders of one channel that no longer arrive. Then contact the customers whose next order is missing.',
    contact: 'Show the customers to contact',
    silent: (since: string) => `No orders have arrived since ${since}`,
    silentBody: (expected: string) =>
      `About ${expected} were to be expected. Your customers may well be ordering: check the connection to your shop, or upload the newest orders. Until then the scores grow old.`,
    integrations: 'Open Integrations',
    dataEnded: 'Scores say what will happen after the last order that you have sent. Upload the newest orders to bring them up to date.',
    upload: 'Upload the newest orders',
    usual: (fall: string) => `Customers come back as expected. We would tell you of a fall by ${fall} within about two weeks.`,
  },
  notice: {
    pinned: 'The model of your shop is pinned',
    provisional: 'These scores are provisional',
    notLearned:
      'We have not learned from your orders yet, so the scores come from what is usual in other shops. While orders arrive, the numbers change from minute to minute. We learn once five customers have an order and a running import has ended.',
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
    platforms: { shopify: 'Shopify', shopline: 'Shopline', generic: 'a platform like Shopify' },
    wooCommerce: 'WooCommerce',
    connectBody: (platforms: string) => `${platforms}. We read your past orders, and new ones come by themselves.`,
    connectAny: 'We read your past orders, and new ones come by themselves.',
    connectAction: 'Connect a shop',
    upload: 'Upload your orders',
    uploadBody: 'An order export of your shop, or a table. You see who is slipping away within minutes.',
    uploadAction: 'Upload a file',
    api: 'Use the API',
    apiBody: 'Your own shop system sends each order. Try it with one of these programs, or without any.',
    keyOnce:
      'This tab shows the key until you have copied it. Store it like a password: anyone with this key can send orders and read your customers.',
    keyGone:
      'We show an API key only once. If you did not save yours, make a new one: the old one then stops working. To keep it, create another key on the page Developers.',
    newKey: 'Make a new API key',
    keyLabel: 'API key',
    programs: 'Programs that send an order',
    curl: 'curl',
    client: 'Node.js',
    curlLabel: 'Command that sends an order',
    clientLabel: 'Program that sends an order',
    clientHint: 'Our client library makes batches and tries again when a request fails.',
    moreApi: 'All keys, examples and answers',
    waiting: 'Waiting for your first real order. This page goes on by itself.',
    test: {
      send: 'Send a test order',
      hint: 'We send an order of a test customer in your name and show the score. You can remove it with one press.',
      waiting: 'We stored the test order. Waiting for the score …',
      arrived: 'The score of the test customer is here',
      meaning:
        'The chance that no order follows in the days that a score looks ahead. One order tells little; with your real orders the score becomes more exact.',
      look: 'Show this customer',
    },
  },
  setup: {
    title: 'Set up your shop',
    done: (done: number, all: number) => `${grouped(done)} of ${grouped(all)} done`,
    hide: 'Hide',
    isDone: '(done)',
    isOpen: '(to do)',
    orders: { name: 'Send your orders', todo: 'Connect your shop, upload a file, or use the API.' },
    model: { name: 'We learn from your orders', todo: 'It begins once five customers have an order and a running import has ended.' },
    told: { name: 'Use the scores', todo: 'Make a campaign, or let a webhook tell your systems who is slipping away.' },
    colleague: { name: 'Invite a colleague', todo: 'They see the same customers and campaigns.' },
  },
} as const;
