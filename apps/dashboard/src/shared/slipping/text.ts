import { plural } from '../../text/plural';

export const text = {
  toWin: 'To win',
  upTo: (money: string) => `up to ${money}`,
  within: (days: number) => plural(days, { one: 'by tomorrow', other: 'in the next # days' }),
  count: (customers: number) => plural(customers, { one: '# customer.', other: '# customers.' }),
  /** Stands where others cannot be contacted now. */
  free: (customers: number) =>
    customers === 0
      ? 'A campaign may contact none of them now.'
      : plural(customers, { one: 'A campaign may contact # of them now.', other: 'A campaign may contact # of them now.' }),
  worth: (customers: number, within: string, toWin: string) =>
    plural(customers, {
      one: `A contact that works well can bring up to ${toWin} more ${within}.`,
      other: `Contacts that work well can bring up to ${toWin} more ${within}.`,
    }),
  unknown: 'Not known what contacts can add: the days or the amounts of their orders are missing.',
  order:
    'Their next order is missing, and they are not lost yet. Those with the most to win are at the top: they bring much, and a contact can still change what they do.',
} as const;
