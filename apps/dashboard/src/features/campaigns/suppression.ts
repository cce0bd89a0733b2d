/** The list of all customers in control groups, as its downloads need it. */
export const SUPPRESSION = { search: { control: 'in' }, name: 'send-nothing' } as const;
