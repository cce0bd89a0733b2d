import { plural } from '../../text/plural';
import { NEEDED_PER_GROUP } from './control-group';
import { editorText } from './editor/text';
import { overallText } from './results/overall-text';

const customers = (count: number): string => plural(count, { one: '# customer', other: '# customers' });

export const text = {
  title: 'Campaigns',
  description: 'Win customers back before they are gone, and see whether it works.',
  create: 'New campaign',
  empty: {
    title: 'No campaigns yet',
    body: 'A campaign chooses the customers to win back: you download the list and write to them, or your server does. It leaves out a small control group, so you can see what the campaign changed.',
  },
  more: 'Show more',
  neverSent: 'Never sent',
  columns: { name: 'Campaign', status: 'Status', when: 'Sent', last: 'Last sent', reached: 'Customers reached', result: 'Result' },
  status: { draft: 'Draft', sent: 'Sent', active: 'Active', paused: 'Paused', archived: 'Archived' },
  listStatus: (isContacted: boolean): string => (isContacted ? 'Contacted' : 'List made'),
  customers,
  short: {
    none: 'Not sent yet',
    list: 'Nobody contacted yet',
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
      `You have dealt with everybody for now. Come back in a week: those who begin to slip by then come next, and these again ${days} after they were contacted.`,
    of: (count: number) =>
      plural(count, {
        one: 'of # customer in this audience',
        other: 'of # customers in this audience',
      }),
    nobodyFits: 'No customers match this audience. Remove a condition.',
    recipients: 'would get it',
    parts: {
      holdout: 'in the control group',
      cooldown: 'left out: recently, they got a campaign or were in a control group',
      reserved: 'left out: they are on a list that waits, or a campaign is on its way to them',
      tenant_control: 'left out: in the control group of your shop, which no campaign contacts',
      other_control: 'left out: in the control group of another campaign that is still measured',
      max_recipients: 'over the maximum',
      unsubscribed: 'left out: unsubscribed from e-mails',
      erased: 'being erased',
    },
    about: (count: string) => `about ${count}`,
    aboutCustomers: (count: number) => `About ${customers(count)}`,
    estimate: 'Saving sends nothing yet. It chooses the control group at random, and shows the exact numbers.',
    smallControl: (holdout: number, percent: string) =>
      `${plural(holdout, { one: '# customer in the control group is', other: '# customers in the control group are' })} too few to measure an effect: ${NEEDED_PER_GROUP} are needed. Choose ${percent} or more, or send the campaign again later to more customers.`,
    smallAudience: (recipients: number, holdout: number) =>
      `Too few customers to measure an effect: ${NEEDED_PER_GROUP} are needed in each group, and this would be ${recipients} contacted and ${holdout} in the control group. Include more customers, or send the campaign again later.`,
    first: (count: number) => plural(count, { one: 'Show the customer', other: 'Show the first # customers' }),
    mostFirst: 'Those to contact first come first.',
    bar: (recipients: number, total: number) => `${recipients} of ${total} would get it`,
  },
  page: {
    back: 'All campaigns',
    edit: 'Edit',
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
    minRevenueAtRisk: (amount: string) => `${amount} or more at risk`,
    worth: 'Only customers worth contacting',
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
    sent: 'Sent',
    holdout: 'Control group',
    cooldown: 'Pause between campaigns',
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
  results: {
    title: 'Result',
    beginningOf: {
      webhook: 'The campaign is being sent. Its customers appear here in a moment.',
      download: 'We begin to count when you say that you have contacted the customers.',
    },
    notYetOf: {
      webhook: 'After you send the campaign, you see here how many customers came back because of it.',
      download: 'After you have contacted the customers of a list, you see here how many came back because of it.',
    },
    givenUpTitle: 'A list was not used',
    givenUp: (count: number) =>
      `You did not contact ${customers(count)}. They count neither as contacted nor for the pause, so the next list can have them.`,
    treated: 'Contacted',
    holdout: 'Control group',
    returned: (returned: number, n: number) => `${returned.toLocaleString('en')} of ${n.toLocaleString('en')} came back`,
    nobody: 'nobody yet',
    undeliveredTitle: 'Not delivered',
    undelivered: (count: number) =>
      `We could not deliver the list with ${customers(count)} and gave it up. They count neither as contacted nor for the pause, so the next sending can reach them. Nor do the control customers chosen with them count.`,
    undeliveredHelp: 'Check the webhook URL in the settings of the campaign, then send the campaign again.',
    windowOf: {
      webhook: (days: number) =>
        `“Came back” means: placed an order within ${plural(days, { one: '# day', other: '# days' })} after your server got the list.`,
      download: (days: number) =>
        `“Came back” means: placed an order within ${plural(days, { one: '# day', other: '# days' })} after you contacted the customers.`,
    },
    works: (points: string, low: string, high: string) =>
      `${points} percentage points more of the contacted customers came back than of the control group. The true effect is most likely between ${low} and ${high}.`,
    harms: (points: string, low: string, high: string) =>
      `${points} percentage points fewer of the contacted customers came back than of the control group. The true effect is most likely between ${low} and ${high}.`,
    titles: {
      works: 'It works',
      harms: 'It does harm',
      early: 'Too early to tell',
      noDifference: 'No clear difference',
      unmeasurable: 'Cannot be measured: no control group',
    },
    early: (needed: number, treated: number, holdout: number) =>
      `We need ${needed} customers in each group whose time to come back has passed. So far: ${treated} contacted, ${holdout} in the control group.`,
    noOrders: 'Nobody in either group has ordered yet.',
    expected: (day: string) => `The first result comes by ${day}.`,
    tooSmall: (needed: number, treated: number, holdout: number) =>
      `Too few customers for a result so far: ${treated} contacted and ${holdout} in the control group. Each group needs ${needed}.`,
    noHoldout: 'This campaign has no control group, so there is nothing to compare with.',
    noDifference: (low: string, high: string) => `The effect is most likely between ${low} and ${high} points, so there may be none.`,
    power: (effect: string, needed: number) =>
      needed === 0
        ? `With so many customers we would have seen an effect of ${effect} points in 4 of 5 cases. To find a smaller one, send it to more.`
        : `To see an effect of ${effect} points in 4 of 5 cases, ${plural(needed, { one: '# more customer is', other: '# more customers are' })} needed, in both groups together.`,
    needed: (effect: string, needed: number) =>
      `To see an effect of ${effect} points in 4 of 5 cases, ${plural(needed, { one: '# more customer is', other: '# more customers are' })} needed, in both groups together.`,
    contaminated: (treated: number, holdout: number) =>
      `Another campaign chose ${plural(treated, { one: '# of the contacted customers', other: '# of the contacted customers' })} and ${plural(holdout, { one: '# of the control group', other: '# of the control group' })} before their time to come back had passed. We leave out what they ordered from then on, in both groups alike.`,
    nobodyReturned: 'Nobody in either group came back in time. More customers make the result clearer.',
    next: {
      title: 'What to do now',
      wait: (day: string) => `Wait until ${day}. Until then, send nothing to the control group: it shows who comes back without a message.`,
      grow: (count: number) =>
        `Contact the next ones: ${plural(count, { one: '# customer', other: '# customers' })} would get it now, and they add to both groups.`,
      growLater:
        'Nothing today. The customers whom you contact next with this campaign add to both groups. A larger control group gives a result sooner.',
      again: (count: number) => `Contact the next ones: ${plural(count, { one: '# customer', other: '# customers' })} would get it now.`,
      nobody: 'Everybody in its audience has been dealt with. Look again in a week: others begin to slip away by then.',
      change: 'Send it to nobody else as it is. Change the offer, then test it again.',
      other: 'Do not count on it. Try another offer, or another audience.',
      control: 'Give it a control group before you send it again.',
      sendBy: { webhook: 'Send to the next ones', download: 'Make the next list' },
      edit: 'Change the campaign',
      paused: 'It is paused. Resume it to contact more customers.',
    },
    effect: 'Effect so far, in percentage points',
    interval: 'the bar shows where the true effect lies in 95 % of cases',
    chart: (points: string, low: string, high: string) => `Effect ${points} points, 95 % interval from ${low} to ${high}`,
    none: 'no effect',
    revenue: 'Revenue per customer',
    revenueMore: (amount: string, low: string, high: string) =>
      `${amount} compared with the control group (most likely between ${low} and ${high})`,
    totals: (treated: string, holdout: string) =>
      `Orders since then: ${treated} from contacted customers, ${holdout} from the control group.`,
  },
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
      webhook: { by: 'Sent by', delivered: 'Delivered', undelivered: 'Not delivered' },
      download: { by: 'Made by', delivered: 'Contacted', undelivered: 'Not used' },
    },
    by: { manual: 'Hand', schedule: 'Schedule', trigger: 'Trigger' },
    download: 'Download',
    downloadOf: (at: string) => `Download the customers of ${at}`,
    file: {
      webhook:
        'Download the customers as a CSV file, with their present score. It leaves out those who were deleted or unsubscribed since.',
      download: 'The file has the present scores. It leaves out those who were deleted or unsubscribed since.',
    },
  },
  lists: {
    title: (count: number) => `A list of ${customers(count)} waits for you`,
    made: (at: string) => `Made ${at}. If nobody uses it within 14 days, its customers become free again.`,
    download: 'Download the list. It names the customers by their ID in your shop, those with the most revenue at risk first.',
    downloadButton: 'Download the list',
    write: 'Write to them, in any way: a newsletter with a voucher, a call, a card.',
    onlyThem: (holdout: number) =>
      `Only to them: ${plural(holdout, { one: '# customer is', other: '# customers are' })} in the control group and must get nothing. They show who comes back without a message.`,
    say: 'On the day you write to them, say so here. From then on we count who comes back, in both groups.',
    day: 'When did you contact them?',
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
