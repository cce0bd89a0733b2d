export { readOrders } from './read-orders.sql.js';
export { TenantModels } from './tenant-models.js';
