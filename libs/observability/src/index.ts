export * from './logger.js';
export * from './readiness.js';
