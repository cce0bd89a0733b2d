/** The end-to-end tests that go through Redis and through every kind of transaction: run them again where the servers or the schema differ. */
export const CORE = [
  'accounts/sign-in',
  'analytics/analytics',
  'api/rate-limit',
  'campaigns/sending',
  'customers/erase',
  'customers/list-customers',
  'ingest/events',
  'isolation/database',
  'scoring/durability',
  'scoring/reading',
  'scoring/recalculate',
  'scoring/scoring',
  'settings/settings',
  'webhooks/deliveries',
  'webhooks/faults',
];

/** @param {readonly string[]} names of files below test/e2e @returns {string[]} patterns with which jest finds exactly these files */
export const patternsOf = (names) => names.map((name) => `test/e2e/${name}.e2e`);
