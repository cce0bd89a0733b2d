export * from './audience.sql.js';
export * from './campaign-results.sql.js';
export * from './campaigns.sql.js';
export * from './freeze-send.js';
export * from './next-run.js';
export * from './plan-runs.js';
export * from './return-rates.js';
