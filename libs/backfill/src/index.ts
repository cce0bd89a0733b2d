export * from './csv/open-csv.js';
export * from './json-fields.js';
export * from './model-summary.js';
export * from './results.js';
export * from './service-client.js';
export * from './stable-summary.js';
export * from './summary.js';
export * from './wait-for-scores.js';
