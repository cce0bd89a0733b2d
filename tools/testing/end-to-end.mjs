/** The end-to-end tests that use Redis and every kind of transaction. Run them again with other servers or another schema. */
export const CORE = [
  'accounts/sign-in',
  'analytics/analytics.long',
  'api/rate-limit',
  'campaigns/sending.long',
  'customers/erase.long',
  'customers/list-customers',
  'ingest/events',
  'isolation/database',
  'scoring/durability.long',
  'scoring/reading',
  'scoring/recalculate.long',
  'scoring/scoring',
  'settings/settings',
  'webhooks/deliveries',
  'webhooks/faults.long',
];

/** @param {readonly string[]} names files below test/e2e @returns {string[]} patterns that match exactly these files in jest */
export const patternsOf = (names) => names.map((name) => `test/e2e/${name}.e2e`);
