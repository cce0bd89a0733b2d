import { plural } from '../../text/plural';

export const text = {
  title: 'Billing',
  description: 'Your plan, and how much of it you have used.',
  usage: 'Used this month',
  period: (from: string, to: string) => `${from} to ${to}`,
  events: 'Events received',
  eventsHint: 'We count each event once, even if you send it again.',
  customers: 'Customers',
  customersHint: 'Customers with at least one event, as of now',
  requests: 'API requests',
  requestsHint: 'Answered calls with an API key',
  plan: 'Plan',
  yours: 'Your plan',
  rate: (count: number) => plural(count, { one: '# request a minute', other: '# requests a minute' }),
  custom: 'As agreed with you',
  batch: (count: number) => plural(count, { one: '# event in a request', other: '# events in a request' }),
  change: (plan: string) => `Change to ${plan}`,
  changeTitle: (plan: string) => `Change to the ${plan} plan?`,
  changeBody: 'The limits of the new plan apply at once.',
  changed: (plan: string) => `You are on the ${plan} plan now.`,
  ownersOnly: 'Only owners can change the plan.',
} as const;
