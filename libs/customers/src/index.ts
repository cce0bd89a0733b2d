export * from './churn-rows.sql.js';
export * from './customer-columns.js';
export * from './customer-row.js';
export * from './explain-score.js';
export * from './explained-together.js';
