export { readTotals } from './order-totals.sql.js';
export { eachHistory, readOrderDays } from './read-histories.js';
export { TenantModels } from './tenant-models.js';
