/** Of test/e2e, what goes through Redis and through every kind of transaction: the part to run again where the servers or the schema are others. */
export const CORE = ['ingest', 'scoring', 'reading', 'list-customers', 'analytics', 'recalculate', 'erase', 'durability'].concat(
  ['webhook-deliveries', 'webhook-faults', 'campaign-sending', 'accounts', 'rate-limit'],
  ['isolation', 'settings'],
);

/** @param {readonly string[]} names of files of test/e2e @returns {string[]} what jest finds them, and no other, by */
export const patternsOf = (names) => names.map((name) => `test/e2e/${name}.e2e`);
