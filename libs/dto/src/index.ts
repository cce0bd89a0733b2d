export * from './customer.dto.js';
export * from './error.dto.js';
export * from './event-batch.dto.js';
export * from './health.dto.js';
export * from './job.dto.js';
export * from './list-customers.dto.js';
export * from './plan.dto.js';
export * from './recalculate.dto.js';
