import { plural } from '../../text/plural';

export const text = {
  toWin: 'To win',
  upTo: (money: string) => `up to ${money}`,
  within: (days: number) => plural(days, { one: 'by tomorrow', other: 'in the next # days' }),
  count: (customers: number) => plural(customers, { one: '# customer.', other: '# customers.' }),
  worth: (customers: number, within: string, toWin: string) =>
    plural(customers, {
      one: `Winning this one can bring up to ${toWin} more ${within}.`,
      other: `Winning them can bring up to ${toWin} more ${within}.`,
    }),
  /** The list is sorted by revenue at risk, score × (1 − score) × what an order brings: largest where the chance is one half. */
  order:
    'Their next order is missing, and they are not lost yet. Those to contact first are at the top: they bring much, and a contact can still change what they do.',
} as const;
