import { DECISIONS, sourcePages } from './source-pages.mjs';

/** The page that greets readers. */
export const HOME = 'docs/README.md';

/**
 * All pages of the site that readers find by browsing, by role. Decisions have a list of their own. `label` replaces a heading that is too long for
 * the list.
 */
export const NAVIGATION = [
  {
    title: 'Shop owners',
    pages: [
      'docs/guides/first-day.md',
      'docs/guides/read-the-overview.md',
      'docs/guides/win-customers-back.md',
      'docs/guides/every-week.md',
      'docs/dashboard.md',
      { page: 'docs/alarm.md', label: 'The alarm' },
      'docs/campaigns.md',
      'docs/glossary.md',
    ],
  },
  {
    title: 'Engineers of a shop',
    pages: [
      'docs/guides/send-events.md',
      'docs/guides/import-history.md',
      'docs/webhooks.md',
      'docs/guides/reconcile.md',
      'docs/tour.md',
      'docs/guides/python-and-php.md',
      'docs/guides/segment.md',
      'docs/guides/automations.md',
      'docs/guides/warehouse.md',
      'docs/guides/agents.md',
      { page: 'libs/client/README.md', label: 'TypeScript client' },
      'docs/storefront.md',
      'docs/storefronts/shopify.md',
      'docs/storefronts/shopline.md',
      'docs/storefronts/woocommerce.md',
      { page: 'docs/storefronts/generic.md', label: 'Other platforms' },
      'docs/destinations.md',
    ],
  },
  {
    title: 'Operators',
    pages: [
      'docs/operations/README.md',
      'docs/operations/questions.md',
      'docs/operations/deploy.md',
      'docs/operations/commands.md',
      'docs/operations/sizing.md',
      'docs/operations/alerts.md',
      'docs/operations/recovery.md',
      'docs/operations/retention.md',
      'docs/operations/topologies.md',
      'docs/operations/releasing.md',
      'SECURITY.md',
      'CHANGELOG.md',
    ],
  },
  {
    title: 'How good the scores are',
    pages: ['docs/scoring.md', 'docs/scoring-calculation.md', 'docs/prediction-quality.md', 'docs/examples.md'],
  },
  {
    title: 'Inside the service',
    pages: [
      { page: 'README.md', label: 'The repository' },
      'docs/architecture.md',
      'docs/adr/README.md',
      'docs/reliability.md',
      'docs/benchmarks.md',
      'docs/performance/ingest.md',
      'docs/performance/scoring-path.md',
      'docs/performance/delivery.md',
      'CONTRIBUTING.md',
    ],
  },
].map(({ title, pages }) => ({ title, pages: pages.map((each) => (typeof each === 'string' ? { page: each } : each)) }));

/** @returns {string[]} pages that readers would not find, because no role has them */
export function unlistedPages() {
  const listed = new Set([HOME, ...NAVIGATION.flatMap(({ pages }) => pages.map(({ page }) => page))]);
  return sourcePages().filter((page) => !listed.has(page) && !page.startsWith(DECISIONS.replace(/README.*/, '')));
}
