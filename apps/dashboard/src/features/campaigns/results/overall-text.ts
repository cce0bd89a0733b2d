import { grouped, plural } from '../../../text/plural';

/** Texts of the page about all campaigns together. */
export const overallText = {
  link: 'What do campaigns bring?',
  title: 'All campaigns together',
  worth: 'What is a contact with one customer worth?',
  worthHint: 'Once we know it, it stands on the page of each customer and in the list of customers.',
  categories: {
    title: 'Which customers do campaigns bring back?',
    explained:
      'From the control groups of all your campaigns, by what customers had bought before. Differences that chance could make are drawn to the mean.',
    sentence: (category: string | null, low: number, high: number): string => {
      const who = category === null ? 'Customers who bought none of these' : `Customers who bought ${category}`;
      return `${who}: ${low > 0 ? 'contacts bring them back' : high < 0 ? 'contacts drive them away' : 'no clear effect'}.`;
    },
    numbers: ({ points, low, high, customers }: Readonly<Record<'points' | 'low' | 'high' | 'customers', string>>): string =>
      `Of 100 contacted customers ${points} more came back (most likely ${low} to ${high}; ${customers} customers).`,
  },
  question: 'What does contacting customers bring us?',
  explained: (share: string) =>
    `${share} of your customers, chosen at random, get no campaign at all. As soon as a campaign would have contacted one of them, we count that customer here, and compare with all customers that a campaign chose. So both groups are alike, except that one of them can be contacted.`,
  off: 'There is nothing to compare with: your shop has no control group. Set one in the settings, before you send the next campaign.',
  notYet: 'After the first campaign is sent, you see here what all campaigns together bring.',
  since: (day: string) => `Since ${day}. Each customer counts from the first campaign on.`,
  window: (days: number) => `“Came back” means: placed an order within ${plural(days, { one: '# day', other: '# days' })} after it.`,
  treated: 'Chosen by a campaign',
  holdout: 'Never contacted',
  titles: {
    works: 'Contacting customers works',
    harms: 'Contacting customers does harm',
    early: 'Too early to tell',
    noDifference: 'No clear difference',
    unmeasurable: 'Cannot be measured: no control group',
  },
  early: (needed: number, treated: number, holdout: number) =>
    `We need ${grouped(needed)} customers in each group whose time to come back has passed. So far: ${grouped(treated)} chosen by a campaign, ${grouped(holdout)} never contacted.`,
  works: (points: string, low: string, high: string) =>
    `Of 100 customers chosen by a campaign, ${points} more came back than of 100 who were never contacted. The true effect is most likely between ${low} and ${high}.`,
  harms: (points: string, low: string, high: string) =>
    `Of 100 customers chosen by a campaign, ${points} fewer came back than of 100 who were never contacted. The true effect is most likely between ${low} and ${high}.`,
  single: (holdout: number) =>
    `A single campaign may work all the same: it compares with its own control group, and this page with ${plural(holdout, { one: '# customer who was never contacted', other: '# customers who were never contacted' })}, so only a larger effect shows here.`,
  totals: (treated: string, holdout: string) =>
    `Orders since then: ${treated} from customers chosen by a campaign, ${holdout} from those never contacted.`,
} as const;
