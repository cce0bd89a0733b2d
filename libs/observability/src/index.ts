export * from './logger.js';
export * from './readiness.js';
export * from './shutdown.js';
