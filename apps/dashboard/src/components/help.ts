/** The page of the documentation about each page of the dashboard, by the beginning of its path. The longest one counts. */
export const HELP: Readonly<Record<string, string>> = {
  '/': '/docs/guides/read-the-overview',
  '/backtest': '/docs/scoring#your-past-on-day-one',
  '/customers': '/docs/scoring#for-shop-owners',
  '/campaigns': '/docs/guides/win-customers-back',
  '/campaigns/results': '/docs/campaigns#all-campaigns-together',
  '/integrations': '/docs/storefront#connect-a-shop',
  '/integrations/upload': '/docs/guides/import-history',
  '/webhooks': '/docs/webhooks',
  '/destinations': '/docs/destinations',
  '/developers': '/docs/guides/send-events',
  '/developers/events': '/docs/guides/reconcile',
  '/settings': '/docs/dashboard#settings-team-security-billing',
  '/team': '/docs/security#accounts',
  '/security': '/docs/security#accounts',
};

/** @returns the address of the help for a page; null for pages that explain themselves */
export function helpFor(path: string): string | null {
  const begins = Object.keys(HELP).filter((start) => `${path}/`.startsWith(start === '/' ? '//' : `${start}/`));
  const longest = begins.toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? null : (HELP[longest] ?? null);
}
