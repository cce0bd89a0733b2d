import { NEEDED_PER_GROUP } from '../control-group';
import { grouped, plural } from '../../../text/plural';
import { roughly } from '../../../text/roughly';

const customers = (count: number): string => plural(count, { one: '# customer', other: '# customers' });

const neededFor = (effect: string, needed: number): string =>
  `Even if contacting brings back ${effect} more of 100 customers, chance can hide it. To be fairly sure to see it, about ${plural(roughly(needed), { one: '# more customer is', other: '# more customers are' })} needed, in both groups together.`;

/** Says what a shop with too few customers for one campaign can do instead. @param campaigns number of campaigns of this size */
export const campaignsTogether = (effect: number | string, campaigns: number): string =>
  `What contacts bring is learned from all campaigns together: about ${grouped(roughly(campaigns))} of this size show ${effect} in 100.`;

/** Texts of the result of a campaign. */
export const resultsText = {
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
  counted: {
    first: 'We are counting how many came back. With so many customers this takes a minute or two. The result appears here by itself.',
    asOf: (time: string) => `As of ${time}.`,
    newer: 'We are counting again. Newer numbers appear here by themselves.',
  },
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
    `Of 100 contacted customers, ${points} more came back than of 100 in the control group. The true effect is most likely between ${low} and ${high}.`,
  harms: (points: string, low: string, high: string) =>
    `Of 100 contacted customers, ${points} fewer came back than of 100 in the control group. The true effect is most likely between ${low} and ${high}.`,
  titles: {
    works: 'It works',
    harms: 'It does harm',
    early: 'Too early to tell',
    noDifference: 'No clear difference',
    unmeasurable: 'Cannot be measured: no control group',
  },
  early: (needed: number, treated: number, holdout: number) =>
    `We need ${grouped(needed)} customers in each group whose time to come back has passed. So far: ${grouped(treated)} contacted, ${grouped(holdout)} in the control group.`,
  noOrders: 'Nobody in either group has ordered yet.',
  expected: (day: string) => `The first result comes by ${day}.`,
  tooSmall: (needed: number, treated: number, holdout: number) =>
    `Too few customers for a result so far: ${grouped(treated)} contacted and ${grouped(holdout)} in the control group. Each group needs ${grouped(needed)}.`,
  noHoldout: 'This campaign has no control group, so there is nothing to compare with.',
  noDifference: (low: string, high: string) => `The effect is most likely between ${low} and ${high} points, so there may be none.`,
  power: (effect: string, needed: number) =>
    needed === 0
      ? `If contacting brought back ${effect} more of 100 customers, so many customers would most likely have shown it. To find a smaller effect, send it to more.`
      : neededFor(effect, needed),
  beyondShop: (shop: number, effect: string, visible: string | null, campaigns: number) =>
    `Your shop has ${customers(shop)}, so this campaign alone cannot show an effect of ${effect} in 100.${visible === null ? '' : ` It shows one of ${visible} in 100 or more.`} ${campaignsTogether(effect, campaigns)}`,
  contaminated: (treated: number, holdout: number) =>
    `Another campaign chose ${plural(treated, { one: '# of the contacted customers', other: '# of the contacted customers' })} and ${plural(holdout, { one: '# of the control group', other: '# of the control group' })} before their time to come back had passed. We leave out what they ordered from then on, in both groups alike.`,
  interim: (day: string, treated: number, holdout: number) =>
    `Interim counts of ${day}. The time to come back has passed for ${grouped(treated)} of those contacted and ${grouped(holdout)} of the control group. Amounts of money appear when each group has ${NEEDED_PER_GROUP} such customers.`,
  nobodyReturned: 'Nobody in either group came back in time. More customers make the result clearer.',
  next: {
    title: 'What to do now',
    wait: (day: string) =>
      `Wait until ${day}. Until then, send nothing else to the control group: it shows who comes back without a message.`,
    grow: (count: number) =>
      `Contact the next ones: ${plural(count, { one: '# customer', other: '# customers' })} would get it now, and they add to both groups.`,
    growLater:
      'Nothing today. The customers whom you contact next with this campaign add to both groups. A larger control group gives a result sooner.',
    again: (count: number, pause: number) =>
      `Contact the next ones: ${plural(count, { one: '# customer', other: '# customers' })} would get it now. ${
        pause === 0
          ? 'Customers who had a campaign before can be among them.'
          : `Customers who had a campaign ${plural(pause, { one: '# day', other: '# days' })} ago or earlier can be among them again.`
      }`,
    nobody: 'Everybody in its audience has been dealt with. Look again in a week: others begin to slip away by then.',
    change: 'Send it to nobody else as it is. Change the offer, then test it again.',
    other: 'Do not count on it. Try another offer, or another audience.',
    control: 'Give it a control group before you send it again.',
    sendBy: { webhook: 'Send to the next ones', download: 'Make the next list' },
    best: (arm: string) =>
      `Make a new campaign for the next customers and give all of them “${arm}”. Keep a control group: it shows what the offer brings compared with no message.`,
    create: 'New campaign',
    edit: 'Change the campaign',
    paused: 'It is paused. Resume it to contact more customers.',
  },
  effect: 'More customers who came back, of 100',
  effectSoFar: 'More customers who came back so far, of 100',
  interval: 'the true effect is most likely within the bar',
  chart: (points: string, low: string, high: string) => `Effect ${points} points, 95 % interval from ${low} to ${high}`,
  none: 'no effect',
  revenue: 'Revenue per customer',
  revenueMore: (amount: string, low: string, high: string) =>
    `${amount} compared with the control group (most likely between ${low} and ${high})`,
  revenueInAll: 'Extra revenue',
  inAll: (amount: string, count: number, low: string, high: string) =>
    `About ${amount} from ${customers(count)} (most likely between ${low} and ${high}). What the campaign cost you is not deducted.`,
  totals: (treated: string, holdout: string) =>
    `Orders since then: ${treated} from contacted customers, ${holdout} from the control group.`,
} as const;
