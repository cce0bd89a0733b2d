export const text = {
  skipToContent: 'Skip to content',
  offline: 'You are offline. The numbers on this page may be out of date.',
  verify: {
    body: (email: string) =>
      `Your e-mail address ${email} is not verified yet. Open the link that we sent you. Until then you cannot turn on two-factor authentication or invite people.`,
    again: 'Send the link again',
    sent: 'We sent you a new link. It works for 24 hours.',
    sentShort: 'Sent',
  },
  deletion: {
    body: (at: string) => `All data of this account will be deleted on ${at}. An owner can cancel this until then.`,
    open: 'Open the settings',
  },
  crash: {
    title: 'Something went wrong',
    body: 'This page stopped working. Your data is safe. Reload the page to continue.',
    reload: 'Reload the page',
  },
  away: {
    title: 'The service is not available at the moment',
    body: 'What you have saved is safe. This page looks every few seconds and goes on by itself.',
  },
  notFound: { title: 'Page not found', body: 'The page has moved, or the address is wrong.', home: 'Go to the overview' },
  navigation: 'Main',
  openNavigation: 'Open navigation',
  pages: {
    overview: 'Overview',
    customers: 'Customers',
    campaigns: 'Campaigns',
    integrations: 'Integrations',
    webhooks: 'Webhooks',
    destinations: 'Destinations',
    settings: 'Settings',
    team: 'Team',
    security: 'Security',
    billing: 'Billing',
    developers: 'Developers',
  },
  account: 'Account:',
  theme: { title: 'Theme', light: 'Light', dark: 'Dark', system: 'Same as the system' },
  signOut: 'Sign out',
  documentation: 'Documentation',
} as const;
