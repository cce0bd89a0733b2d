import { plural } from '../text/plural';

export const text = {
  ifOrdered: 'If they order',
  within: (days: number) => plural(days, { one: 'by tomorrow', other: 'in the next # days' }),
  count: (customers: number) => plural(customers, { one: '# customer.', other: '# customers.' }),
  worth: (customers: number, ifOrdered: string, within: string, expected: string) =>
    plural(customers, {
      one: `About ${ifOrdered} if they order ${within}; as things stand we expect ${expected} of it.`,
      other: `About ${ifOrdered} if all of them order ${within}; as things stand we expect ${expected} of it.`,
    }),
  /** The list is sorted by revenue at risk, score × (1 − score) × what an order brings: largest where the chance is one half. */
  order:
    'All are overdue, and not lost yet. First come those with the most revenue at risk: a large amount that is still undecided, with a chance near 50%.',
} as const;
