import { grouped, plural } from '../../text/plural';
import { NEEDED_PER_GROUP } from './control-group';
import { editorText } from './editor/text';
import { overallText } from './results/overall-text';
import { campaignsTogether, resultsText } from './results/results-text';

const customers = (count: number): string => plural(count, { one: '# customer', other: '# customers' });

export const text = {
  title: 'Campaigns',
  description: 'Win customers back before they are gone, and see whether it works.',
  create: 'New campaign',
  empty: {
    title: 'No campaigns yet',
    body: 'A campaign chooses the customers to win back: you download the list and write to them, or your server does. It leaves out a small control group, so you can see what the campaign changed.',
  },
  control: {
    title: 'Control group: send them nothing',
    aside: (percent: string, isBeforeFirst: boolean) =>
      `${isBeforeFirst ? 'Before your first campaign, know this: ' : ''}${percent}% of your customers, chosen at random, are set aside and get no campaign. How many of them order anyway shows what your messages bring. Campaigns have control groups of their own, too. You can change the percentage in the settings${isBeforeFirst ? ', best before you contact your customers' : ''}.`,
    onlyCampaigns: 'Your shop has no control group. Those of campaigns get nothing until their time to order has passed.',
    download: 'Download the list',
    show: 'Show these customers',
    use: 'In your mail tool, make a list of them and exclude it when you send a newsletter or a voucher to everybody. Do not suppress or unsubscribe them: they change with every campaign. Download the list again before each mailing.',
  },
  more: 'Show more',
  neverOf: { webhook: 'Never sent', download: 'No list yet' },
  lastOf: { webhook: (ago: string) => `Sent ${ago}`, download: (ago: string) => `List made ${ago}` },
  columns: { name: 'Campaign', status: 'Status', when: 'Sent', last: 'Latest', reached: 'Customers reached', result: 'Result' },
  status: { draft: 'Draft', sent: 'Sent', active: 'Active', paused: 'Paused', archived: 'Archived' },
  listStatus: (isContacted: boolean): string => (isContacted ? 'Contacted' : 'List made'),
  customers,
  short: {
    noneOf: { webhook: 'Not sent yet', download: 'No list yet' },
    list: 'Nobody contacted yet',
    counted: 'Being counted',
    early: 'Too early to tell',
    undelivered: 'Not delivered',
    unmeasurable: 'Cannot be measured: no control group',
    noDifference: 'No clear difference',
    works: (points: string) => `Works: ${points} points`,
    harms: (points: string) => `Does harm: ${points} points`,
  },
  when: {
    manual: 'By hand',
    entered_high: 'When a customer enters high or critical risk',
    entered_critical: 'When a customer enters critical risk',
    overdue: 'When the next order of a customer is overdue',
    second_order_due: 'When the second order of a customer is due',
    day: (time: string) => `Every day at ${time}`,
    week: (day: string, time: string) => `Every ${day} at ${time}`,
    month: (day: number, time: string) => `On day ${day} of every month at ${time}`,
    cron: (cron: string) => `Schedule ${cron}`,
    next: (at: string) => `Next on ${at}`,
  },
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  editor: editorText,
  errors: {
    required: 'Fill in this field.',
    long: 'Use at most 100 characters.',
    url: 'Enter an address that begins with https://',
    percent: 'Enter a number from 0 to 100.',
    order: 'Enter a number that is not below the lower limit.',
    holdout: 'Enter a whole number from 0 to 50.',
    cooldown: 'Enter a whole number from 0 to 365.',
    window: 'Enter a whole number from 7 to 90, or leave the field empty.',
    most: 'Enter a whole number of 1 or more, or leave the field empty.',
    money: 'Enter an amount of 0 or more, or leave the field empty.',
    time: 'Enter a time, such as 09:00.',
    cron: 'Enter five fields, such as 0 9 * * 1.',
  },
  preview: {
    title: 'Who would get it now',
    titleSent: 'Whom to contact next',
    unsettled: 'Correct the marked fields to see who would get it.',
    nobody: 'Nobody right now',
    next: (days: string) =>
      `You have dealt with everybody for now. Come back in a week: those who begin to slip by then come next, and these again ${days} after they were contacted, when their time to come back is over.`,
    reserved: {
      download: 'First use the list that waits. The next ones come after that.',
      webhook: 'Those chosen are on their way to your server. The next ones come after that.',
    },
    of: (count: number) =>
      plural(count, {
        one: 'of # customer in this audience',
        other: 'of # customers in this audience',
      }),
    nobodyFits: 'No customers match this audience. Remove a condition.',
    recipients: 'would get it',
    parts: {
      holdout: 'in the control group',
      cooldown: 'left out: they got a campaign, or were in a control group, and their time to come back or the pause is not over',
      reserved: 'left out: already in a list that waits, in a campaign on its way, or in a control group of one of these',
      tenant_control: 'left out: in the control group of your shop, a few percent of all customers whom no campaign contacts (Settings)',
      other_control: 'left out: in the control group of another campaign that is still measured',
      max_recipients: 'over the maximum',
      unsubscribed: 'left out: unsubscribed from e-mails',
      no_consent: 'left out: do not accept marketing, as your shop says',
      erased: 'being erased',
    },
    refused: (count: string, all: string) =>
      `${count} of ${all} do not accept marketing, or have unsubscribed. This campaign leaves them out, and they are in no control group of it. Customers whose consent is not known get it.`,
    drawn: 'The control group is drawn when the list is made, at random and evenly from the top to the end of the list.',
    smallControl: (holdout: number, percent: string) =>
      `${plural(holdout, { one: '# customer in the control group is', other: '# customers in the control group are' })} too few to measure an effect: ${NEEDED_PER_GROUP} are needed. Choose ${percent} or more, or send the campaign again later to more customers.`,
    smallAudience: (recipients: number, holdout: number) =>
      `Too few customers to measure an effect: ${NEEDED_PER_GROUP} are needed in each group, and this would be ${grouped(recipients)} contacted and ${grouped(holdout)} in the control group. Include more customers, or send the campaign again later.`,
    visible: (count: number, points: number) =>
      `With ${customers(count)} a difference of ${grouped(points)} in 100 or more can be seen; smaller ones cannot.`,
    visibleNeeds: (effect: number, recipients: number, holdout: number) =>
      `To see ${grouped(effect)} in 100, about ${grouped(recipients)} contacted customers and ${grouped(holdout)} in the control group are needed. Later sends of this campaign add to its groups.`,
    beyondShop: (shop: number, effect: number, campaigns: number) =>
      `Your shop has ${customers(shop)}, so one campaign cannot show ${grouped(effect)} in 100. ${campaignsTogether(effect, campaigns)}`,
    first: (count: number) => plural(count, { one: 'Show the customer', other: 'Show the first # customers' }),
    window: (days: number) =>
      `An order within ${plural(days, { one: '# day', other: '# days' })} would count as an answer. You see the result after that.`,
    mostFirst: 'Those to contact first come first.',
    bar: (recipients: number, total: number) => `${grouped(recipients)} of ${grouped(total)} would get it`,
  },
  page: {
    back: 'All campaigns',
    edit: 'Edit',
    nobodyFree: 'Nobody may be contacted now',
    sendBy: { webhook: 'Send now', download: 'Make the list' },
    activate: 'Activate',
    pause: 'Pause',
    resume: 'Resume',
    archive: 'Archive',
    remove: 'Delete',
    more: 'More actions',
    done: { active: 'The campaign is active.', paused: 'The campaign is paused.', archived: 'The campaign is archived.' },
    removed: 'The campaign has been deleted.',
    settings: 'Settings',
    audience: 'Audience',
    everybody: 'All customers with a score',
    scoreRange: (from: string, to: string) => `Score from ${from} to ${to}`,
    minMonetary: (amount: string) => `Spent ${amount} or more`,
    minRevenueAtRisk: (amount: string) => `${amount} or more to win`,
    worth: 'Only customers worth contacting',
    consent: { yes: 'accepted', no: 'refused', unknown: 'not known' },
    consents: (states: string) => `Marketing: ${states}`,
    bought: (categories: string) => `Have bought: ${categories}`,
    neverBought: (categories: string) => `Have never bought: ${categories}`,
    enteredSince: (day: string) => `High or critical risk since ${day}`,
    lateSince: (from: string, to: string) => `Overdue since ${from} to ${to}`,
    lastOrder: (from: string, to: string) => `Last order ${from} to ${to}`,
    orders: (from: string, to: string) => `Orders from ${from} to ${to}`,
    spent: (from: string, to: string) => `Spent ${from} to ${to}`,
    daysAgo: (days: number) => plural(days, { one: '# day ago', other: '# days ago' }),
    anyTime: 'any day',
    anyNumber: 'any number',
    goesTo: 'How',
    byList: 'You download the list and contact the customers.',
    sentOf: { webhook: 'Sent', download: 'List made' },
    holdout: 'Control group',
    cooldown: 'Pause between campaigns',
    window: 'Time to come back',
    windowOfShop: 'As usual in your shop',
    days: (count: number) => plural(count, { one: '# day', other: '# days' }),
    off: 'off',
    most: 'At most',
    noMost: 'No limit',
    noSecret: 'You cannot send this campaign yet: there is no webhook secret to sign it with.',
    makeSecret: 'Make a secret',
    secretFirst: 'To send, first make a webhook secret',
    notActive: 'The schedule or trigger sends nothing until you activate the campaign.',
    pausedNote: 'This campaign is paused. Resume it to send again, by hand or on its schedule.',
  },
  confirm: {
    archiveTitle: 'Archive this campaign?',
    archiveBody: 'You can no longer send or change it. You keep its results. You cannot undo this.',
    removeTitle: 'Delete this campaign?',
    removeBody: 'The campaign was never sent, so it has no results to keep. You cannot undo this.',
  },
  send: {
    titleOf: { webhook: 'Send this campaign now?', download: 'Make the list now?' },
    listBody: (name: string) =>
      `We choose the customers of “${name}” and set the control group aside. You then download the list here. Nobody gets a message from us.`,
    body: (name: string, host: string) => `“${name}” goes to ${host}. You cannot take it back.`,
    most: 'At most this time',
    mostHint: 'Leave it empty to send it to every customer of the audience.',
    confirm: {
      webhook: (count: number) => `Send to ${customers(count)}`,
      download: (count: number) => `Make a list of ${customers(count)}`,
    },
    counting: 'Counting …',
    nobody: 'Nobody would get this campaign right now. Change its audience or its limits.',
    holdout: (count: number) =>
      plural(count, {
        one: '# customer is in the control group and gets nothing.',
        other: '# customers are in the control group and get nothing.',
      }),
    again: 'If you are not sure whether it was sent, press the button again: we never send it twice.',
    done: {
      webhook: (count: number) => `On its way to ${customers(count)}.`,
      download: (count: number) => `The list of ${customers(count)} is ready.`,
    },
    useful: 'Enter a whole number of 1 or more.',
  },
  upload: {
    title: 'The result needs your newest orders',
    missingTitle: 'The result is not complete yet: orders are missing',
    by: (end: string, until: string) =>
      `Your orders come from files, and the newest one is of ${end}. On ${until} or later, upload the orders up to that day. Without them it looks as if no customer came back.`,
    missing: (end: string, until: string) =>
      `Your orders come from files, and the newest one is of ${end}. The time to come back ended on ${until}: customers who ordered in between count as lost, in both groups. Upload the orders up to that day.`,
    link: 'Upload orders',
  },
  results: resultsText,
  overall: overallText,
  sendings: {
    titleOf: { webhook: 'Sendings', download: 'Lists' },
    stats: {
      webhook: (times: number, recipients: number) =>
        `${plural(times, { one: 'Sent once', other: 'Sent # times' })}, to ${customers(recipients)} in total.`,
      download: (times: number, recipients: number) =>
        `${plural(times, { one: '# list', other: '# lists' })}, with ${customers(recipients)} in total.`,
    },
    columns: {
      when: 'When',
      recipients: 'Customers',
      holdout: 'Control group',
    },
    columnsOf: {
      webhook: { by: 'Sent', delivered: 'Delivered', undelivered: 'Not delivered' },
      download: { by: 'Made', delivered: 'Contacted', undelivered: 'Not used' },
    },
    by: { manual: 'By hand', schedule: 'By schedule', trigger: 'By trigger' },
    download: 'Download',
    downloadOf: (at: string) => `Download the customers of ${at}`,
    file: {
      webhook:
        'Download the customers as a CSV file, with their present score. It leaves out those who were deleted, unsubscribed or refused marketing since.',
      download: 'The file has the present scores. It leaves out those who were deleted, unsubscribed or refused marketing since.',
    },
  },
  lists: {
    title: (count: number) => `A list of ${customers(count)} waits for you`,
    made: (at: string) => `Made ${at}. If nobody uses it within 14 days, its customers become free again.`,
    download:
      'Download the list. It names the customers by their ID in your shop, those with the most to win first. “Download with addresses” adds e-mail addresses and names from a file of yours.',
    downloadButton: 'Download the list',
    write: 'Write to them, in any way: a newsletter with a voucher, a call, a card.',
    onlyThem: (holdout: number) =>
      `Only to them: ${plural(holdout, { one: '# customer is', other: '# customers are' })} in the control group and must get nothing. They show who comes back without a message.`,
    notShop: (count: number) =>
      `${plural(count, { one: '# more customer of this audience is', other: '# more customers of this audience are' })} in the control group of your shop and must get nothing, from no campaign. All who must get nothing, for the suppression list of your mail tool:`,
    nothing: 'Who gets nothing',
    nothingAddresses: 'Who gets nothing, with addresses',
    say: 'On the day you write to them, say so here. From then on we count who comes back, in both groups.',
    day: 'When did you contact them?',
    dayHint: 'A day from the list on, and not in the future.',
    sure: (count: number) => `Have you contacted ${customers(count)}?`,
    sureBody: 'From that day on we count who comes back. You cannot take this back.',
    contacted: 'I have contacted them',
    giveUp: 'I will not use this list',
    counted: (count: number) => `We now count who of ${customers(count)} comes back.`,
    free: 'The customers of the list are free again.',
  },
  sends: {
    title: 'Deliveries',
    empty: 'You have not sent this campaign yet.',
    deliveries: 'Each delivery lists up to 1,000 customers.',
    all: 'Show all deliveries',
  },
} as const;
