import { plural } from '../../text/plural';

export const text = {
  title: 'Billing',
  description: 'Your plan, and what you have used of it.',
  usage: 'Used this month',
  period: (from: string, to: string) => `${from} to ${to}`,
  events: 'Events received',
  eventsHint: 'Each counted once, however often it was sent',
  customers: 'Customers',
  customersHint: 'Everybody with at least one event, now',
  requests: 'API requests',
  requestsHint: 'Calls with an API key that were answered',
  plan: 'Plan',
  yours: 'Your plan',
  rate: (count: number) => plural(count, { one: '# request a minute', other: '# requests a minute' }),
  custom: 'As agreed with you',
  batch: (count: number) => plural(count, { one: '# event in a request', other: '# events in a request' }),
  change: (plan: string) => `Change to ${plan}`,
  changeTitle: (plan: string) => `Change to the ${plan} plan?`,
  changeBody: 'The limits of the new plan hold from now on.',
  changed: (plan: string) => `You are on the ${plan} plan now.`,
  ownersOnly: 'Only owners can change the plan.',
} as const;
