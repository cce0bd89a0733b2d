export * from './database.js';
export { isOutage } from './database-errors.js';
export * from './due-score-requests.js';
export * from './entities/api-key.entity.js';
export * from './entities/tenant.entity.js';
export * from './migrate.js';
export * from './score-report.js';
export * from './tenant-db.js';
