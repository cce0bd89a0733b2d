/** The end-to-end tests that use Redis and every kind of transaction. Run them again with other servers or another schema. */
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

/** @param {readonly string[]} names files below test/e2e @returns {string[]} patterns that match exactly these files in jest */
export const patternsOf = (names) => names.map((name) => `test/e2e/${name}.e2e`);
