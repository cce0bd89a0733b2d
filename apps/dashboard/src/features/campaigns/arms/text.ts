import { grouped } from '../../../text/plural';

/** Texts about the offers that a campaign compares. */
export const text = {
  title: 'Compare offers',
  description:
    'Which offer pays? Each customer gets one of two to four, chosen at random, and the result says what each brings after its cost.',
  turnOn: 'Compare offers in this campaign',
  fixed: 'The campaign was sent, so the number of its offers stays. You can change names, texts and costs.',
  offer: (place: number) => `Offer ${place + 1}`,
  newName: (place: number) => `Offer ${'ABCD'[place] ?? ''}`,
  name: 'Name',
  content: 'Text or code',
  contentHint: 'It stands beside the customers in the list, and goes to your server with them.',
  contactCost: 'Cost of a contact',
  redemptionCost: 'Cost when a customer orders',
  redemptionHint:
    'A gift or the shipping, for example. Leave out a discount that lowers the amount of the order: it is missing there already.',
  add: 'Add an offer',
  remove: 'Remove this offer',
  hoped: 'The difference that you hope for',
  hopedHint: 'Of 100 customers, so many more order. The smaller it is, the more customers are needed to see it.',
  hopedUnit: 'of 100',
  errors: {
    name: 'Enter a name of 1 to 40 characters.',
    same: 'Another offer has this name.',
    long: 'Use at most 500 characters.',
    hoped: 'Enter a number from 0.5 to 50.',
  },
  split: 'Each customer gets one of these offers:',
  fewer: 'Use fewer offers or more customers, or send the campaign again later: its groups grow.',
  enough: (has: number, difference: number) =>
    `With ${grouped(has)} customers for each offer, a difference of ${grouped(difference)} in 100 between two offers can be seen; smaller ones may not.`,
  question: 'Which offer pays?',
  money: (orders: string, cost: string | null) =>
    `Orders of ${orders} so far; ${cost === null ? 'the offer costs nothing' : `the offer has cost ${cost}`}.`,
  control: 'Compared with the control group',
  against: (arm: string, other: string) => `“${arm}” compared with “${other}”`,
  orders: (points: string, low: string, high: string) => `Customers who order, of 100: ${points} (most likely between ${low} and ${high})`,
  net: (money: string, low: string, high: string) =>
    `Money per customer after the cost of the offer: ${money} (most likely between ${low} and ${high})`,
  netMissing: 'Money: not known, because fewer than ten customers of one group have ordered.',
  missing: 'Not known yet: 30 customers of each group must have had their time to come back.',
  anytime:
    'You may look at these ranges every day: they are made so that looking often does not mislead. They count every customer with an order as one who used the offer.',
  costs: (contact: string, redemption: string) => `${contact} a contact, ${redemption} when a customer orders`,
  files: 'One file for each offer. Write to each group with its own offer, on the same day:',
  together: 'All offers together, compared with the control group',
  file: (arm: string) => `Download “${arm}”`,
} as const;
