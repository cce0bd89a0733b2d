export * from './export-traces.js';
export * from './log-fields.js';
export * from './logger.js';
export * from './metrics.js';
export * from './readiness.js';
export * from './shutdown.js';
export * from './tracing.js';
