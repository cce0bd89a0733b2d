export { distrustOrderDays } from './order-days.sql.js';
export { readTotals } from './order-totals.sql.js';
export { readActivity } from './read-activity.sql.js';
export { readBesideFor } from './read-beside.js';
export { readTraitNames, readTraits, thinnedChanges } from './read-traits.sql.js';
export { eachHistory, eachLockedHistory, readOrderDays } from './read-histories.js';
export { TenantModels } from './tenant-models.js';
export type { OrderChanges } from './totals-by-day.js';
