export const shellText = {
  navigation: 'Main',
  openNavigation: 'Open navigation',
  pages: {
    overview: 'Overview',
    customers: 'Customers',
    campaigns: 'Campaigns',
    webhooks: 'Webhooks',
    settings: 'Settings',
    team: 'Team',
    security: 'Security',
    billing: 'Billing',
    developers: 'Developers',
  },
  account: 'Account:',
  theme: { title: 'Theme', light: 'Light', dark: 'Dark', system: 'As the system' },
  signOut: 'Sign out',
  documentation: 'API documentation',
} as const;
